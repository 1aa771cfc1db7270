// The page: what is typed is translated, and what came of it is shown.

import * as api from "./api.js";
import { find, later, make, openDialog } from "./dom.js";
import * as files from "./files.js";
import * as glossary from "./glossary.js";
import { linkOnHover, linkUnderPointer, markUp } from "./marks.js";
import { recall, remember } from "./memory.js";
import * as stage from "./stage.js";
import * as theme from "./theme.js";
import { exchange } from "./undo.js";

const EXAMPLE = {
  text: "Press {key} to cancel the <b>print job</b> of the mail merge.",
  markup: "html",
  terms: [
    { source: "print job", target: ["Druckauftrag"] },
    { source: "mail merge", target: ["Seriendruck"] },
  ],
};
const KEPT = "stencil-text";
const [source, mirror, target] = [find("source"), find("mirror"), find("target")];
const kept = recall(KEPT);
const pending = later(450, translate);
let markup = kept?.markup ?? "none";
let models = [];
let asking = null;
let shown = "";
let mayAskForKey = true;

// Before they can be chosen, the server finds the languages out.
const languages = () => ({ source: find("from").value || undefined, target: find("to").value || undefined });

function showSource(constraints = []) {
  mirror.replaceChildren(markUp(source.value, constraints, "source"), "\u200b");
  mirror.scrollTop = source.scrollTop;
  const length = Array.from(source.value).length;
  find("count").textContent = length === 1 ? "1 character" : `${length.toLocaleString("en")} characters`;
}

function showNotes(items) {
  find("notes").replaceChildren(...items.map(([kind, text]) => make("li", { className: kind, textContent: text })));
}

function showTranslation(answer) {
  const [translation] = answer.translations;
  const { constraints } = translation;
  showSource(constraints);
  target.replaceChildren(markUp(translation.translation, constraints, "target"));
  for (const mark of target.querySelectorAll(".mark")) mark.tabIndex = 0;
  shown = translation.translation;
  stage.setTranslation(translation);
  glossary.showFound(constraints);
  find("status").textContent = [
    answer.model,
    translation.status === "ok" ? "all kept" : "repaired, all kept",
    `${constraints.length} constraints`,
  ].join(" · ");
  showNotes([
    ...translation.repairs.map((text) => ["repair", `Repaired: ${text}`]),
    ...[...answer.notes, ...translation.notes].map((text) => ["note", text]),
  ]);
}

function showNothing() {
  showSource();
  target.replaceChildren();
  stage.setTranslation(null);
  glossary.showFound([]);
  find("status").textContent = "";
  showNotes([]);
  shown = "";
}

function stopAsking() {
  pending.stop();
  asking?.abort();
  asking = null;
  document.body.classList.remove("busy");
}

async function translate() {
  stopAsking();
  remember(KEPT, { text: source.value, markup });
  if (!source.value.trim()) return showNothing();
  const asked = (asking = new AbortController());
  document.body.classList.add("busy");
  const fields = { text: source.value, markup, glossary: glossary.entries(), ...languages() };
  try {
    showTranslation(await api.translate(fields, asked.signal));
  } catch (error) {
    if (asked !== asking) return;
    showNothing();
    fail(error);
  } finally {
    if (asked === asking) document.body.classList.remove("busy");
  }
}

async function copy() {
  if (!shown) return;
  try {
    await navigator.clipboard.writeText(shown);
    find("status").textContent = "copied";
  } catch {
    getSelection().selectAllChildren(target);
    find("status").textContent = "selected: the browser leaves the copying to you (Ctrl+C)";
  }
}

function fill(select, options) {
  const before = select.value;
  select.replaceChildren(...options.map(([value, text]) => make("option", { value, textContent: text })));
  if (options.some(([value]) => value === before)) select.value = before;
}

function fillTargets() {
  fill(
    find("to"),
    models.filter((model) => model.source === find("from").value).map((model) => [model.target, model.target_name]),
  );
  nameLanguages();
}

function nameLanguages() {
  source.lang = mirror.lang = find("from").value;
  target.lang = find("to").value;
}

function chooseMarkup(name) {
  markup = name;
  for (const input of document.querySelectorAll("input[name=markup]")) input.checked = input.value === name;
}

function fillMarkups(names) {
  const labels = { none: "Plain", xml: "XML", html: "HTML", markdown: "Markdown" };
  const choose = (event) => {
    markup = event.target.value;
    translate();
  };
  const button = (value) => make("input", { type: "radio", name: "markup", value, onchange: choose });
  find("markup").append(...names.map((name) => make("label", {}, button(name), labels[name] ?? name)));
  chooseMarkup(names.includes(markup) ? markup : "none");
}

function swap(state) {
  const before = { text: source.value, markup, rows: glossary.swap(state.rows, false) };
  source.value = state.text;
  showSource();
  chooseMarkup(state.markup);
  translate();
  return before;
}

const example = () => ({ ...EXAMPLE, rows: EXAMPLE.terms.map((term) => glossary.rowOf(term)) });

async function start() {
  const answer = await api.models();
  models = answer.models;
  fill(find("from"), [...new Map(models.map((model) => [model.source, model.source_name]))]);
  fillTargets();
  fillMarkups(answer.markups);
  files.setFormats(answer.formats);
  if (kept === null && !source.value && glossary.isEmpty()) swap(example());
  else translate();
}

async function begin() {
  const settings = await api.settings();
  find("key-button").hidden = !settings.keyRequired;
  if (settings.keyRequired && !api.hasKey()) openDialog(find("key-dialog"));
  else await start();
}

function fillSource() {
  source.value ||= kept?.text ?? "";
  showSource();
}

function setUp() {
  theme.setUp();
  stage.setUp();
  fillSource();
  glossary.setUp(pending.start, languages);
  files.setUp(() => loading.then(languages), glossary.entries);
  linkOnHover(target);
  linkUnderPointer(source, mirror);
  source.addEventListener("input", () => {
    stopAsking();
    showSource();
    pending.start();
  });
  source.addEventListener("scroll", () => {
    mirror.scrollTop = source.scrollTop;
  });
  find("translate").onclick = translate;
  find("example").onclick = () =>
    exchange(find("message"), "The example is in place of your text and terms.", swap, example());
  find("copy").onclick = copy;
  find("from").onchange = () => {
    fillTargets();
    translate();
  };
  find("to").onchange = () => {
    nameLanguages();
    translate();
  };
  find("controls").onsubmit = (event) => event.preventDefault();
  find("key-button").onclick = () => openDialog(find("key-dialog"));
  find("key-cancel").onclick = () => find("key-dialog").close();
  find("key-dialog").addEventListener("close", closeKey);
  document.addEventListener("keydown", translateByKey);
  for (const name of ["dragover", "drop"]) window.addEventListener(name, keepPage);
}

function translateByKey(event) {
  const isAsked = event.key === "Enter" && (event.ctrlKey || event.metaKey);
  if (isAsked && !document.querySelector("dialog[open]")) translate();
}

// A file that misses its place would be opened instead of the page; text may be dropped wherever it can be typed.
function keepPage(event) {
  if (event.dataTransfer.types.includes("Files")) event.preventDefault();
}

function closeKey() {
  mayAskForKey = find("key-dialog").returnValue === "save";
  if (mayAskForKey) useKey();
  else if (!api.hasKey()) showNotes([["bad", "This server asks for an API key."]]);
}

function useKey() {
  api.setKey(find("key").value);
  if (models.length) translate();
  else start().catch(fail);
}

// Whoever closed the dialog without a key is not asked again, but may open it.
function fail(error) {
  if (error.status === 403 && mayAskForKey) openDialog(find("key-dialog"));
  showNotes([["bad", error.message]]);
}

// A file may be dropped before the languages are known: it waits for them.
const loading = begin().catch(fail);
setUp();
