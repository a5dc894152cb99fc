// The live chart: keeps one Plotly node and feeds it with Plotly.react, so zoom survives every change.
// All text from the server is written with textContent; Plotly texts are escaped by the server.

const NARROW = 560; // px of the element's own width; two panels need TWO_PANELS
const TWO_PANELS = 700;
const LINE_SHARE = 0.82; // of the wide line widths and knot sizes, on a narrow chart
const KNOT_SHARE = 0.72;
const CLICK_PX = 4; // a longer way of the pointer is a drag
const DOUBLE_CLICK_MS = 300;
const PAPER = 1180; // px of a chart on paper, where page.css draws all smaller; a little less than A4 or Letter is long
const FOLDED = { error: "how sure the model is", omitted: "what is left out" }; // tone of the words -> what they tell

const charts = new WeakMap(); // parentElement -> chart

export default function (component) {
  const { parentElement, data, setTriggerValue } = component;
  let chart = charts.get(parentElement);
  if (!chart) charts.set(parentElement, (chart = build(parentElement)));
  chart.send = setTriggerValue;
  if (!same(chart.sent, data)) {
    chart.sent = data;
    chart.payload = JSON.parse(new TextDecoder().decode(data));
    show(chart);
  }
  return () => dispose(chart, parentElement);
}

// A rerun that changes nothing here draws nothing.
function same(one, other) {
  return one !== undefined && one.length === other.length && one.every((byte, k) => byte === other[k]);
}

// --- the element -----------------------------------------------------------------------------------------------

function build(parent) {
  const root = make("div", "sv");
  const chart = { root, sequence: 0, hidden: new Set(), panel: 0, zoom: {}, send: () => {}, wired: false,
    gone: new AbortController() };
  chart.switches = root.appendChild(make("div", "sv-switches"));
  const stage = root.appendChild(make("div", "sv-stage"));
  chart.plot = stage.appendChild(make("div", "sv-plot"));
  chart.plot.setAttribute("role", "img");
  chart.message = stage.appendChild(make("div", "sv-message"));
  const below = root.appendChild(make("div", "sv-below"));
  chart.ranking = below.appendChild(make("table", "sv-ranking"));
  const side = below.appendChild(make("div", "sv-side"));
  chart.words = side.appendChild(make("p", "sv-words"));
  chart.fold = side.appendChild(make("details", "sv-fold"));
  chart.fold.append(make("summary"), make("p", "sv-words"));
  below.appendChild(saveButtons(chart));
  chart.status = root.appendChild(make("p", "sv-unseen"));
  chart.status.setAttribute("role", "status");
  chart.observer = new ResizeObserver(() => resized(chart));
  parent.appendChild(root);
  chart.observer.observe(root);
  return chart;
}

function make(tag, className, text) {
  const node = document.createElement(tag);
  if (className) node.className = className;
  if (text !== undefined) node.textContent = text;
  return node;
}

function button(className, text, onClick) {
  const node = make("button", className, text);
  node.type = "button";
  node.onclick = onClick;
  return node;
}

function dispose(chart, parent) {
  chart.sequence += 1; // a late load draws nothing
  chart.observer.disconnect();
  chart.gone.abort();
  if (window.Plotly) window.Plotly.purge(chart.plot);
  chart.root.remove();
  charts.delete(parent);
}

function show(chart) {
  const { theme, alt } = chart.payload;
  for (const [name, colour] of Object.entries(theme)) chart.root.style.setProperty(`--sv-${name}`, colour);
  chart.root.style.setProperty("color-scheme", theme.scheme);
  chart.plot.setAttribute("aria-label", alt);
  chart.form = formOf(chart);
  keepZoom(chart);
  chart.root.classList.toggle("sv-narrow", chart.root.clientWidth < NARROW);
  chart.report.hidden = !chart.payload.report;
  showSwitches(chart);
  showMessage(chart);
  showRanking(chart);
  showWords(chart);
  draw(chart);
  chart.width = chart.root.clientWidth;
  followTheme(chart);
  tell(chart);
}

// Who does not see the page hears the new headline after a change; the first one is read with the page.
function tell(chart) {
  const { title } = chart.payload;
  if (chart.headline !== undefined && chart.headline !== title) chart.status.textContent = title;
  chart.headline = title;
}

// The server colours by the theme it last heard of; one event tells it of another one.
function followTheme(chart) {
  const background = getComputedStyle(chart.root).getPropertyValue("--st-background-color").trim();
  const hex = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})/i.exec(background);
  if (!hex) return;
  const [red, green, blue] = hex.slice(1).map((part) => parseInt(part, 16));
  const scheme = 0.3 * red + 0.6 * green + 0.1 * blue < 128 ? "dark" : "light";
  if (scheme !== chart.payload.theme.scheme && scheme !== chart.told) chart.send("theme", scheme);
  chart.told = scheme;
}

function resized(chart) {
  if (!chart.payload || !chart.root.clientWidth) return;
  if (formOf(chart) !== chart.form) return show(chart);
  if (chart.width === chart.root.clientWidth) return;
  chart.width = chart.root.clientWidth;
  cancelAnimationFrame(chart.frame);
  chart.frame = requestAnimationFrame(() => chart.wired && window.Plotly.Plots.resize(chart.plot));
}

function formOf(chart) {
  const needed = chart.payload.figure.panels.length > 1 ? TWO_PANELS : NARROW;
  return chart.root.clientWidth < needed ? "narrow" : "wide";
}

// --- the picture -----------------------------------------------------------------------------------------------

function loadPlotly(path) {
  if (window.Plotly) return Promise.resolve(window.Plotly);
  if (!window.scovillePlotly) {
    window.scovillePlotly = new Promise((resolve, reject) => {
      const script = document.createElement("script");
      script.src = new URL(path, document.baseURI).href;
      script.onload = () => (window.Plotly ? resolve(window.Plotly) : reject(new Error("no Plotly in " + path)));
      script.onerror = () => reject(new Error("cannot load " + path));
      document.head.appendChild(script);
    });
  }
  return window.scovillePlotly;
}

async function draw(chart) {
  const turn = ++chart.sequence;
  try {
    const Plotly = await loadPlotly(chart.payload.plotly);
    if (turn !== chart.sequence) return;
    await Plotly.react(chart.plot, tracesOf(chart), layoutOf(chart), configOf(chart, Plotly));
    if (turn !== chart.sequence) return;
    if (!chart.wired) {
      wire(chart);
      showMessage(chart);
    }
    chart.root.dataset.drawn = String(Number(chart.root.dataset.drawn || 0) + 1);
  } catch (error) {
    window.scovillePlotly = undefined; // the next change tries again
    chart.message.replaceChildren(make("p", "", `The chart cannot be drawn: ${error.message}.`));
    chart.message.hidden = false;
  }
}

function tracesOf(chart) {
  const { data } = chart.payload.figure;
  const shown = data.filter((trace) => isShown(chart, trace.meta));
  return shown.map((trace) => dimmed(chart, chart.form === "narrow" ? slim(trace) : trace));
}

function isShown(chart, meta) {
  if (chart.form === "narrow" && (meta.layer === "dust" || meta.panel !== chart.panel)) return false;
  if (meta.layer === "bracket") return !meta.keys.some((key) => chart.hidden.has(key));
  return !chart.hidden.has(meta.key);
}

function slim(trace) {
  const thin = { ...trace, xaxis: "x", yaxis: "y" };
  if (trace.line) thin.line = { ...trace.line, width: trace.line.width * LINE_SHARE };
  if (trace.marker) thin.marker = { ...trace.marker, size: scaled(trace.marker.size, KNOT_SHARE) };
  return thin;
}

function scaled(size, share) {
  return Array.isArray(size) ? size.map((value) => value * share) : size * share;
}

// A trace with points of several curves (meta.runs) loses those of the hidden ones.
function dimmed(chart, trace) {
  if (!trace.meta.runs || !chart.hidden.size) return trace;
  const each = (shown, hidden) =>
    trace.meta.runs.flatMap(([key, count]) => Array(count).fill(chart.hidden.has(key) ? hidden : shown));
  const hoverinfo = each(trace.hoverinfo, "skip");
  if (!trace.marker) return { ...trace, hoverinfo };
  return { ...trace, hoverinfo, marker: { ...trace.marker, opacity: each(trace.marker.opacity, 0) } };
}

function layoutOf(chart) {
  const source = sourceOf(chart);
  const annotations = source.annotations.filter((note) => !namesHidden(chart, note));
  const family = getComputedStyle(chart.root).fontFamily;
  const layout = { ...source, annotations, font: { ...source.font, family } };
  layout.hoverlabel = { ...source.hoverlabel, font: { ...source.hoverlabel.font, family } };
  for (const name of axisNames(source)) layout[name] = axisOf(chart, name, source[name]);
  return layout;
}

function namesHidden(chart, note) {
  return (note.name || "").split(" ").slice(1).some((key) => chart.hidden.has(key));
}

function axisNames(layout) {
  return Object.keys(layout).filter((name) => /^[xy]axis\d*$/.test(name));
}

// Own ticks for the whole range; Plotly's where the visitor has zoomed. An empty answer keeps the last range.
function axisOf(chart, name, source) {
  // Plotly writes into the range it gets, and the zoom is kept here, not by its uirevision.
  const axis = { ...source, range: [...source.range], uirevision: chart.sequence };
  const before = chart.plot.layout && chart.plot.layout[name];
  if (chart.payload.figure.empty && before && before.type === axis.type) {
    Object.assign(axis, { range: [...before.range], tickvals: before.tickvals, ticktext: before.ticktext });
  } else if (chart.zoom[name]) {
    Object.assign(axis, { range: [...chart.zoom[name]], tickvals: undefined, ticktext: undefined, nticks: 8, tickformat: "~s" });
  }
  return axis;
}

function configOf(chart, Plotly) {
  chart.configs ||= {
    wide: config(chart, Plotly, true),
    narrow: config(chart, Plotly, false),
  };
  return chart.configs[chart.form];
}

function config(chart, Plotly, wide) {
  const save = { name: "save", title: "Download as PNG", icon: Plotly.Icons.camera, click: () => download(chart, "png") };
  const home = { name: "home", title: "Whole range", icon: Plotly.Icons.home, click: () => unzoom(chart) };
  const buttons = [[save, "zoom2d", "pan2d", home]];
  return { displaylogo: false, displayModeBar: wide ? "hover" : false, modeBarButtons: buttons, scrollZoom: wide,
    doubleClick: false, responsive: false, showTips: false };
}

// --- what the visitor does -------------------------------------------------------------------------------------

function wire(chart) {
  chart.wired = true;
  chart.plot.on("plotly_click", (event) => clickedPoint(chart, event));
  chart.plot.on("plotly_relayout", () => zoomChanged(chart));
  chart.plot.addEventListener("pointerdown", (event) => pressed(chart, event), true);
  window.addEventListener("beforeprint", () => onPaper(chart, PAPER), { signal: chart.gone.signal });
  window.addEventListener("afterprint", () => onPaper(chart, chart.root.clientWidth), { signal: chart.gone.signal });
  window.addEventListener("pointerup", (event) => released(chart, event), { capture: true, signal: chart.gone.signal });
}

// A page is printed without the resizing that a narrower window would bring; a phone's chart fits as it is.
function onPaper(chart, width) {
  if (chart.form === "wide") window.Plotly.relayout(chart.plot, { width });
}

function clickedPoint(chart, event) {
  const id = event.points[0].customdata;
  if (id === undefined) return;
  chart.press = undefined;
  chart.send("point", id);
}

function pressed(chart, event) {
  const onPlot = event.button === 0 && event.target.closest && event.target.closest(".draglayer");
  clearTimeout(chart.waiting);
  const again = onPlot && isZoomed(chart) && event.timeStamp - (chart.released || -Infinity) < DOUBLE_CLICK_MS;
  if (again) unzoom(chart);
  chart.press = onPlot && !again ? { x: event.clientX, y: event.clientY } : undefined;
}

// A click that Plotly did not give to a point pins the speed; zoomed, it waits whether a double click follows.
function released(chart, event) {
  const press = chart.press;
  if (!press || Math.hypot(event.clientX - press.x, event.clientY - press.y) > CLICK_PX) return;
  chart.released = event.timeStamp;
  chart.waiting = setTimeout(() => {
    if (chart.press !== press) return;
    chart.press = undefined;
    const x = valueAt(chart.plot, press.x, press.y);
    if (x > 0) choose(chart, "pin", nearestStep(chart.payload.pin.steps, x), chart.payload.pin.usual);
  }, isZoomed(chart) ? DOUBLE_CLICK_MS : 0);
}

function valueAt(plot, clientX, clientY) {
  const box = plot.getBoundingClientRect();
  const [left, top] = [clientX - box.left, clientY - box.top];
  const layout = plot._fullLayout;
  const within = (axis, at) => axis && at >= axis._offset && at <= axis._offset + axis._length;
  const pairs = [[layout.xaxis, layout.yaxis], [layout.xaxis2, layout.yaxis2]];
  const hit = pairs.find(([x, y]) => within(x, left) && within(y, top));
  return hit && hit[0].p2d(left - hit[0]._offset);
}

function nearestStep(steps, x) {
  const far = (step) => Math.abs(Math.log(Number(step) / x));
  return steps.reduce((best, step) => (far(step) < far(best) ? step : best));
}

function highlight(chart, row) {
  const again = new URL(location.href).searchParams.get("highlight") === row.label;
  choose(chart, "highlight", again ? "" : row.label, "");
}

// The address takes the value before Streamlit writes it there itself, which would add an entry to the history.
function choose(chart, name, label, usual) {
  const address = new URL(location.href);
  if (label === usual) address.searchParams.delete(name);
  else address.searchParams.set(name, label);
  history.replaceState(history.state, "", address);
  chart.send(name, label);
}

// The zoom belongs to the choice of axes and form; with another choice it is dropped.
function keepZoom(chart) {
  const { uirevision } = sourceOf(chart);
  if (uirevision !== chart.revision) chart.zoom = {};
  chart.revision = uirevision;
}

function sourceOf(chart) {
  const { figure } = chart.payload;
  return chart.form === "narrow" ? figure.narrow[chart.panel] : figure.wide;
}

function zoomChanged(chart) {
  const before = Object.keys(chart.zoom).length;
  const source = sourceOf(chart);
  chart.zoom = {};
  for (const name of axisNames(source)) {
    const { range } = chart.plot.layout[name];
    if (differs(range, source[name].range)) chart.zoom[name] = [...range];
  }
  if (Object.keys(chart.zoom).length !== before) draw(chart);
}

function unzoom(chart) {
  chart.zoom = {};
  draw(chart);
}

function isZoomed(chart) {
  return Object.keys(chart.zoom).length > 0;
}

function differs(one, two) {
  const span = Math.abs(two[1] - two[0]);
  return one.some((end, k) => Math.abs(end - two[k]) > 1e-3 * span);
}

// --- what stands around the picture ----------------------------------------------------------------------------

function showSwitches(chart) {
  const { panels } = chart.payload.figure;
  const needed = panels.length > 1 && chart.form === "narrow";
  chart.panel = needed ? Math.min(chart.panel, panels.length - 1) : 0;
  const buttons = panels.map((title, k) => {
    const node = button("sv-switch", title, () => { chart.panel = k; show(chart); });
    node.setAttribute("aria-pressed", String(k === chart.panel));
    return node;
  });
  chart.switches.hidden = !needed;
  chart.switches.replaceChildren(...(needed ? buttons : []));
}

function showMessage(chart) {
  const { message } = chart.payload;
  const waiting = !message && !chart.wired;
  chart.message.hidden = !message && !waiting;
  if (waiting) chart.message.replaceChildren(make("p", "sv-muted", "Loading the chart…"));
  if (!message) return;
  const undo = message.buttons.map(([text, value]) => button("sv-undo", text, () => chart.send("undo", value)));
  chart.message.replaceChildren(make("p", "", message.text), ...undo);
}

function showWords(chart) {
  const { words } = chart.payload;
  const span = ([text, tone]) => make("span", `sv-${tone}`, `${text} `);
  const folded = words.filter(([, tone]) => FOLDED[tone]);
  chart.words.replaceChildren(...words.filter(([, tone]) => !FOLDED[tone]).map(span));
  chart.fold.hidden = !folded.length;
  chart.fold.firstChild.textContent = `More: ${folded.map(([, tone]) => FOLDED[tone]).join(", ")}`;
  chart.fold.lastChild.replaceChildren(...folded.map(span));
}

function saveButtons(chart) {
  const row = make("p", "sv-save", "Picture: ");
  for (const format of ["png", "svg"]) {
    const node = button("", format.toUpperCase(), () => download(chart, format));
    node.setAttribute("aria-label", `Download the chart as ${format.toUpperCase()}`);
    row.append(node, " ");
  }
  const link = button("", "Copy link", () => copyLink(chart, link));
  chart.note = make("span", "sv-note");
  chart.note.setAttribute("role", "status");
  chart.report = button("", "Report", () => report(chart));
  chart.report.title = "This page as a Markdown file: figure, ranking, words, watts and prices, sources, link";
  row.append("\u2003", link, " ", chart.report, chart.note);
  return row;
}

async function copyLink(chart, node) {
  try {
    await navigator.clipboard.writeText(location.href);
    node.textContent = "Link copied";
  } catch {
    node.textContent = "Not allowed here: copy the address bar";
  }
  chart.status.textContent = node.textContent;
  setTimeout(() => { node.textContent = "Copy link"; }, 3000);
}

async function download(chart, format) {
  save(await picture(chart, format), `${chart.payload.filename}.${format}`);
}

// The server writes and escapes the words; the figure, the address and the day are added here.
async function report(chart) {
  const { report: words, filename } = chart.payload;
  const figure = await asData(await picture(chart, "png"));
  const [first, second, last] = words.citation;
  const address = `<${location.origin}${location.pathname}${words.query.slice(1)}>`;
  const day = new Date().toISOString().slice(0, 10);
  const parts = [words.before, `![${words.title}](${figure})`, words.after, "## Link and citation",
    `${first} ${day}${second} ${address}${last}`, `Relative link: \`${words.query}\``];
  save(new Blob([`${parts.join("\n\n")}\n`], { type: "text/markdown" }), `${filename}.md`);
}

// The picture with headline and sub-line above it and the page's font inside, so that it stands alone.
async function picture(chart, format) {
  const { clientWidth: width, clientHeight } = chart.plot;
  const { layout, above } = await titled(chart, width);
  const size = { width, height: clientHeight + above };
  const address = await window.Plotly.toImage({ data: chart.plot.data, layout }, { format: "svg", ...size });
  const drawing = decodeURIComponent(address.slice(address.indexOf(",") + 1));
  const style = `<style>${await fontFaces(chart)}</style>`;
  const svg = new Blob([drawing.replace(/<svg[^>]*>/, (tag) => tag + style)], { type: "image/svg+xml" });
  return format === "png" ? asPng(svg, size) : svg;
}

async function titled(chart, width) {
  const { title, subtitle, theme } = chart.payload;
  const { layout } = chart.plot;
  const narrow = chart.form === "narrow";
  const [big, small] = narrow ? [17, 12] : [22, 13];
  const family = getComputedStyle(chart.root).fontFamily;
  const room = width - 12;
  const parts = [[folded(title, `700 ${big}px ${family}`, room), big, theme.ink, true],
    [folded(subtitle, `400 ${small}px ${family}`, room), small, theme.muted, false]];
  const annotations = [...layout.annotations];
  const above = 16 + parts.reduce((sum, [lines, font]) => sum + lines.length * font * 1.3, 0);
  let top = layout.margin.t + above - 8;
  for (const [lines, font, color, bold] of parts) {
    const text = lines.map(escaped).join("<br>");
    annotations.push({ text: bold ? `<b>${text}</b>` : text, xref: "paper", yref: "paper", x: 0, y: 1, xanchor: "left",
      yanchor: "top", align: "left", xshift: 4 - layout.margin.l, yshift: top, borderpad: 0, showarrow: false,
      font: { size: font, color, family } });
    top -= lines.length * font * 1.3;
  }
  const margin = { ...layout.margin, t: layout.margin.t + above };
  const height = layout.height + above;
  return { layout: { ...layout, annotations, margin, height, paper_bgcolor: theme.background }, above };
}

function folded(text, font, room) {
  const pen = document.createElement("canvas").getContext("2d");
  pen.font = font;
  const lines = [];
  for (const word of text.split(" ").filter(Boolean)) {
    const longer = lines.length ? `${lines[lines.length - 1]} ${word}` : word;
    if (lines.length && pen.measureText(longer).width <= room) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

function escaped(text) {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
}

// The page's font as data, since a picture cannot load one; nothing where the browser does not give it.
async function fontFaces(chart) {
  const plain = (name) => name.replace(/["']/g, "").trim();
  const family = plain(getComputedStyle(chart.root).fontFamily.split(",")[0]);
  const rules = [...document.styleSheets].flatMap((sheet) => {
    try { return [...sheet.cssRules].map((rule) => [rule, sheet.href || document.baseURI]); } catch { return []; }
  });
  const own = rules.filter(([rule]) => rule instanceof CSSFontFaceRule
    && plain(rule.style.getPropertyValue("font-family")) === family && rule.style.fontStyle !== "italic");
  const faces = own.map(async ([rule, base]) => {
    const found = /url\(["']?([^"')]+)["']?\)/.exec(rule.cssText);
    if (!found) return "";
    const answer = await fetch(new URL(found[1], base));
    return rule.cssText.replace(found[1], await asData(await answer.blob()));
  });
  return (await Promise.allSettled(faces)).map((face) => face.value || "").join("");
}

function asData(blob) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result);
    reader.onerror = reject;
    reader.readAsDataURL(blob);
  });
}

async function asPng(svg, { width, height }) {
  const image = new Image();
  image.src = await asData(svg);
  await image.decode();
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width: 2 * width, height: 2 * height });
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

function save(blob, name) {
  const link = make("a");
  Object.assign(link, { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

function showRanking(chart) {
  const { ranking } = chart.payload;
  const unseen = (ranking?.rows || []).filter((row) => chart.hidden.has(row.key)).map((row) => row.name);
  chart.note.textContent = unseen.length ? `\u2003Hidden in the chart: ${unseen.join(", ")}` : "";
  chart.ranking.hidden = !ranking || !ranking.rows.length;
  if (chart.ranking.hidden) return;
  const focused = chart.ranking.contains(document.activeElement) && document.activeElement.dataset.focus;
  const head = make("thead");
  const named = (text, place) => {
    const cell = scoped(text, text === "model off" ? "sv-model" : "");
    cell.title = text === "model off" ? ranking.model : ranking.meanings[place];
    return cell;
  };
  const cells = [spanning(ranking.heading, 2, "sv-heading"), ...ranking.columns.map(named)];
  head.appendChild(make("tr")).append(...cells);
  const body = make("tbody");
  body.append(...ranking.rows.map((row) => rankingRow(chart, row)));
  chart.ranking.replaceChildren(make("caption", "sv-unseen", ranking.caption), head, body);
  if (focused) chart.ranking.querySelector(`[data-focus="${CSS.escape(focused)}"]`)?.focus();
}

function scoped(text, className) {
  const cell = make("th", className, text);
  cell.scope = "col";
  return cell;
}

function spanning(text, columns, className) {
  const cell = scoped(text, className);
  cell.colSpan = columns;
  return cell;
}

function rankingRow(chart, row) {
  const line = make("tr", chart.hidden.has(row.key) ? "sv-hidden" : "");
  line.title = [chart.hidden.has(row.key) && "hidden in the chart", row.title].filter(Boolean).join("; ");
  line.append(nameCell(chart, row));
  const { model, columns } = chart.payload.ranking;
  const alone = row.missing && !row.model && !row.watts; // the message has the rest of the row
  if (row.missing) line.append(messageCell(row.missing, alone ? columns.length + 1 : 4));
  else line.append(barCell(row), valueCell(row), ...[row.lead, row.first].map((text) => make("td", "", text)));
  if (model && !alone) line.append(make("td", "sv-model", row.model));
  if (!alone) line.append(make("td", "sv-watts", row.watts));
  if (row.drawn) line.onclick = (event) => event.target.closest("input, button") || highlight(chart, row);
  return line;
}

function nameCell(chart, row) {
  const cell = make("th", row.key.startsWith("yours:") ? "sv-name sv-own" : "sv-name");
  cell.scope = "row";
  cell.style.setProperty("--line", row.line);
  cell.style.setProperty("--text", row.text);
  if (!row.drawn) {
    cell.append(make("span", "sv-plain", row.name));
    return cell;
  }
  const box = make("input");
  Object.assign(box, { type: "checkbox", checked: !chart.hidden.has(row.key), title: `Show ${row.name}` });
  box.setAttribute("aria-label", `Show ${row.name} in the chart`);
  box.dataset.focus = `box ${row.key}`;
  box.onchange = () => { chart.hidden[box.checked ? "delete" : "add"](row.key); showRanking(chart); draw(chart); };
  const name = button("", row.name, () => highlight(chart, row));
  name.setAttribute("aria-pressed", String(row.highlighted));
  name.dataset.focus = `name ${row.key}`;
  cell.append(box, name);
  return cell;
}

function messageCell(text, columns) {
  const cell = make("td", "sv-missing", text);
  cell.colSpan = columns;
  return cell;
}

function barCell(row) {
  const cell = make("td", "sv-bar");
  const track = cell.appendChild(make("div", row.modelled ? "sv-track sv-dashed" : "sv-track"));
  track.style.setProperty("--line", row.line);
  track.setAttribute("aria-hidden", "true");
  for (const [className, share] of [["sv-ghost", row.ghost], ["sv-high", row.high], ["sv-low", row.low]]) {
    if (share) track.appendChild(make("div", className)).style.width = `${100 * share}%`;
  }
  return cell;
}

function valueCell(row) {
  const cell = make("td", "sv-value", row.value);
  if (row.note) cell.append(" ", make("small", "", row.note));
  return cell;
}
