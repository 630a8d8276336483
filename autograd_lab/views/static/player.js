// A view whose states follow one another: how it goes on and back, by buttons, by keys and by itself. A subclass has
// `line`, `controls`, `pauses` and `root`, the `state` that it shows, and `show(state)`; `first` and `last` may be its own.

class Player {
  get first() { return 0; }
  get last() { return this.line.last; }

  go(state) {
    state = Math.max(this.first, Math.min(this.last, state));
    this.show(state > this.state ? this.pauses.gate(this.state, state) : state);
  }

  steer(name, value) {
    if (name === "play") return this.timer ? this.stop() : this.play();
    this.stop();
    if (name === "forward") this.forward();
    else this.go({ first: this.first, last: this.last, back: this.state - 1, slide: this.first + value }[name]);
    this.pauses.reveal();
  }

  forward() {
    this.pauses.settle(this.pauses.waiting(this.state));
    this.go(this.state + 1);
  }

  play() {
    if (this.state === this.last) this.show(this.first);
    this.controls.playing(true);
    this.timer = setInterval(() => {
      this.go(this.state + 1);
      if (this.state !== this.last && !this.pauses.button) return;
      this.stop();
      this.pauses.reveal();
    }, +this.controls.speed.value);
  }

  stop() {
    clearInterval(this.timer);
    this.timer = null;
    this.controls.playing(false);
  }

  // Arrows, Home and End step; Space plays. In a field or on a button they mean what they mean there.
  key(event) {
    if (!ownKey(event)) return event.key === "Escape" ? leave(this.root) : undefined;
    const tag = event.target.tagName, own = ["INPUT", "SELECT"].includes(tag) || (event.key === " " && ["BUTTON", "SUMMARY"].includes(tag));
    const name = { ArrowRight: "forward", ArrowLeft: "back", Home: "first", End: "last", " ": "play" }[event.key];
    if (own || !name) return;
    event.preventDefault();
    this.steer(name);
  }

  destroy() {
    this.stop();
    this.pauses.destroy();
  }
}
