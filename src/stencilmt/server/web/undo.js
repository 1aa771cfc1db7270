// A click that replaces what someone wrote can be taken back, and taking back as well.

import { make } from "./dom.js";

// Swap puts a state in place and returns the one that was there.
export function exchange(line, told, swap, state) {
  const before = swap(state);
  const takeBack = () => {
    exchange(line, "Undone.", swap, before);
    line.querySelector("button").focus();
  };
  line.classList.remove("bad");
  line.replaceChildren(told, make("button", { className: "quiet", textContent: "Undo", onclick: takeBack }));
}
