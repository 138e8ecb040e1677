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

  // A link to a finding shows it, whatever is filtered.
  const arrive = () => {
    const item = items.find((each) => `#${each.id}` === location.hash);
    if (!item) return;
    if (item.hidden) form.reset();
    setTimeout(() => { open(item); item.scrollIntoView(); });
  };
  addEventListener("hashchange", arrive);
  arrive();
})();
