// The OpenAPI document, made readable.

import { description } from "./api.js";
import { find, make } from "./dom.js";
import * as theme from "./theme.js";

let schemas = {};
const known = (schema) => (schema?.$ref ? schemas[schema.$ref.split("/").pop()] : (schema ?? {}));

function kind(schema) {
  const type = known(schema);
  if (type.oneOf) return [...new Set(type.oneOf.map(kind))].join(" or ");
  if (type.enum) return type.enum.join(" | ");
  if (type.type === "array") return `list of ${schema.items?.$ref?.split("/").pop() ?? kind(type.items)}`;
  return type.format === "binary" ? "file" : (schema.$ref?.split("/").pop() ?? type.type ?? "object");
}

function sample(schema, depth = 0) {
  const type = known(schema);
  if (type.oneOf) return sample(type.oneOf[0], depth);
  if (type.enum) return type.enum[0];
  if (type.type === "array") return depth > 5 ? [] : [sample(type.items, depth + 1)];
  if (type.type === "object")
    return Object.fromEntries(
      Object.entries(type.properties ?? {}).map(([name, item]) => [name, sample(item, depth + 1)]),
    );
  return { integer: 0, number: 0, boolean: true, string: "…" }[type.type] ?? null;
}

const line = (name, type, about) =>
  make("tr", {}, ...[name, type, about].map((textContent) => make("td", { textContent })));

function fields(operation) {
  const rows = (operation.parameters ?? []).map((item) =>
    line(`${item.name}${item.required ? " *" : ""}`, `${kind(item.schema)}, in the ${item.in}`, item.description ?? ""),
  );
  const content = operation.requestBody?.content ?? {};
  const body = known(Object.values(content)[0]?.schema);
  for (const [name, schema] of Object.entries(body.properties ?? {})) {
    rows.push(line(`${name}${body.required?.includes(name) ? " *" : ""}`, kind(schema), schema.description ?? ""));
  }
  const parts = rows.length
    ? [make("h3", { textContent: "Fields" }), make("table", {}, make("tbody", {}, ...rows))]
    : [];
  return Object.keys(content).length
    ? [...parts, make("p", { className: "faint", textContent: `Sent as ${Object.keys(content).join(", ")}` })]
    : parts;
}

function answers(operation) {
  const [status, response] = Object.entries(operation.responses)[0];
  const [type, content] = Object.entries(response.content ?? {})[0] ?? [];
  const heading = make("h3", { textContent: `Answer ${status}${type ? `, ${type}` : ""}` });
  return type === "application/json"
    ? [heading, make("pre", { textContent: JSON.stringify(sample(content.schema), null, 2) })]
    : [heading];
}

function endpoint(path, verb, operation) {
  const summary = make(
    "summary",
    {},
    make("span", { className: `verb ${verb}`, textContent: verb.toUpperCase() }),
    make("code", { textContent: path }),
    make("span", { className: "faint", textContent: operation.summary }),
  );
  const about = operation.description ? [make("p", { className: "faint", textContent: operation.description })] : [];
  return make(
    "details",
    {},
    summary,
    make("div", { className: "inside" }, ...about, ...fields(operation), ...answers(operation)),
  );
}

async function start() {
  const document = await description();
  schemas = document.components.schemas;
  const groups = new Map();
  for (const [path, verbs] of Object.entries(document.paths)) {
    for (const [verb, operation] of Object.entries(verbs)) {
      groups.set(operation.tags[0], [...(groups.get(operation.tags[0]) ?? []), endpoint(path, verb, operation)]);
    }
  }
  const sections = [...groups].flatMap(([name, items]) => [
    make("h2", { className: "group", textContent: name }),
    ...items,
  ]);
  find("docs").replaceChildren(make("p", { textContent: document.info.description }), ...sections);
}

function complain(error) {
  const textContent = `The description of the API could not be read: ${error.message}`;
  find("docs").replaceChildren(make("p", { className: "bad", role: "alert", textContent }));
}

theme.setUp();
start().catch(complain);
