// A slider and a number box for each input. The kernel runs the program; of many moves it hears the last (ipywidgets
// sends the next state only when the kernel has done with the one before).

class Inputs {
  constructor(model, el) {
    this.model = model;
    this.root = make("div", { class: "agl agl-inputs", role: "group", "aria-label": `inputs of ${model.get("program")}` });
    this.message = make("output", { class: "message", "aria-live": "polite" });
    this.fields = model.get("fields").map((field, i) => this.field(field, i));
    const again = make("p", { class: "again" }, model.get("again"));
    this.root.append(make("b", {}, model.get("program")), ...this.fields.map(({ line }) => line), again, this.message);
    this.root.addEventListener("keydown", ownKey);
    el.append(this.root);
    this.onModel = () => this.show();
    for (const name of ["values", "message"]) model.on(`change:${name}`, this.onModel);
    this.show();
  }

  field({ label, low, high, step, slider }, i) {
    const line = make("div", { class: "field" }, make("code", {}, label));
    const box = make("input", { type: "number", step: "any", "aria-label": `${label}, number` });
    const bar = slider ? make("input", { type: "range", min: low, max: high, step, "aria-label": `${label}, slider` }) : null;
    box.addEventListener("input", () => this.set(i, box.valueAsNumber));
    bar?.addEventListener("input", () => this.set(i, bar.valueAsNumber));
    line.append(...(bar ? [bar] : []), box);
    return { line, box, bar };
  }

  set(i, value) {
    if (!Number.isFinite(value)) return; // half typed: "-", or nothing
    this.model.set("values", this.model.get("values").map((old, j) => (j === i ? value : old)));
    this.model.save_changes();
    this.show();
  }

  show() {
    this.model.get("values").forEach((value, i) => {
      const { box, bar } = this.fields[i];
      if (box.valueAsNumber !== value && document.activeElement !== box) box.value = value;
      if (!bar) return;
      if (value < +bar.min) bar.min = value;
      if (value > +bar.max) bar.max = value;
      bar.value = value;
    });
    this.message.textContent = this.model.get("message");
  }

  destroy() {
    for (const name of ["values", "message"]) this.model.off(`change:${name}`, this.onModel);
  }
}

function render({ model, el }) {
  const inputs = new Inputs(model, el);
  return () => inputs.destroy();
}

const initialize = ({ model }) => keepPlace(model, model.get("box"), () => ({ program: model.get("program") }));

export default { initialize, render };
