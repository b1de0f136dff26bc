"use strict";
const tables = [...document.querySelectorAll("table.cases")];
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
      const down = head.getAttribute("aria-sort") !== "descending";
      for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      const rows = [...table.tBodies[0].rows].sort((a, b) => {
        const [one, other] = [value(a, at), value(b, at)];
        const order = typeof one === "number" ? one - other : one.localeCompare(other);
        return down ? -order : order;
      });
      table.tBodies[0].append(...rows);
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
