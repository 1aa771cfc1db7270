// The template and its derivation, step by step: find, cut, order, fill, weave.

import { draw, find, make } from "./dom.js";
import { characters, kindOf, linkOnHover, markUp } from "./marks.js";

const STEPS = [
  ["Find", "Terms, placeholders and tags are found in the source."],
  ["Cut", "The source is cut at them. What must stay becomes a symbol (C, <1>), the text between becomes X0, X1 …"],
  [
    "Order",
    "The model writes the template of the translation: the same symbols, each once, in the order the target language wants.",
  ],
  ["Fill", "Then it derives every Y: the free text between the symbols."],
  [
    "Weave",
    "Your own bytes take the place of the symbols. The model never wrote them, so it cannot have changed them.",
  ],
];
const PACE = 1600;
const MOST = 200;

let translation = null;
let step = STEPS.length - 1;
let playing = 0;

export function setUp() {
  const buttons = STEPS.map(([name], index) =>
    make("button", {
      textContent: name,
      onclick: () => {
        stop();
        show(index);
      },
    }),
  );
  const play = make("button", { className: "play", textContent: "▶ Play", onclick: toggle });
  find("steps").append(play, ...buttons);
  find("stage").addEventListener("keydown", (event) => {
    const move = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!move) return;
    event.preventDefault();
    stop();
    show(Math.min(STEPS.length - 1, Math.max(0, step + move)));
  });
  linkOnHover(find("stage"));
  new ResizeObserver(connect).observe(find("stage"));
  show(step);
}

export function setTranslation(value) {
  translation = value;
  show(step, false);
}

function toggle() {
  if (playing) return stop();
  show(0);
  playing = setInterval(() => (step < STEPS.length - 1 ? show(step + 1) : stop()), PACE);
  find("steps").firstChild.textContent = "■ Stop";
}

function stop() {
  clearInterval(playing);
  playing = 0;
  find("steps").firstChild.textContent = "▶ Play";
}

function show(index, moves = true) {
  step = index;
  [...find("steps").children]
    .slice(1)
    .forEach((button, place) => button.setAttribute("aria-pressed", String(place === step)));
  const rows = translation ? build(moves) : [];
  find("caption").textContent = translation ? caption() : "Translate something, and look at it here.";
  find("stage").replaceChildren(...rows);
  connect();
}

function caption() {
  const { length } = translation.constraints;
  return length > MOST
    ? `${STEPS[step][1]} Drawn are the first ${MOST} of ${length.toLocaleString("en")} symbols.`
    : STEPS[step][1];
}

function build(moves) {
  const { source, constraints, fragments, template } = translation;
  const bySymbol = new Map(constraints.map((constraint) => [constraint.symbol, constraint]));
  const order = template.filter((symbol) => bySymbol.has(symbol)).map((symbol) => bySymbol.get(symbol));
  const inSource = [...constraints].sort((one, other) => one.source_span[0] - other.source_span[0]);
  const fresh = (here) => (moves && step === here ? " arrive" : "");
  const rows = [
    step === 0
      ? row("source", woven(source, inSource, "source", fresh(0)))
      : row("source", ...cells("X", inSource, fragments.source, "source", fresh(1))),
  ];
  if (step >= 2) {
    rows.push(make("div", { className: "gap" }));
    rows.push(
      row(
        "target",
        ...cells("Y", order, step >= 3 ? fragments.target : [], "target", fresh(2), step >= 3 ? fresh(3) : " later"),
      ),
    );
  }
  if (step >= 4) rows.push(row("translation", woven(translation.translation, order, "target", fresh(4))));
  return rows;
}

function woven(text, constraints, side, arriving) {
  const drawn = constraints.slice(0, MOST);
  const end = Math.max(...drawn.map((constraint) => constraint[`${side}_span`][1]));
  const beginning = drawn.length < constraints.length ? `${characters(text).slice(0, end).join("")} …` : text;
  return make("div", { className: `woven${arriving}` }, markUp(beginning, drawn, side));
}

const row = (name, ...children) =>
  make("div", { className: `row ${name}` }, make("div", { className: "label", textContent: name }), ...children);

function cells(letter, constraints, texts, side, arriving, filling = arriving) {
  const free = (index) => cell("free", `${letter}${index}`, texts[index] ?? "", "", arriving, filling);
  const kept = (constraint) =>
    cell(
      kindOf(constraint),
      constraint.symbol,
      constraint[side],
      constraint.symbol,
      arriving,
      side === "target" ? arriving : filling,
    );
  const drawn = constraints.slice(0, MOST);
  return drawn.flatMap((constraint, index) => [free(index), kept(constraint)]).concat(free(drawn.length));
}

function cell(kind, symbol, text, symbols, arriving, filling) {
  const words = make("div", {
    className: `words${filling}${text.trim() ? "" : " empty"}`,
    textContent: text.trim() || "·",
  });
  const box = make(
    "div",
    { className: `cell ${kind}${arriving}` },
    make("div", { className: "symbol", textContent: symbol }),
    words,
  );
  if (symbols) box.dataset.symbols = symbols;
  return box;
}

// A line from each symbol of the source to the same symbol of the target.
function connect() {
  const stage = find("stage");
  stage.querySelector("svg")?.remove();
  const [above, below] = ["source", "target"].map((name) => stage.querySelector(`.row.${name}`));
  if (!above || !below) return;
  const svg = draw("svg", { width: stage.scrollWidth, height: stage.scrollHeight });
  const [starts, ends] = [spots(above, "bottom"), spots(below, "top")];
  for (const [symbol, start] of starts) if (ends.has(symbol)) svg.append(line(symbol, start, ends.get(symbol)));
  stage.prepend(svg);
}

// All places are read before anything is drawn: the browser lays the page out but once.
function spots(row, edge) {
  const stage = find("stage");
  const frame = stage.getBoundingClientRect();
  return new Map(
    [...row.querySelectorAll("[data-symbols]")].map((cell) => {
      const box = cell.getBoundingClientRect();
      const x = box.left + box.width / 2 - frame.left + stage.scrollLeft;
      return [cell.dataset.symbols, { x, y: box[edge] - frame.top + stage.scrollTop, kind: cell.classList[1] }];
    }),
  );
}

function line(symbol, from, to) {
  const middle = (from.y + to.y) / 2;
  const path = draw("path", {
    d: `M${from.x} ${from.y + 3}C${from.x} ${middle} ${to.x} ${middle} ${to.x} ${to.y - 3}`,
    class: from.kind,
  });
  path.dataset.symbols = symbol;
  return path;
}
