// Constraints in a text: where they stand, how they look, and the link between the two sides.

import { make } from "./dom.js";

export const kindOf = (constraint) => (["term", "placeholder"].includes(constraint.kind) ? constraint.kind : "tag");

// The server counts characters as Python does; JavaScript would count an emoji twice.
export const characters = (text) => Array.from(text);

export function markUp(text, constraints, side) {
  const points = characters(text);
  const spans = constraints.map((constraint) => [...constraint[`${side}_span`], constraint]);
  const edges = [...new Set([0, points.length, ...spans.flatMap(([start, end]) => [start, end])])].sort(
    (a, b) => a - b,
  );
  return edges.slice(0, -1).map((start, index) => {
    const piece = points.slice(start, edges[index + 1]).join("");
    const over = spans.filter(([first, last]) => first <= start && start < last);
    if (!over.length) return document.createTextNode(piece);
    const inner = over.reduce((best, span) => (span[1] - span[0] < best[1] - best[0] ? span : best))[2];
    const title = inner.kind === "term" ? `${inner.source} → ${inner.target}` : inner.source;
    return make(
      "span",
      {
        className: `mark ${kindOf(inner)}`,
        title,
        data: { symbols: over.map((span) => span[2].symbol).join(" ") },
      },
      piece,
    );
  });
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
