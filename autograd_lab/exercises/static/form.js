// A form: the question, what the answer is given with, the reply, and under it the evidence.
//
// Judging is the kernel's: every press sends a message and is answered by `heard`, its number. With steppers on the page
// the form talks by window events (see views/pause.py): it tells of the guess, and hears where the guess is settled.
//
// A form that was stored with the notebook has no kernel behind it. Once the lesson's first cell has run, the kernel has a
// form under the same id, and the stored one's place in the page is its from then on (`render`).

const SIGNS = { right: "✓", wrong: "✗", close: "≈", kept: "●", shown: "→", unread: "?", open: "…" };
const SILENCE = 3000; // ms after which no answer means that no kernel is there
const OFFLINE = "Run this cell to answer.", SILENT = "Run this cell to answer: no kernel is listening.";
const UNLINKED = "jupyter-widgets-disconnected";

const tellPage = (name, detail) => window.dispatchEvent(new CustomEvent(`autograd-lab-${name}`, { detail }));

class Form {
  constructor(model, el) {
    this.model = model;
    this.el = el;
    this.buttons = new Map();
    this.root = make("form", { class: "agl agl-form", "aria-label": model.get("name"), novalidate: "" });
    this.reply = make("div", { class: "agl-reply", role: "status", "aria-live": "polite", tabindex: -1 });
    this.notice = make("p", { class: "agl-notice", role: "status", "aria-live": "polite" });
    this.place = make("div", { class: "agl-evidence" });
    this.evidence = new Evidence(this.place);
    this.build();
    el.append(this.root);
    this.listen();
    this.draw();
    this.link();
    this.tellGuess();
  }

  build() {
    const control = this.model.get("control"), question = this.model.get("question");
    if (question.length) this.root.append(make("div", { class: "agl-question" }, ...question.map(part)));
    if (control.kind) {
      this.control = answerControl(control, this.model.get("draft"), () => this.keep());
      this.fields = make("fieldset", {}, make("legend", { class: "agl-aside" }, "Your answer"), this.control.element);
      this.submit = make("button", { type: "submit", class: "agl-submit" }, control.submit);
      this.root.append(this.fields, make("div", { class: "agl-actions" }, this.submit, this.button("anyway")));
    }
    this.root.append(this.notice, this.reply, make("div", { class: "agl-actions" }, ...["evidence", "hint", "solution"].map((act) => this.button(act))), this.place);
  }

  button(act) {
    const made = make("button", { type: "button" });
    made.addEventListener("click", () => this.press(act));
    this.buttons.set(act, made);
    return made;
  }

  listen() {
    this.root.addEventListener("keydown", (event) => {
      ownKey(event);
      if (event.key === "Escape" && !event.defaultPrevented) leave(this.root);
    });
    this.root.addEventListener("submit", (event) => { event.preventDefault(); this.press("commit"); });
    this.heard = [["change:face", () => { this.draw(); this.tellGuess(); }], ["change:evidence", () => this.draw()], ["change:opened", () => this.draw()], ["change:heard", () => this.answered()]];
    this.heard.push(["comm_live_update", () => this.link()]);
    for (const [name, act] of this.heard) this.model.on(name, act);
    this.onAsks = ({ detail }) => { if (detail.ids.includes(this.model.get("face").pause?.id)) this.tellGuess(); };
    this.onSettled = ({ detail }) => { if (detail.id === this.model.get("face").pause?.id) this.settle(); };
    window.addEventListener("autograd-lab-asks", this.onAsks);
    window.addEventListener("autograd-lab-settled", this.onSettled);
    this.unlinked = new MutationObserver(() => this.link());
    this.unlinked.observe(this.el, { attributes: true, attributeFilter: ["class"] });
  }

  // ----- showing -----
  draw() {
    const shown = this.model.get("face"), page = this.model.get("evidence"), open = this.model.get("opened");
    const head = make("p", { class: "agl-headline" }, make("span", { "aria-hidden": "true" }, SIGNS[shown.tone]), ` ${shown.headline}`);
    const more = shown.more.map((parts) => make("div", { class: "agl-more" }, ...parts.map(part)));
    this.reply.dataset.tone = shown.tone;
    this.control?.mark?.(shown.wrong ?? []);
    this.reply.replaceChildren(head, ...(this.room ? [this.brief(shown.reply[0])] : shown.reply.map(part)), ...more);
    this.reply.style.minHeight = this.room ?? "";
    const held = document.activeElement;
    for (const [act, button] of this.buttons) {
      button.hidden = !(act in shown.actions) || (this.room && act === "evidence" && !open);
      button.textContent = act === "evidence" && open ? "Hide the picture" : shown.actions[act] ?? "";
    }
    this.buttons.get("evidence").setAttribute("aria-expanded", open);
    if (held?.hidden && this.root.contains(held)) this.reply.focus();
    this.place.hidden = !open;
    if (!page.script) this.evidence.clear();
    else if (open) this.evidence.show(page);
    this.enable();
  }

  // What a picture has just told is not said twice, in no more room than before: the picture below stays where it is.
  brief(said) {
    const line = part(said), why = make("button", { type: "button", class: "agl-why" }, "Why?");
    why.addEventListener("click", () => this.unfold());
    line.append(" ", why);
    return line;
  }

  unfold() {
    const isHeld = this.reply.contains(document.activeElement);
    this.room = null;
    this.draw();
    if (isHeld) this.reply.focus();
  }

  // A view is handed a model that does not tell whether a kernel is behind it; then JupyterLab marks the element around.
  link() {
    this.offline = "comm_live" in this.model ? !this.model.comm_live : this.el.closest(`.${UNLINKED}`) !== null;
    this.notice.textContent = this.offline ? OFFLINE : "";
    this.enable();
  }

  // What needs a kernel is off without one. A stepper that is here already works by itself.
  enable() {
    this.root.classList.toggle("agl-offline", this.offline);
    for (const part of [this.fields, this.submit]) if (part) part.disabled = this.offline;
    for (const [act, button] of this.buttons) button.disabled = this.offline && !(act === "evidence" && this.model.get("evidence").script);
  }

  // ----- asking the kernel -----
  keep() {
    this.model.set("draft", this.control.value);
    this.model.save_changes();
  }

  press(act) {
    if (act === "evidence" && this.model.get("evidence").script) {
      this.model.set("opened", !this.model.get("opened"));
      return this.model.save_changes();
    }
    if (this.room) this.unfold();
    this.send(act === "commit" ? { act, answer: this.control.value } : { act });
  }

  send(message) {
    this.count = Math.max(this.count ?? 0, this.model.get("heard")) + 1;
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => { this.notice.textContent = SILENT; }, SILENCE);
    try {
      this.model.send({ ...message, count: this.count });
    } catch { /* the line is closed: the notice will say so */ }
  }

  answered() {
    if (this.model.get("heard") < this.count) return;
    clearTimeout(this.waiting);
    this.notice.textContent = "";
  }

  // ----- with the steppers of the page -----
  tellGuess() {
    const { pause } = this.model.get("face");
    this.isTelling = true; // what settles it meanwhile was seen before
    if (pause) tellPage("guess", pause);
    this.isTelling = false;
  }

  // The verdict came along with the guess, so it shows without a kernel, too; a kernel writes it down.
  settle() {
    const { verdict, ...shown } = this.model.get("face");
    if (!verdict) return;
    if (!this.isTelling) this.room = `${this.reply.getBoundingClientRect().height}px`;
    this.model.set("face", { ...shown, ...verdict, verdict: null });
    this.model.save_changes();
    if (!this.offline) this.send({ act: "settled" });
  }

  destroy() {
    clearTimeout(this.waiting);
    this.evidence.clear();
    this.unlinked.disconnect();
    for (const [name, act] of this.heard) this.model.off(name, act);
    window.removeEventListener("autograd-lab-asks", this.onAsks);
    window.removeEventListener("autograd-lab-settled", this.onSettled);
  }
}

// Every model says that it is there, whether it was stored or has just been made.
function initialize({ model }) {
  tellPage("form", model.get("key"));
}

function render({ model, el }) {
  let form = new Form(model, el);
  const follow = async ({ detail = model.get("key") } = {}) => {
    if (!form.offline || detail !== model.get("key")) return;
    const living = await model.widget_manager?.get_model(detail).catch(() => null);
    if (!living?.comm_live || !form.offline) return;
    const draft = form.model.get("draft");
    form.destroy();
    el.classList.remove(UNLINKED);
    el.replaceChildren();
    if ((living.get("draft") ?? null) === null) living.set("draft", draft ?? null); // half an answer is not lost, either
    form = new Form(living, el);
  };
  window.addEventListener("autograd-lab-form", follow);
  follow();
  return () => {
    window.removeEventListener("autograd-lab-form", follow);
    form.destroy();
  };
}

export default { initialize, render };
