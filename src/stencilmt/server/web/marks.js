// Constraints in a text: where they stand, how they look, and the link between the two sides.

import { make } from "./dom.js";

export const kindOf = (constraint) => (["term", "placeholder"].includes(constraint.kind) ? constraint.kind : "tag");

// The server counts characters as Python does; JavaScript would count an emoji twice.
export const characters = (text) => Array.from(text);

// All in one element: a field with dir=auto looks for its direction anew with every child it is given.
export function markUp(text, constraints, side) {
  const marked = make("span");
  for (const [piece, over] of pieces(characters(text), constraints, `${side}_span`))
    marked.append(over.length ? mark(piece, over) : piece);
  return marked;
}

// The text cut at every edge of a span, each piece with the spans over it, in one sweep from left to right.
function* pieces(points, constraints, span) {
  const spans = constraints.map((constraint) => ({ constraint, start: constraint[span][0], end: constraint[span][1] }));
  const coming = spans.toSorted((one, other) => other.start - one.start);
  const edges = new Set([0, points.length, ...spans.flatMap(({ start, end }) => [start, end])]);
  const cuts = [...edges].sort((one, other) => one - other);
  let over = [];
  for (const [index, start] of cuts.slice(0, -1).entries()) {
    while (coming.at(-1)?.start <= start) over.push(coming.pop());
    over = over.filter(({ end }) => start < end);
    yield [points.slice(start, cuts[index + 1]).join(""), over];
  }
}

function mark(piece, over) {
  const size = ({ start, end }) => end - start;
  const inner = over.reduce((best, span) => (size(span) < size(best) ? span : best)).constraint;
  return make(
    "span",
    {
      className: `mark ${kindOf(inner)}`,
      title: inner.kind === "term" ? `${inner.source} → ${inner.target}` : inner.source,
      data: { symbols: over.map(({ constraint }) => constraint.symbol).join(" ") },
    },
    piece,
  );
}

// A pair of tags lights up together.
const partner = (symbol) =>
  /^<\d/.test(symbol) && !symbol.endsWith("/>") ? `</${symbol.slice(1)}` : symbol.replace(/^<\//, "<");

export function link(symbols) {
  const lit = new Set(symbols.flatMap((symbol) => [symbol, partner(symbol)]));
  for (const element of document.querySelectorAll("[data-symbols]")) {
    const here = element.dataset.symbols.split(" ").some((symbol) => lit.has(symbol));
    element.classList.toggle("linked", here);
  }
}

export function linkOnHover(container) {
  const light = (event) =>
    link((event.target.closest?.("[data-symbols]")?.dataset.symbols || "").split(" ").filter(Boolean));
  container.addEventListener("pointerover", light);
  container.addEventListener("focusin", light);
  container.addEventListener("pointerleave", () => link([]));
}

// A text field lies over its marks, so they are found by where the pointer is.
export function linkUnderPointer(field, mirror) {
  field.addEventListener("pointermove", (event) => {
    const under = [...mirror.querySelectorAll("[data-symbols]")].find((mark) =>
      [...mark.getClientRects()].some(
        (box) =>
          box.left <= event.clientX &&
          event.clientX <= box.right &&
          box.top <= event.clientY &&
          event.clientY <= box.bottom,
      ),
    );
    link(under ? under.dataset.symbols.split(" ") : []);
    field.title = under ? under.title : "";
  });
  field.addEventListener("pointerleave", () => link([]));
}
