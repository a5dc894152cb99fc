// The fleets as bars: each row is a button that takes part in the comparison. All text is written with textContent.

export default function (component) {
  const { parentElement, data, setTriggerValue } = component;
  let box = parentElement.querySelector(".sv-fleets");
  if (!box) box = parentElement.appendChild(make("div", "sv-fleets"));
  const focused = box.contains(document.activeElement) ? document.activeElement.dataset.key : null;
  const list = make("div", "sv-fleet-list");
  list.setAttribute("role", "group");
  list.setAttribute("aria-label", data.heading);
  for (const row of data.rows) list.appendChild(line(row, () => setTriggerValue("pick", row.key)));
  box.replaceChildren(make("p", "sv-fleet-head", data.heading), list);
  if (focused) [...list.children].find((node) => node.dataset.key === focused)?.focus();
}

function line(row, pick) {
  const button = make("button", `sv-fleet${row.role ? " sv-picked" : ""}${row.model ? " sv-told" : ""}${row.bound ? " sv-bound" : ""}${row.share ? "" : " sv-none"}`);
  button.type = "button";
  button.dataset.key = row.key + (row.model ? " model" : "");
  button.setAttribute("aria-pressed", String(Boolean(row.role)));
  button.style.setProperty("--line", row.line);
  button.style.setProperty("--text", row.text);
  button.onclick = pick;
  const name = make("span", "sv-fleet-name", row.name);
  if (row.tag) name.appendChild(make("em", "", ` ${row.tag}`));
  button.append(name, track(row), make("span", "sv-fleet-value", row.value), make("span", "sv-fleet-lead", row.lead));
  button.appendChild(make("span", "sv-fleet-note", row.note));
  return button;
}

function track(row) {
  const box = make("span", "sv-fleet-track");
  const bar = box.appendChild(make("span", "sv-fleet-bar"));
  bar.style.width = `${100 * row.share}%`;
  if (row.high > row.low * 1.001) {
    const band = box.appendChild(make("span", "sv-fleet-band"));
    band.style.left = `${100 * row.low}%`;
    band.style.width = `${100 * (row.high - row.low)}%`;
  }
  return box;
}

function make(tag, className, text) {
  const node = document.createElement(tag);
  if (className) node.className = className;
  if (text !== undefined) node.textContent = text;
  return node;
}
