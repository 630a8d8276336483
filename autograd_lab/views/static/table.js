// The table of derivatives: a search box, the rows by section, and the page of one row. Searching asks nobody; only
// "gradcheck" needs the kernel.

const PATIENCE = 12000; // milliseconds until the page says that no kernel answers

class Table {
  constructor(model, el) {
    this.model = model;
    // Copies, to which elements are added: JupyterLab could save no widget of the notebook with an element in its state.
    const { sections, ...others } = model.get("data");
    this.data = { ...others, sections: sections.map(({ rows, ...section }) => ({ ...section, rows: rows.map((row) => ({ ...row })) })) };
    this.rows = this.data.sections.flatMap((section) => section.rows);
    this.root = make("div", { class: "agl agl-table", role: "group", "aria-label": "The table of derivatives" });
    this.box = make("input", { type: "search", placeholder: "name, node or schema", "aria-label": "search the table", autocomplete: "off", spellcheck: "false" });
    this.count = make("output", { class: "count", "aria-live": "polite" });
    this.list = make("div", { class: "list", role: "listbox", "aria-label": "operations" });
    this.page = make("div", { class: "page", role: "region", tabindex: 0 });
    this.data.sections.forEach((section, i) => this.section(section, i));
    const side = make("div", { class: "side" }, make("div", { class: "find" }, this.box, this.count), this.list);
    this.root.append(side, this.page);
    this.box.value = model.get("words");
    this.box.addEventListener("input", () => this.filter());
    this.root.addEventListener("keydown", (event) => this.key(event));
    this.list.addEventListener("click", (event) => this.clicked(event));
    el.append(this.root);
    this.onWords = () => { this.box.value = model.get("words"); this.filter(false); };
    this.onRow = () => this.show(model.get("row"), false);
    this.onAnswer = () => this.answered();
    model.on("change:words", this.onWords);
    model.on("change:row", this.onRow);
    model.on("change:answer", this.onAnswer);
    this.filter(false);
    this.show(model.get("row"), false);
    // In a page that is only just being put together, nothing has a place to scroll to yet.
    requestAnimationFrame(() => this.bring());
  }

  section(section, i) {
    const title = make("div", { class: "title", "aria-hidden": "true" }, section.title);
    const group = make("div", { role: "group", "aria-label": section.title }, title);
    for (const row of section.rows) {
      const option = make("div", { role: "option", tabindex: -1, "data-row": row.name, "aria-selected": "false" });
      option.append(make("span", { class: "name" }, row.name), make("span", { class: "node" }, row.node));
      row.option = option;
      row.group = group;
      group.append(option);
    }
    this.list.append(group);
  }

  // ----- search
  filter(tell = true) {
    const parts = this.box.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const group of this.list.children) group.hidden = true;
    this.found = this.rows.filter((row) => {
      const hit = parts.every((part) => row.searched.includes(part));
      row.option.hidden = !hit;
      if (hit) row.group.hidden = false;
      return hit;
    });
    const words = this.found.length === 1 ? "1 row" : `${this.found.length} rows`;
    this.count.textContent = parts.length ? `${words} of ${this.rows.length}` : words;
    if (tell) { this.model.set("words", this.box.value); this.model.save_changes(); }
    this.tabstop();
  }

  // The row that Enter opens: of that very name, or beginning so, or with it inside.
  best() {
    const parts = this.box.value.toLowerCase().split(/\s+/).filter(Boolean);
    const tests = [(row, part) => row.base === part, (row, part) => row.base.startsWith(part), (row, part) => row.name.toLowerCase().includes(part)];
    const rank = (row) => { const k = tests.findIndex((test) => parts.some((part) => test(row, part))); return k < 0 ? tests.length : k; };
    return [...this.found].sort((one, two) => rank(one) - rank(two))[0];
  }

  tabstop() {
    const stop = this.found.find((row) => row.name === this.shown) ?? this.found[0];
    for (const row of this.rows) row.option.tabIndex = row === stop ? 0 : -1;
  }

  clicked(event) {
    const option = event.target.closest("[data-row]");
    if (option) this.show(option.dataset.row);
  }

  key(event) {
    if (!ownKey(event)) return;
    const inBox = event.target === this.box, inList = this.list.contains(event.target);
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (inBox && event.key === "Enter" && this.found.length) this.show(this.best().name);
    else if (inBox && move === 1 && this.found.length) (this.found.find((row) => row.option.tabIndex === 0) ?? this.found[0]).option.focus();
    else if (inList && move) this.step(move);
    else if (inList && (event.key === "Home" || event.key === "End")) this.open(this.found.at(event.key === "Home" ? 0 : -1));
    else if (inList && (event.key === "Enter" || event.key === " ")) this.page.focus();
    else return;
    event.preventDefault();
  }

  step(move) {
    const here = this.found.findIndex((row) => row.option === document.activeElement || row.option === this.root.getRootNode().activeElement);
    if (here + move < 0) this.box.focus();
    else this.open(this.found[Math.min(here + move, this.found.length - 1)]);
  }

  open(row) {
    this.show(row.name);
    row.option.focus();
  }

  // ----- one row
  show(name, tell = true) {
    const row = this.rows.find((one) => one.name === name) ?? this.rows[0];
    for (const one of this.rows) one.option.setAttribute("aria-selected", one === row);
    this.shown = row.name;
    this.tabstop();
    this.page.setAttribute("aria-label", `the row ${row.name}`);
    this.page.replaceChildren(...this.parts(row));
    this.page.scrollTop = 0;
    if (tell) { this.model.set("row", row.name); this.model.save_changes(); }
    this.bring();
  }

  // Scroll the list, and only the list, until the shown row can be seen.
  bring() {
    const option = this.list.querySelector('[aria-selected="true"]');
    if (!option || option.hidden) return;
    const above = option.offsetTop - 34, below = above + option.offsetHeight + 44;
    if (above < this.list.scrollTop) this.list.scrollTop = above;
    else if (below > this.list.scrollTop + this.list.clientHeight) this.list.scrollTop = below - this.list.clientHeight;
  }

  parts(row) {
    const section = this.data.sections.find((one) => one.rows.includes(row)).title;
    const parts = [
      make("div", { class: "head" }, make("h3", {}, row.name), make("span", { class: "in" }, section)),
      this.names(row),
      make("pre", { class: "schema" }, row.schema),
      make("p", { class: "leaves" }, ...(row.node ? ["its node is ", make("code", {}, row.node)] : ["it has no node: nothing here can be differentiated"])),
    ];
    if (row.forward) parts.push(make("p", { class: "forward", tabindex: 0 }, formula(row.forward)));
    if (row.gradients.length) parts.push(this.gradients(row));
    parts.push(make("h4", {}, "PyTorch's own line"), row.torch.startsWith("- name") ? make("pre", {}, row.torch) : make("p", { class: "muted" }, row.torch));
    if (row.node) parts.push(make("h4", {}, "What the node saves"), this.saved(row));
    parts.push(make("h4", {}, "Gradcheck"), this.check(row));
    parts.push(make("h4", {}, "Samples"), this.samples(row));
    return parts;
  }

  names(row) {
    if (!row.public.length) return make("p", { class: "muted" }, row.called);
    const names = row.public.map((name) => make("code", { class: "public" }, name));
    return make("p", { class: "names" }, ...names);
  }

  gradients(row) {
    const table = make("div", { class: "gradients" });
    for (const one of row.gradients) {
      const right = make("div", { class: "rule" });
      if (one.why) right.append(make("span", { class: "muted" }, one.why));
      else right.append(formula(one.tex), make("code", {}, one.source));
      table.append(make("div", { class: "input" }, `∂${one.input}`), right);
    }
    const sources = Object.entries(row.helpers).map(([name, source]) => make("details", {}, make("summary", {}, make("code", {}, name)), make("pre", {}, source)));
    return make("div", {}, table, ...sources);
  }

  saved(row) {
    if (!row.saved.length) return make("p", { class: "muted" }, "nothing");
    const lines = row.saved.map(([name, what]) => make("li", {}, make("code", {}, name), `: ${what}`));
    return make("ul", {}, ...lines);
  }

  samples(row) {
    const lines = row.samples.map(([call, result]) => `${call}\n    = ${result}`);
    return make("pre", { class: "samples" }, lines.join("\n"));
  }

  // ----- gradcheck, in the kernel
  check(row) {
    this.results = make("div", { class: "results", "aria-live": "polite" });
    const words = make("span", { class: "muted" }, "compares the rules with finite differences, now, in your kernel");
    if (!this.model.get("live")) {
      words.textContent = "This page has no kernel. In a notebook: ";
      words.append(make("code", {}, `print(al.derivatives.text("${row.name}", check=True))`));
      return make("div", {}, words);
    }
    const button = make("button", { type: "button", class: "check" }, "run gradcheck");
    button.addEventListener("click", () => this.ask(row));
    return make("div", {}, make("div", { class: "ask" }, button, words), this.results);
  }

  ask(row) {
    this.asked = `${row.name} ${Date.now()}`;
    this.results.replaceChildren(make("p", { class: "muted" }, "running …"));
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.results.replaceChildren(make("p", { class: "muted" }, "No answer yet. Is the kernel busy, or not running?")), PATIENCE);
    this.model.set("asked", this.asked);
    this.model.save_changes();
  }

  answered() {
    const answer = this.model.get("answer");
    if (answer.asked !== this.asked || !answer.asked.startsWith(`${this.shown} `)) return;
    clearTimeout(this.timer);
    const table = make("table", {}, make("thead", {}, make("tr", {}, ...["", "first derivatives", "second derivatives", "sample"].map((word) => make("th", { scope: "col" }, word)))));
    const body = make("tbody");
    for (const one of answer.checks) {
      const verdict = make("td", { class: one.right ? "right" : "wrong" }, one.right ? "✓ right" : "✗ WRONG");
      const errors = one.note ? [make("td", { class: "note", colspan: 2 }, one.note)] : [make("td", {}, one.first), make("td", {}, one.second)];
      body.append(make("tr", {}, one.note && one.right ? make("td") : verdict, ...errors, make("td", { class: "call" }, make("code", {}, one.call))));
    }
    table.append(body);
    this.results.replaceChildren(make("p", { class: answer.right ? "verdict right" : "verdict wrong" }, answer.sentence), table);
  }

  destroy() {
    clearTimeout(this.timer);
    this.model.off("change:words", this.onWords);
    this.model.off("change:row", this.onRow);
    this.model.off("change:answer", this.onAnswer);
  }
}

function render({ model, el }) {
  const table = new Table(model, el);
  return () => table.destroy();
}

const initialize = ({ model }) => keepPlace(model, model.get("key"), () => ({ row: model.get("row"), words: model.get("words") }));

export default { initialize, render };
