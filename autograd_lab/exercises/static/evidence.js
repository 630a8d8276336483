// The stepper under a reply: a page of its own, with its script and style, as the kernel once sent it. It needs no kernel.

class Evidence {
  constructor(place) {
    this.place = place;
    this.page = null;
  }

  async show(page) {
    if (page === this.page) return;
    this.clear();
    this.page = page;
    const address = URL.createObjectURL(new Blob([page.script], { type: "text/javascript" }));
    const module = await import(address);
    URL.revokeObjectURL(address);
    if (this.page !== page) return; // another one was asked for meanwhile
    const stage = make("div");
    this.place.replaceChildren(make("style", {}, page.style), stage);
    this.end = await module.default.render({ model: this.model({ ...page.state }), el: stage });
  }

  // What a view wants of a notebook: a place for its state.
  model(state) {
    const told = {};
    return {
      get: (name) => state[name],
      set: (name, value) => { state[name] = value; for (const tell of told[`change:${name}`] ?? []) tell(); },
      on: (name, tell) => { (told[name] ??= []).push(tell); },
      off: (name, tell) => { told[name] = (told[name] ?? []).filter((other) => other !== tell); },
      save_changes() {},
      send() {},
    };
  }

  clear() {
    this.end?.();
    this.end = this.page = null;
    this.place.replaceChildren();
  }
}
