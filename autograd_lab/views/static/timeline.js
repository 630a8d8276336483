// A trace as changes that can be undone: going to any step touches only the texts that differ.

class Timeline {
  constructor(shown, changes) {
    this.changes = changes;
    this.shown = new Map(shown);
    this.undo = [];
    this.step = 0;
  }

  // Go to `step`; returns the keys whose text may have changed.
  go(step) {
    const touched = new Set();
    while (this.step < step) this.forward(touched);
    while (this.step > step) this.back(touched);
    return touched;
  }

  forward(touched) {
    const before = [];
    for (const [key, text] of this.changes[this.step]) {
      before.push([key, this.shown.get(key) ?? null]);
      this.set(key, text, touched);
    }
    this.undo.push(before);
    this.step += 1;
  }

  back(touched) {
    for (const [key, text] of this.undo.pop()) this.set(key, text, touched);
    this.step -= 1;
  }

  set(key, text, touched) {
    if (text === null) this.shown.delete(key);
    else this.shown.set(key, text);
    touched.add(key);
  }
}
