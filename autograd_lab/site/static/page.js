// What every page does: draw the formulas, keep what a visitor answers, and go to the step that a link means.

for (const place of document.querySelectorAll(".tex")) place.replaceChildren(formula(place.textContent));
for (const code of document.querySelectorAll(":is(p, li, td) code")) code.classList.toggle("whole", code.textContent.length <= 25);

// A browser may refuse to keep anything, for a page opened from a file for instance. Then it is kept until the page closes.
const KEPT = "autograd-lab-answers", GUESSES = "autograd-lab-break-it "; // the latter one by one, see break_it.js

class Answers {
  constructor() {
    this.all = {};
    try {
      const found = JSON.parse(localStorage.getItem(KEPT));
      if (found && typeof found === "object") this.all = found;
    } catch { /* refused, or not ours */ }
  }

  get(name) { return this.all[name]; }

  set(name, answer) {
    this.all[name] = answer;
    try {
      localStorage.setItem(KEPT, JSON.stringify(this.all));
    } catch { /* refused, or full */ }
  }

  forget() {
    this.all = {};
    try {
      for (const key of Object.keys(localStorage)) if (key === KEPT || key.startsWith(GUESSES)) localStorage.removeItem(key);
    } catch { /* refused: then nothing was kept */ }
    dispatchEvent(new CustomEvent("autograd-lab-forgotten"));
  }
}

window.autogradLabAnswers = new Answers();

document.getElementById("forget").addEventListener("click", () => {
  window.autogradLabAnswers.forget();
  document.getElementById("forgotten").textContent = "Forgotten.";
});

// A link to the step that settles a question: the stepper in that place goes there, as soon as it is there.
function goToStep({ target }) {
  const place = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const cell = place?.closest(".cell"), stepper = cell?.querySelector(".agl-stepper");
  if (target instanceof Element && !cell?.contains(target)) return; // another has come alive
  if (!stepper || !place.dataset.event) return;
  dispatchEvent(new CustomEvent("autograd-lab-step", { detail: { view: stepper.dataset.agl, event: +place.dataset.event } }));
  cell.scrollIntoView();
}

addEventListener("hashchange", goToStep);
addEventListener("load", goToStep);
addEventListener("autograd-lab-alive", goToStep);

// On the first page, a guess sets the picture going: it stops by itself before the step that answers it.
const first = document.getElementById("try");
first?.addEventListener("submit", () => setTimeout(() => {
  if (!first.querySelector('.agl-reply[data-tone="kept"]')) return;
  first.querySelector(".agl-stepper").scrollIntoView({ block: "nearest" });
  first.querySelector('button.play[aria-label="play"]')?.click();
}));
