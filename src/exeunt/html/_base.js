"use strict";
(() => {
  const root = document.documentElement;

  // What is copied is what is seen.
  const copy = async (button, block) => {
    try {
      await navigator.clipboard.writeText(block.textContent);
      button.textContent = "Copied";
    } catch {
      getSelection().selectAllChildren(block);
      button.textContent = "Selected";
    }
    setTimeout(() => { button.textContent = "Copy"; }, 2000);
  };
  document.querySelectorAll("pre.copy").forEach((block) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = "Copy";
    const named = block.closest("div").querySelector("dt");
    const what = block.dataset.what || named.textContent;
    button.setAttribute("aria-label", `Copy: ${what}`);
    button.addEventListener("click", () => copy(button, block));
    block.after(button);
  });

  let before = [];
  addEventListener("beforeprint", () => {
    before = [...document.querySelectorAll("details:not([open])")];
    before.forEach((closed) => { closed.open = true; });
  });
  addEventListener("afterprint", () => {
    before.forEach((closed) => { closed.open = false; });
  });

  const theme = document.getElementById("theme");
  const isDark = () => root.dataset.theme
    ? root.dataset.theme === "dark"
    : matchMedia("(prefers-color-scheme: dark)").matches;
  const name = () => { theme.textContent = isDark() ? "Light" : "Dark"; };
  theme.addEventListener("click", () => {
    root.dataset.theme = isDark() ? "light" : "dark";
    name();
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", name);
  theme.hidden = false;
  name();
})();
