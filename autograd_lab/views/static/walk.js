// Where one can stop: after each step; with details, after each event. A state is a number of events.

class Walk {
  constructor(stops, events) {
    this.stops = stops;
    this.events = this.until = events;
    this.details = false;
  }

  // How many stops there are before `state`; with `here`, a stop at it counts too.
  count(state, here) {
    let low = 0, high = this.stops.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.stops[middle] < state || (here && this.stops[middle] === state)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  // The next place to stop after `state`, and the one before it.
  after(state) { return Math.min(this.until, this.details ? state + 1 : this.stops[this.count(state, true)] ?? this.until); }
  before(state) { return Math.max(0, this.details ? state - 1 : this.stops[this.count(state) - 1] ?? 0); }

  // Between which places an event happens.
  start(event) { return this.details ? event : this.stops[this.count(event, true) - 1] ?? 0; }
  end(event) { return this.after(event); }

  // Places by number, as a reader counts them.
  number(state) { return this.details || !state ? state : this.count(state) + 1; }
  state(number) { return Math.min(this.until, this.details || !number ? number : this.stops[number - 1] ?? this.until); }
  get last() { return this.number(this.until); }
  get all() { return this.details ? this.events : this.stops.length; }
}
