// Larger arrays in a node's panel: each number in a shaded cell, or how they are spread.

function pictureOf(what, { text, facts, cells, columns, bars, ends }) {
  const line = make("div", { class: "numbers" }, make("b", {}, `${what} ${text}`), " ", make("span", { class: "target" }, facts));
  line.append(cells ? heatMap(cells.split(" "), columns) : histogram(bars, ends));
  return line;
}

// Sign and size as shade: positive in the colour of messages, negative in that of values; what is not finite in red.
function heatMap(cells, columns) {
  const most = Math.max(...cells.map((cell) => Math.abs(cell)).filter(Number.isFinite)) || 1;
  const shaded = (cell) => {
    const finite = Number.isFinite(+cell), side = !finite ? "wrong" : cell < 0 ? "value" : "message";
    return make("td", { style: `--shade: ${finite ? Math.round(45 * Math.abs(cell) / most) : 40}%; --side: var(--agl-${side})` }, cell);
  };
  const rows = Array.from({ length: cells.length / columns }, (_, row) => cells.slice(row * columns, (row + 1) * columns));
  const body = rows.map((row) => make("tr", {}, ...row.map(shaded)));
  return make("div", { class: "heat", tabindex: 0 }, make("table", {}, make("tbody", {}, ...body)));
}

function histogram(bars, ends) {
  const svg = draw("svg", { viewBox: "0 0 176 62", width: 176, height: 62, role: "img", "aria-label": `spread from ${ends[0]} to ${ends[1]}` }, make("div"));
  bars.forEach((height, place) => draw("rect", { x: place * 11, y: 46 - height * 0.44, width: 10, height: height * 0.44 }, svg));
  draw("path", { d: "M0,46.5 h175" }, svg);
  ends.forEach((end, place) => draw("text", { x: place ? 175 : 0, y: 59, "text-anchor": place ? "end" : "start" }, svg, end));
  return svg;
}
