// Buttons, scrubber, speed, and the two switches of the legend.

const SPEEDS = [["slow", 2400], ["normal", 1300], ["fast", 450]];
const ICONS = {
  first: "M3,3 v10 M13,3 l-7,5 7,5 z", last: "M13,3 v10 M3,3 l7,5 -7,5 z",
  back: "M11,3 l-7,5 7,5 z", forward: "M5,3 l7,5 -7,5 z",
  "previous node": "M8,3 l-6,5 6,5 z M14,3 l-6,5 6,5 z", "next node": "M2,3 l6,5 -6,5 z M8,3 l6,5 -6,5 z",
  play: "M4,2 l10,6 -10,6 z", pause: "M5,3 v10 M11,3 v10",
};
const KEYS = { first: "Home", last: "End", back: "←", forward: "→", "previous node": "P", "next node": "N", play: "space" };

function icon(button, name) {
  button.replaceChildren();
  const svg = draw("svg", { viewBox: "0 0 16 16", width: 16, height: 16, "aria-hidden": "true" }, button);
  draw("path", { d: ICONS[name] }, svg);
  button.setAttribute("aria-label", name);
  button.title = `${name} (${KEYS[name] ?? KEYS.play})`;
}

function choice(label, names, pick) {
  const group = make("span", { class: "choice", role: "group", "aria-label": label });
  const buttons = names.map((name, i) => {
    const button = make("button", { type: "button", "aria-pressed": i === 0 }, name);
    button.addEventListener("click", () => {
      for (const other of buttons) other.setAttribute("aria-pressed", other === button);
      pick(name);
    });
    return button;
  });
  group.append(make("span", { class: "label" }, label), ...buttons);
  return group;
}

class Controls {
  constructor(steer) {
    this.element = make("div", { class: "agl-controls", role: "toolbar", "aria-label": "steps" });
    for (const name of ["first", "previous node", "back", "play", "forward", "next node", "last"]) {
      const button = make("button", { type: "button", class: `step ${name.replace(" ", "-")}` });
      icon(button, name);
      button.addEventListener("click", () => steer(name));
      this.element.append(button);
      if (name === "play") this.play = button;
    }
    this.slider = make("input", { type: "range", min: 0, value: 0, "aria-label": "step" });
    this.slider.addEventListener("input", () => steer("slide", +this.slider.value));
    this.count = make("span", { class: "count" });
    this.speed = make("select", { "aria-label": "speed of play" }, ...SPEEDS.map(([name, ms]) => make("option", { value: ms }, name)));
    this.speed.value = SPEEDS[1][1];
    this.element.append(this.slider, this.count, this.speed);
  }

  update(step, until, all, sentence) {
    this.slider.max = until;
    this.slider.value = step;
    this.slider.setAttribute("aria-valuetext", `step ${step} of ${until}: ${sentence}`);
    this.count.textContent = until < all ? `${step} / ${until} (of ${all})` : `${step} / ${until}`;
  }

  playing(on) { icon(this.play, on ? "pause" : "play"); }
}
