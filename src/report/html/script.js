"use strict";
const tables = [...document.querySelectorAll("table.cases:not(.aside .cases)")];
const sizes = tables.map((table) => table.tBodies[0].rows.length);
const value = (row, at) => {
  const cell = row.cells[at];
  return cell.dataset.sort === undefined ? cell.textContent : Number(cell.dataset.sort);
};
for (const table of tables) {
  [...table.tHead.rows[0].cells].forEach((head, at) => {
    const button = document.createElement("button");
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const before = head.getAttribute("aria-sort");
      const down = before ? before === "ascending" : head.className === "n";
      for (const other of document.querySelectorAll("[aria-sort]")) other.removeAttribute("aria-sort");
      for (const one of tables) one.tHead.rows[0].cells[at].setAttribute("aria-sort", down ? "descending" : "ascending");
      const rows = tables.flatMap((one) => [...one.tBodies[0].rows]).sort((a, b) => {
        const [one, other] = [value(a, at), value(b, at)];
        const order = typeof one === "number" ? one - other : one.localeCompare(other);
        return down ? -order : order;
      });
      tables.forEach((one, place) => one.tBodies[0].append(...rows.splice(0, sizes[place])));
    });
  });
}
if (tables.length > 0) {
  const label = document.createElement("label");
  const input = document.createElement("input");
  input.type = "search";
  label.className = "filter";
  label.append("Show only rows with ", input);
  tables[0].before(label);
  input.addEventListener("input", () => {
    const words = input.value.toLowerCase();
    for (const table of tables) {
      for (const row of table.tBodies[0].rows) row.hidden = !row.textContent.toLowerCase().includes(words);
      const more = table.closest("details");
      if (more && words) more.open = true;
    }
  });
}
const unfold = () => {
  const target = document.getElementById(location.hash.slice(1));
  for (let outer = target; outer; outer = outer.parentElement) if (outer.tagName === "DETAILS") outer.open = true;
  if (target) target.scrollIntoView();
};
addEventListener("hashchange", unfold);
