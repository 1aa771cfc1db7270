// The glossary editor: typed, pasted or read from a file; kept in this browser.

import { join, split } from "./alternatives.js";
import { readGlossary } from "./api.js";
import { find, make, openDialog, save } from "./dom.js";
import { recall, remember } from "./memory.js";
import { exchange } from "./undo.js";

const KEPT = "stencil-glossary";
const EXTRAS = ["case", "match"];
let changed = () => {};
let pair = () => ({});

export function setUp(onChange, languages) {
  [changed, pair] = [onChange, languages];
  find("add-term").onclick = () => add().querySelector("input").focus();
  find("clear-terms").onclick = () => exchange(find("glossary-message"), "The terms are cleared.", swap, []);
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
  find("terms").addEventListener("input", (event) => {
    nameButton(event.target.closest("tr"));
    keep();
  });
  find("terms").addEventListener("paste", pasteRows);
  find("glossary-card").addEventListener("drop", (event) => open([...event.dataTransfer.files]));
  swap(keptEntries().map(rowOf), false);
}

const keptEntries = () => [recall(KEPT) ?? []].flat().filter((entry) => typeof entry?.source === "string");

export const isEmpty = () => entries().length === 0;

export const entries = () => [...find("terms").rows].map(entryOf).filter(Boolean);

const valueOf = (row, name) => row.querySelector(name).value.trim();
const isBlank = (row) => !valueOf(row, ".source") && !valueOf(row, ".target");

function entryOf(row) {
  const source = valueOf(row, ".source");
  const extras = Object.fromEntries(EXTRAS.filter((name) => row.dataset[name]).map((name) => [name, row.dataset[name]]));
  if (source && row.querySelector(".keep").checked) return { source, translate: false, ...extras };
  const target = split(valueOf(row, ".target"))
    .map((text) => text.trim())
    .filter(Boolean);
  return source && target.length ? { source, target, ...extras } : null;
}

// Other rows in place of those that were there, which are returned as they are, half-typed ones too.
export function swap(rows, tells = true) {
  const before = [...find("terms").rows];
  find("terms").replaceChildren();
  for (const row of rows.length ? rows : [rowOf()]) find("terms").append(row);
  keep(tells);
  return before;
}

export function showFound(constraints) {
  const found = new Set(constraints.map((constraint) => constraint.entry).filter(Boolean));
  for (const row of find("terms").rows)
    row.classList.toggle("found", found.has(valueOf(row, ".source").replace(/\s+/g, " ")));
}

export function rowOf(entry = {}) {
  const field = (properties) => make("td", {}, make("input", properties));
  const keeps = { type: "checkbox", className: "keep", onchange: () => lockTarget(row), "aria-label": "Keep as it is" };
  const row = make(
    "tr",
    {},
    field({ type: "text", className: "source", "aria-label": "Term" }),
    field({ type: "text", className: "target", placeholder: "one, or several: a|b", "aria-label": "Translation" }),
    field(keeps),
    make("td", {}, make("button", { className: "quiet", textContent: "×", onclick: () => remove(row) })),
  );
  write(row, entry);
  return row;
}

function write(row, entry) {
  const isKept = entry.translate === false;
  row.querySelector(".source").value = entry.source ?? "";
  row.querySelector(".target").value = isKept ? "" : join([entry.target ?? []].flat().map(String));
  row.querySelector(".keep").checked = isKept;
  for (const name of EXTRAS) row.dataset[name] = entry[name] ?? "";
  lockTarget(row);
  nameButton(row);
}

function lockTarget(row) {
  row.querySelector(".target").disabled = row.querySelector(".keep").checked;
}

function nameButton(row) {
  row.querySelector("button").setAttribute("aria-label", `Remove ${row.querySelector(".source").value}`.trim());
}

function add() {
  const row = rowOf();
  find("terms").append(row);
  return row;
}

function remove(row) {
  const next = row.nextElementSibling?.querySelector("button") ?? find("add-term");
  row.remove();
  if (!find("terms").rows.length) add();
  next.focus();
  keep();
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

// A term that is there already is changed in its row; what is typed in other rows stays.
function append(added) {
  const rows = [...find("terms").rows];
  const blank = rows.filter(isBlank);
  const known = new Map(rows.map((row) => [valueOf(row, ".source"), row]));
  for (const entry of added) {
    const row = known.get(entry.source) ?? blank.shift() ?? add();
    write(row, entry);
    known.set(entry.source, row);
  }
  keep();
  notice(added.length === 1 ? "1 term added." : `${added.length} terms added.`);
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
