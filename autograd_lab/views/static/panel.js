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

// What a click on a node opens: its rule with numbers, what it saved, where its gradients go.

class Panel {
  constructor(data, onClose) {
    this.data = data;
    this.id = null;
    this.titles = new Map(data.boxes.map((box) => [box.id, box.title]));
    this.element = make("section", { class: "agl-panel", "aria-label": "node details", tabindex: -1, hidden: "" });
    this.onClose = onClose;
  }

  open(id, shown) {
    this.id = id;
    this.element.hidden = false;
    this.render(shown);
  }

  close() {
    this.id = null;
    this.element.hidden = true;
    this.element.replaceChildren();
  }

  update(keys, shown) {
    if (this.id === null) return;
    const mine = (key) => key === `card/${this.id}` || key.startsWith(`freed/${this.id}/`);
    if ([...keys].some(mine)) this.render(shown);
  }

  render(shown) {
    const panel = this.data.panels[this.id], hadFocus = this.element.contains(document.activeElement);
    const close = make("button", { type: "button", class: "close", "aria-label": "close node details" }, "×");
    close.addEventListener("click", this.onClose);
    const head = make("header", {}, make("h4", {}, this.titles.get(this.id)), close);
    const [place, code] = panel.where ?? [], about = make("div", { class: "about" }, ...(place ? [make("p", { class: "where" }, place, ...(code ? [" ", make("code", {}, code)] : []))] : []), make("p", {}, panel.about));
    if (panel.holds) this.element.replaceChildren(head, about, make("ul", {}, ...panel.holds.map((line) => make("li", {}, line))));
    else {
      const parts = [this.formula(panel, shown), this.numbers(panel, shown), this.saved(panel, shown), this.next(panel)];
      const shownParts = parts.filter((part) => part.length).map((part) => make("div", { class: "part" }, ...part));
      this.element.replaceChildren(head, about, make("div", { class: "parts" }, ...shownParts));
    }
    if (hadFocus) close.focus();
  }

  card(panel, shown) {
    return panel.cards[Math.min(+(shown.get(`card/${this.id}`) ?? 0), panel.cards.length - 1)];
  }

  numbers(panel, shown) {
    const { numbers } = this.card(panel, shown);
    return numbers ? [make("h5", {}, "Numbers"), ...numbers.map(([what, number]) => pictureOf(what, panel.pictures[number]))] : [];
  }

  formula(panel, shown) {
    const card = this.card(panel, shown);
    const parts = [make("h5", {}, "Formula")];
    if (panel.source) parts.push(make("pre", {}, panel.source));
    for (const [input, sent, slope, rule, target] of card.rows) {
      parts.push(this.line([["b", "", input], ["span", "result", sent], ["span", "target", target]]));
      if (slope) parts.push(this.line([["span", "target", "slope ="], ["span", "code", slope]]));
      if (rule) parts.push(this.line([["span", "target", "in the table:"], ["span", "code", rule]]));
    }
    return [...parts, ...card.notes.filter(Boolean).map((note) => make("p", {}, note))];
  }

  line(pieces) {
    const line = make("div", { class: "rule" });
    for (const [tag, name, text] of pieces) if (text) line.append(make(tag, { class: name }, text), " ");
    return line;
  }

  saved(panel, shown) {
    const parts = [make("h5", {}, "Saved for backward")];
    if (!panel.saved.length) return [...parts, make("p", {}, panel.nothing)];
    const rows = panel.saved.map(({ name, kept, version, frees }) => {
      const gone = shown.has(`freed/${this.id}/${name}`);
      const state = gone ? "✗ freed" : frees ? "● alive" : "○ stays";
      const cells = [kept, frees ? `v${version}` : "", state];
      return make("tr", { class: gone ? "freed" : "" }, ...cells.map((cell) => make("td", {}, cell)));
    });
    const header = ["kept", "version", "now"].map((name) => make("th", { scope: "col" }, name));
    return [...parts, make("table", {}, make("thead", {}, make("tr", {}, ...header)), make("tbody", {}, ...rows))];
  }

  next(panel) {
    const parts = [make("h5", {}, "next_functions")];
    if (!panel.next.length) return [...parts, make("p", {}, "(): the gradient ends here")];
    const rows = panel.next.map(({ pair, means }) => make("li", {}, make("code", {}, pair), make("p", {}, means)));
    return [...parts, make("ol", { start: 0 }, ...rows)];
  }
}
