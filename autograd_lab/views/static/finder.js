// Search: a node by name, class or shape; a parameter, or why it is not here; the first value and the first gradient with a
// nan or an infinity.

const MOST_FOUND = 9;

// What is written in a search, in words: "(16, 1)" is a shape, "[16×1]".
const wordsOf = (search) => search.toLowerCase().replace(/[([]\s*(\d[\d\s,x×]*)[)\]]/g, (_, sizes) => `[${sizes.match(/\d+/g).join("×")}]`).split(/\s+/).filter(Boolean);

// Whether a text holds a word: a number as a whole one (not 5 in 315), a shape also with the letter x.
const holds = (text, word) => (/^\d+$/.test(word) ? text.match(/\d+/g)?.includes(word) : text.includes(word) || text.includes(word.replace(/(\d)x(?=\d)/g, "$1×")));

class Finder {
  // `onPick` gets a node and, where it is a place in time, the number of events that lead there.
  constructor(parts, onPick) {
    this.parts = parts;
    this.onPick = onPick;
    this.input = make("input", { type: "search", placeholder: "find a name, class, shape, nan …", "aria-label": "find a node", role: "combobox", "aria-expanded": false, "aria-autocomplete": "list" });
    this.list = make("div", { class: "found", role: "listbox", "aria-label": "found", hidden: "" });
    this.element = make("span", { class: "agl-finder" }, this.input, this.list);
    this.input.addEventListener("focus", () => this.look());
    this.input.addEventListener("input", () => this.look());
    this.element.addEventListener("keydown", (event) => this.key(event));
    this.element.addEventListener("focusout", ({ relatedTarget }) => { if (!this.element.contains(relatedTarget)) this.show([]); });
  }

  arrived(name) { if (name === "index" && this.element.contains(document.activeElement)) this.look(); }

  look() {
    const { index } = this.parts, words = wordsOf(this.input.value);
    if (!index) return this.parts.ask("index");
    const fits = (text) => words.every((word) => holds(text.toLowerCase(), word));
    const places = index.places.filter(({ title, kind }) => fits(`${title} ${kind}`)).map(({ title, node, step }) => [title, node, step]);
    const nodes = words.length ? index.nodes.filter(([, called, shapes]) => fits(`${called} ${shapes}`)).map(([node, called, shapes]) => [`${called} ${shapes}`, node]) : [];
    const absent = words.length ? index.absent.filter(fits) : [];
    const found = [...places.slice(0, words.length ? 4 : MOST_FOUND), ...absent.map((title) => [title]), ...nodes];
    this.show(found.slice(0, MOST_FOUND), found.length, words.length);
  }

  show(found, all = 0, asked = false) {
    const options = found.map(([title, node, step]) => {
      if (!node) return make("span", { class: "more" }, title);
      const option = make("button", { type: "button", role: "option", tabindex: -1, "aria-selected": false }, title);
      option.addEventListener("click", () => this.pick(node, step));
      return option;
    });
    if (all > found.length) options.push(make("span", { class: "more" }, `and ${(all - found.length).toLocaleString("en-US")} more`));
    if (asked && !all) options.push(make("span", { class: "more" }, "nothing found"));
    this.list.replaceChildren(...options);
    this.list.hidden = !options.length;
    this.input.setAttribute("aria-expanded", options.length > 0);
  }

  pick(node, step) {
    this.input.blur();
    this.show([]);
    this.onPick(node, step);
  }

  key(event) {
    const options = [...this.list.querySelectorAll("button")], place = options.indexOf(document.activeElement);
    const move = { ArrowDown: place + 1, ArrowUp: place - 1 }[event.key];
    if (event.key === "Enter" && place < 0) options[0]?.click();
    else if (event.key === "Escape") this.element.closest(".agl").focus({ preventScroll: true }); // which closes the list
    else if (move !== undefined) (options[move] ?? this.input).focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
