// Several translations in one cell, as glossary files have them: a|b are two, a\|b is one with a bar in it.

const BAR = /(\\*)\|/g;

// Backslashes only count before a bar, where two of them stand for one.
export function split(cell) {
  const parts = [];
  let [start, text] = [0, ""];
  for (const { 0: found, 1: slashes, index } of cell.matchAll(BAR)) {
    text += cell.slice(start, index) + "\\".repeat(Math.floor(slashes.length / 2));
    start = index + found.length;
    if (slashes.length % 2) text += "|";
    else {
      parts.push(text);
      text = "";
    }
  }
  return [...parts, text + cell.slice(start)];
}

export function join(targets) {
  const escaped = targets.map((target) => target.replace(BAR, "$1$1\\|"));
  const beforeBars = escaped.slice(0, -1).map((target) => target.replace(/\\+$/, "$&$&"));
  return [...beforeBars, ...escaped.slice(-1)].join("|");
}
