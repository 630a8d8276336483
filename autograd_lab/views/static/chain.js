// The chain strip: a row of factors and one bracket to move. All words come ready made; moving only chooses among them.

class Strip {
  constructor(model, el) {
    this.model = model;
    this.data = model.get("data");
    this.count = this.data.factors.length;
    this.root = make("div", { class: "agl agl-chain", role: "group", "aria-label": `Chain rule. ${this.data.whole}`, tabindex: 0 });
    this.row = make("div", { class: "row" });
    this.row.style.gridTemplateColumns = this.columns();
    this.words = { left: make("div", { class: "left" }), right: make("div", { class: "right" }) };
    this.left = make("div", { class: "bracket left" });
    this.right = make("div", { class: "bracket right" });
    this.row.append(this.left, this.right);
    this.gaps = [];
    this.data.factors.forEach((factor, i) => this.factor(factor, i));
    this.slider = make("input", { type: "range", min: 1, max: this.count, "aria-label": "place of the bracket" });
    this.slider.addEventListener("input", () => this.go(+this.slider.value));
    this.whole = make("div", { class: "whole" });
    this.sentence = make("output", { class: "agl-sentence", "aria-live": "polite" });
    const ends = make("div", { class: "ends" }, make("span", {}, "← only forward has worked"), this.slider, make("span", {}, "only backward has worked →"));
    const words = make("div", { class: "words" }, this.words.left, this.words.right);
    this.root.append(make("div", { class: "scroll" }, words, this.row), ends, this.whole, this.sentence);
    this.root.addEventListener("keydown", (event) => this.key(event));
    el.append(this.root);
    this.onPlace = () => this.go(model.get("place"), false);
    model.on("change:place", this.onPlace);
    this.go(model.get("place"), false);
  }

  // factor, gap, factor, gap, … , factor, last gap. Only the factors decide how wide they are, so nothing moves later.
  columns() { return "minmax(72px, max-content) minmax(16px, 30px) ".repeat(this.count); }

  factor(factor, i) {
    const chip = make("div", { class: "factor" }, make("b", {}, factor.number), make("span", { class: "meaning" }, factor.meaning), make("span", { class: "node" }, factor.node));
    chip.style.gridColumn = 2 * i + 1;
    const here = this.data.values[i];
    const gap = make("button", { type: "button", class: "gap", "aria-label": `bracket at ${here}`, title: `move the bracket to ${here}` });
    gap.textContent = i + 1 < this.count ? "·" : "";
    gap.style.gridColumn = 2 * i + 2;
    gap.addEventListener("click", () => this.go(i + 1));
    this.gaps.push(gap);
    this.row.append(chip, gap);
  }

  go(place, tell = true) {
    this.place = Math.max(1, Math.min(this.count, place));
    const words = this.data.places[this.place - 1];
    this.left.style.gridColumn = `1 / ${2 * this.place}`;
    this.words.left.textContent = `backward: ${words.left}`;
    this.right.hidden = this.place === this.count;
    this.right.style.gridColumn = `${2 * this.place + 1} / ${2 * this.count}`;
    this.words.right.textContent = this.right.hidden ? "" : `forward: ${words.right}`;
    this.gaps.forEach((gap, i) => gap.classList.toggle("here", i + 1 === this.place));
    this.whole.textContent = words.whole;
    this.sentence.textContent = words.sentence;
    this.slider.value = this.place;
    this.slider.setAttribute("aria-valuetext", `at ${words.here}`);
    if (tell) this.model.set("place", this.place);
  }

  // Arrows, Home and End; Space goes round.
  key(event) {
    if (!ownKey(event) || (event.key === " " && event.target.tagName === "BUTTON")) return;
    const next = this.place < this.count ? this.place + 1 : 1;
    const to = { ArrowRight: this.place + 1, ArrowLeft: this.place - 1, Home: 1, End: this.count, " ": next }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    this.go(to);
  }

  destroy() { this.model.off("change:place", this.onPlace); }
}

function render({ model, el }) {
  const strip = new Strip(model, el);
  return () => strip.destroy();
}

export default { render };
