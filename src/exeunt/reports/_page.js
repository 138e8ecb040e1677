"use strict";
(() => {
  // Closed, unless it needs somebody: the first three that are not mended stay open.
  let open = 0;
  document.querySelectorAll(".found > li").forEach((item) => {
    const needed = !item.classList.contains("mended") && open < 3;
    item.querySelector("details").open = needed;
    open += needed;
  });
  document.querySelectorAll("section > details").forEach((one) => { one.open = false; });

  // A link to a card shows it.
  const arrive = () => {
    const item = document.querySelector(`.found > ${location.hash || "#none"}`);
    if (item) item.querySelector("details").open = true;
  };
  addEventListener("hashchange", arrive);
  arrive();

  // The head of a column sorts by it; once more, the other way round.
  const value = (row, place) => {
    const cell = row.children[place];
    return cell.dataset.value === undefined ? cell.textContent : Number(cell.dataset.value);
  };
  const compare = (a, b) =>
    typeof a === "number" ? a - b : a.localeCompare(b, undefined, { numeric: true });
  document.querySelectorAll("table.sorted").forEach((table) => {
    const heads = [...table.tHead.rows[0].cells];
    const body = table.tBodies[0];
    if (body.rows.length < 2) return;
    heads.forEach((head, place) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = head.textContent;
      head.replaceChildren(button);
      button.addEventListener("click", () => {
        const before = head.getAttribute("aria-sort");
        const first = head.classList.contains("count") ? "descending" : "ascending";
        const other = { ascending: "descending", descending: "ascending" };
        const order = before ? other[before] : first;
        heads.forEach((one) => one.removeAttribute("aria-sort"));
        head.setAttribute("aria-sort", order);
        const sign = order === "ascending" ? 1 : -1;
        const rows = [...body.rows];
        rows.sort((a, b) => sign * compare(value(a, place), value(b, place)));
        body.append(...rows);
      });
    });
  });

  // The reader's own time, where it differs.
  document.querySelectorAll("time[datetime]").forEach((one) => {
    const at = new Date(one.dateTime);
    if (!isNaN(at)) one.title = `${at.toLocaleString()} where you are`;
  });
})();
