// The server's API, with the key where one is needed.

import { recall, remember } from "./memory.js";

const KEPT = "stencil-key";
let key = recall(KEPT, "sessionStorage") ?? "";

export const hasKey = () => key !== "";
export function setKey(value) {
  key = value.trim();
  remember(KEPT, key, "sessionStorage");
}

async function ask(path, options = {}) {
  const headers = { ...options.headers, ...(key && { Authorization: `Bearer ${key}` }) };
  const response = await fetch(path, { ...options, headers });
  if (response.ok) return response;
  const problem = await response.json().catch(() => ({}));
  const error = new Error(problem.error || problem.message || `the server answered ${response.status}`);
  throw Object.assign(error, { status: response.status });
}

function form(fields) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined) body.append(name, value instanceof File ? value : String(value));
  }
  return { method: "POST", body };
}

const json = async (path, options) => (await ask(path, options)).json();

export const settings = () => json("/frontend/settings");
export const description = () => json("/openapi.json");
export const models = () => json("/v1/models");
export const translate = (fields, signal) =>
  json("/v1/translate", {
    method: "POST",
    signal,
    body: JSON.stringify(fields),
    headers: { "Content-Type": "application/json" },
  });
export const readGlossary = (file, pair) => json("/v1/glossary", form({ file, ...pair }));
export const upload = (file, pair, glossary) => json("/v1/documents", form({ file, ...pair, glossary }));
export const progress = (id) => json(`/v1/documents/${id}`);
export const download = async (id) => (await ask(`/v1/documents/${id}/result`)).blob();
