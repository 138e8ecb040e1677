"use strict";
(() => {
  const find = (id) => document.getElementById(id);
  const items = [...document.querySelectorAll(".found > li")];
  const texts = items.map((item) => item.textContent.toLowerCase());

  // Closed, unless it needs somebody.
  const tidy = (item) => {
    item.querySelector("details").open = item.classList.contains("violated");
  };
  const open = (item) => { item.querySelector("details").open = true; };
  document.querySelectorAll(".also").forEach((more) => { more.open = false; });
  items.forEach(tidy);

  const form = find("filter");
  if (form) {
    const empty = document.createElement("p");
    empty.className = "empty";
    empty.textContent = "No finding is like that.";
    empty.hidden = true;
    form.after(empty);
    const show = () => {
      const words = find("words").value.toLowerCase().split(/\s+/).filter(Boolean);
      const [verdict, level, clause] =
        ["verdict", "level", "clause"].map((id) => find(id).value);
      let shown = 0;
      items.forEach((item, place) => {
        const fits = (!verdict || item.classList.contains(verdict)) &&
          (!level || item.dataset.level === level) &&
          (!clause || item.dataset.clause === clause) &&
          words.every((word) => texts[place].includes(word));
        item.hidden = !fits;
        shown += fits;
      });
      empty.hidden = shown > 0;
      find("count").textContent = `${shown} of ${items.length} findings`;
    };
    form.addEventListener("input", show);
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("reset", () => setTimeout(show));
    form.hidden = false;
    show();
  }

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
    const what = block.closest("div").querySelector("dt").textContent;
    button.setAttribute("aria-label", `Copy: ${what}`);
    button.addEventListener("click", () => copy(button, block));
    block.after(button);
  });

  // A link to a finding shows it, whatever is filtered.
  const arrive = () => {
    const item = items.find((each) => `#${each.id}` === location.hash);
    if (!item) return;
    if (item.hidden) form.reset();
    setTimeout(() => { open(item); item.scrollIntoView(); });
  };
  addEventListener("hashchange", arrive);
  arrive();

  let before = [];
  addEventListener("beforeprint", () => {
    before = [...document.querySelectorAll("details:not([open])")];
    before.forEach((closed) => { closed.open = true; });
  });
  addEventListener("afterprint", () => {
    before.forEach((closed) => { closed.open = false; });
  });

  const theme = find("theme");
  const root = document.documentElement;
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
