// The list of claims: each row opens its claim. All text from the server is written with textContent.

export default function (component) {
  const { parentElement, data, setTriggerValue } = component;
  let box = parentElement.querySelector(".sv-claims");
  if (!box) {
    box = parentElement.appendChild(make("div", "sv-rows sv-scrolls sv-claims"));
    box.tabIndex = 0;
  }
  const open = (id) => {
    setTriggerValue("claim", id);
    const behavior = matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth";
    parentElement.closest("[data-testid=stMain]")?.scrollTo({ top: 0, behavior });
  };
  const above = make("tr");
  for (const head of Object.values(data.heads)) above.appendChild(make("th", "", head));
  const head = make("thead");
  head.appendChild(above);
  const body = make("tbody");
  for (const row of data.rows) body.appendChild(line(row, data, open));
  const table = make("table");
  table.append(head, body);
  box.replaceChildren(table);
  box.classList.toggle("sv-whole", data.rows.length <= data.whole);
}

function line(row, data, open) {
  const tr = make("tr", row.id === data.open ? "sv-open" : "");
  tr.onclick = () => window.getSelection().isCollapsed && open(row.id);
  for (const [name, head] of Object.entries(data.heads)) {
    const td = make("td", `sv-${name}${name === "verdict" ? ` sv-${row.tone}` : ""}`);
    td.dataset.head = head;
    td.append(name === "what" ? opener(row, open) : row[name]);
    tr.appendChild(td);
  }
  return tr;
}

function opener(row, open) {
  const button = make("button", "", row.what);
  button.type = "button";
  button.title = `Open ${row.id}`;
  button.onclick = (event) => {
    event.stopPropagation();
    open(row.id);
  };
  return button;
}

function make(tag, className, text) {
  const node = document.createElement(tag);
  if (className) node.className = className;
  if (text !== undefined) node.textContent = text;
  return node;
}
