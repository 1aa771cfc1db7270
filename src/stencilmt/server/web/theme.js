// Light, dark, or as the system has it.

import { find } from "./dom.js";
import { recall, remember } from "./memory.js";

const KEPT = "stencil-theme";
const SHOWN = { "": ["◐", "as the system"], light: ["☀", "light"], dark: ["☾", "dark"] };
const NEXT = { "": "light", light: "dark", dark: "" };

export function setUp() {
  const kept = recall(KEPT);
  let theme = Object.hasOwn(SHOWN, kept) ? kept : "";
  const apply = () => {
    if (theme) document.documentElement.dataset.theme = theme;
    else delete document.documentElement.dataset.theme;
    const [sign, name] = SHOWN[theme];
    find("theme").textContent = sign;
    find("theme").setAttribute("aria-label", `Colours: ${name}`);
    find("theme").title = `Colours: ${name}`;
  };
  find("theme").onclick = () => {
    theme = NEXT[theme];
    remember(KEPT, theme);
    apply();
  };
  apply();
}
