// Larger arrays in a node's panel: each number in a shaded cell, or how they are spread.

function pictureOf({ what, facts, cells, bars, ends }) {
  const line = make("div", { class: "numbers" }, make("b", {}, what), " ", make("span", { class: "target" }, facts));
  line.append(cells ? heatMap(cells) : histogram(bars, ends));
  return line;
}

// Sign and size as shade: positive in the colour of messages, negative in that of values; what is not finite in red.
function heatMap(rows) {
  const cell = ([number, shade]) => {
    const side = shade === null ? "wrong" : shade < 0 ? "value" : "message";
    return make("td", { style: `--shade: ${shade === null ? 40 : Math.round(Math.abs(shade) * 0.45)}%; --side: var(--agl-${side})` }, number);
  };
  const body = rows.map((row) => make("tr", {}, ...row.map(cell)));
  return make("div", { class: "heat", tabindex: 0 }, make("table", {}, make("tbody", {}, ...body)));
}

function histogram(bars, ends) {
  const svg = draw("svg", { viewBox: "0 0 176 62", width: 176, height: 62, role: "img", "aria-label": `spread from ${ends[0]} to ${ends[1]}` }, make("div"));
  bars.forEach((height, place) => draw("rect", { x: place * 11, y: 46 - height * 0.44, width: 10, height: height * 0.44 }, svg));
  draw("path", { d: "M0,46.5 h175" }, svg);
  ends.forEach((end, place) => draw("text", { x: place ? 175 : 0, y: 59, "text-anchor": place ? "end" : "start" }, svg, end));
  return svg;
}
