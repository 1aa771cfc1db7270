// The glossary editor: typed, pasted or read from a file; kept in this browser.

import { join, split } from "./alternatives.js";
import { readGlossary } from "./api.js";
import { find, make, openDialog, save } from "./dom.js";
import { recall, remember } from "./memory.js";

const KEPT = "stencil-glossary";
const EXTRAS = ["case", "match"];
let changed = () => {};
let pair = () => ({});

export function setUp(onChange, languages) {
  [changed, pair] = [onChange, languages];
  find("add-term").onclick = () => add().querySelector("input").focus();
  find("clear-terms").onclick = () => {
    replace([]);
    notice("");
  };
  find("save-terms").onclick = () =>
    save("glossary.tsv", new Blob([toText(entries())], { type: "text/tab-separated-values" }));
  find("glossary-file").onchange = async (event) => {
    await open([...event.target.files]);
    event.target.value = "";
  };
  find("paste-terms").onclick = () => {
    find("paste-text").value = "";
    openDialog(find("paste-dialog"));
  };
  find("paste-dialog").addEventListener("close", (event) => {
    if (event.target.returnValue === "add") paste(find("paste-text").value);
  });
  find("terms").addEventListener("input", () => keep());
  find("terms").addEventListener("paste", pasteRows);
  const card = find("glossary-card");
  card.addEventListener("dragover", (event) => event.preventDefault());
  card.addEventListener("drop", (event) => {
    event.preventDefault();
    open([...event.dataTransfer.files]);
  });
  replace(keptEntries(), false);
}

const keptEntries = () => [recall(KEPT) ?? []].flat().filter((entry) => typeof entry?.source === "string");

export const isEmpty = () => entries().length === 0;

export const entries = () => [...find("terms").rows].map(entryOf).filter(Boolean);

function entryOf(row) {
  const value = (name) => row.querySelector(name).value.trim();
  const source = value(".source");
  const extras = Object.fromEntries(EXTRAS.filter((name) => row.dataset[name]).map((name) => [name, row.dataset[name]]));
  if (source && row.querySelector(".keep").checked) return { source, translate: false, ...extras };
  const target = split(value(".target"))
    .map((text) => text.trim())
    .filter(Boolean);
  return source && target.length ? { source, target, ...extras } : null;
}

export function replace(rows, tells = true) {
  find("terms").replaceChildren();
  rows.forEach((row) => add(row));
  if (!rows.length) add();
  keep(tells);
}

export function showFound(constraints) {
  const found = new Set(constraints.map((constraint) => constraint.entry).filter(Boolean));
  for (const row of find("terms").rows)
    row.classList.toggle("found", found.has(row.querySelector(".source").value.trim().replace(/\s+/g, " ")));
}

function add(entry = {}) {
  const isKept = entry.translate === false;
  const target = make("input", {
    type: "text",
    className: "target",
    value: isKept ? "" : join([entry.target ?? []].flat().map(String)),
    disabled: isKept,
    placeholder: "one, or several: a|b",
    "aria-label": "Translation",
  });
  const row = make(
    "tr",
    {},
    make(
      "td",
      {},
      make("input", { type: "text", className: "source", value: entry.source ?? "", "aria-label": "Term" }),
    ),
    make("td", {}, target),
    make(
      "td",
      {},
      make("input", {
        type: "checkbox",
        className: "keep",
        checked: isKept,
        "aria-label": "Keep as it is",
        onchange: (event) => {
          target.disabled = event.target.checked;
        },
      }),
    ),
    make(
      "td",
      {},
      make("button", {
        className: "quiet",
        textContent: "×",
        "aria-label": "Remove",
        onclick: () => {
          row.remove();
          if (!find("terms").rows.length) add();
          keep();
        },
      }),
    ),
  );
  for (const name of EXTRAS) if (entry[name]) row.dataset[name] = entry[name];
  find("terms").append(row);
  return row;
}

function keep(tells = true) {
  remember(KEPT, entries());
  count();
  if (tells) changed();
}

function count() {
  const number = entries().length;
  find("term-count").textContent = number === 1 ? "1 term" : `${number} terms`;
}

function notice(text, isBad = false) {
  find("glossary-message").textContent = text;
  find("glossary-message").classList.toggle("bad", isBad);
}

function append(rows) {
  const known = new Map(entries().map((entry) => [entry.source, entry]));
  rows.forEach((row) => known.set(row.source, row));
  replace([...known.values()]);
  notice(rows.length === 1 ? "1 term added." : `${rows.length} terms added.`);
}

async function open(files) {
  for (const file of files) {
    try {
      append((await readGlossary(file, pair())).entries);
    } catch (error) {
      notice(error.message, true);
    }
  }
}

// Pasted text is read by the server's own readers, so that a file and its text mean the same.
async function paste(text) {
  if (!text.trim()) return;
  const kind = text.includes("\t") ? "tsv" : "csv";
  await open([new File([text], `pasted.${kind}`)]);
}

function pasteRows(event) {
  const text = event.clipboardData.getData("text");
  if (!/\t/.test(text)) return;
  event.preventDefault();
  paste(text);
}

const COLUMNS = ["source", "target", ...EXTRAS, "translate"];

function toText(rows) {
  const cells = (row) => ({ ...row, target: join(row.target ?? []), translate: row.translate === false ? "no" : "yes" });
  const lines = rows.map(cells).map((row) => COLUMNS.map((name) => row[name] ?? "").join("\t"));
  return [COLUMNS.join("\t"), ...lines].join("\n") + "\n";
}
