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
    const about = make("p", { class: "about" }, panel.about);
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
