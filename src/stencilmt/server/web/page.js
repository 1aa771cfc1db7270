// The page: what is typed is translated, and what came of it is shown.

import * as api from "./api.js";
import { find, later, make, openDialog } from "./dom.js";
import * as files from "./files.js";
import * as glossary from "./glossary.js";
import { linkOnHover, linkUnderPointer, markUp } from "./marks.js";
import { recall, remember } from "./memory.js";
import * as stage from "./stage.js";
import * as theme from "./theme.js";

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
let models = [];
let asking = null;
let shown = "";
let mayAskForKey = true;

const markup = () => document.querySelector("input[name=markup]:checked")?.value ?? "none";
const languages = () => ({ source: find("from").value, target: find("to").value });

function showSource(constraints = []) {
  mirror.replaceChildren(...markUp(source.value, constraints, "source"), "\u200b");
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
  target.replaceChildren(...markUp(translation.translation, constraints, "target"));
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
  find("status").textContent = "";
  showNotes([]);
  shown = "";
}

async function translate() {
  asking?.abort();
  remember(KEPT, { text: source.value, markup: markup() });
  if (!source.value.trim()) return showNothing();
  const asked = (asking = new AbortController());
  document.body.classList.add("busy");
  const fields = { text: source.value, markup: markup(), glossary: glossary.entries(), ...languages() };
  try {
    const answer = await api.translate(fields, asked.signal);
    if (asked === asking) showTranslation(answer);
  } catch (error) {
    if (error.name === "AbortError") return;
    find("status").textContent = "";
    fail(error);
  } finally {
    if (asked === asking) document.body.classList.remove("busy");
  }
}

const translateSoon = later(450, translate);

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
}

function fillMarkups(names, chosen) {
  const labels = { none: "Plain", xml: "XML", html: "HTML", markdown: "Markdown" };
  find("markup").append(
    ...names.map((name) =>
      make(
        "label",
        {},
        make("input", { type: "radio", name: "markup", value: name, checked: name === chosen, onchange: translate }),
        labels[name] ?? name,
      ),
    ),
  );
}

function useExample() {
  source.value = EXAMPLE.text;
  document.querySelector(`input[name=markup][value=${EXAMPLE.markup}]`).checked = true;
  glossary.replace(EXAMPLE.terms, false);
  translate();
}

async function start() {
  const answer = await api.models();
  models = answer.models;
  fill(find("from"), [...new Map(models.map((model) => [model.source, model.source_name]))]);
  fillTargets();
  const kept = recall(KEPT);
  fillMarkups(answer.markups, kept?.markup ?? "none");
  files.setFormats(answer.formats);
  source.value = kept?.text ?? "";
  if (kept === null && glossary.isEmpty()) useExample();
  else translate();
}

async function begin() {
  const settings = await api.settings();
  find("key-button").hidden = !settings.keyRequired;
  if (settings.keyRequired && !api.hasKey()) openDialog(find("key-dialog"));
  else await start();
}

function setUp() {
  theme.setUp();
  stage.setUp();
  glossary.setUp(translateSoon, languages);
  files.setUp(languages, glossary.entries);
  linkOnHover(target);
  linkUnderPointer(source, mirror);
  source.addEventListener("input", () => {
    showSource();
    translateSoon();
  });
  source.addEventListener("scroll", () => {
    mirror.scrollTop = source.scrollTop;
  });
  find("translate").onclick = translate;
  find("example").onclick = useExample;
  find("copy").onclick = async () => {
    await navigator.clipboard.writeText(shown);
    find("status").textContent = "copied";
  };
  find("from").onchange = () => {
    fillTargets();
    translate();
  };
  find("to").onchange = translate;
  find("controls").onsubmit = (event) => event.preventDefault();
  find("key-button").onclick = () => openDialog(find("key-dialog"));
  find("key-cancel").onclick = () => find("key-dialog").close();
  find("key-dialog").addEventListener("close", closeKey);
  document.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) translate();
  });
  for (const name of ["dragover", "drop"]) window.addEventListener(name, (event) => event.preventDefault());
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

setUp();
begin().catch(fail);
