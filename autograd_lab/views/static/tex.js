// LaTeX to MathML, as far as the table's formulas go. The browser draws MathML by itself, in the colours of the page, and
// screen readers read it. A command that is not known here is written out, in class "unknown".

const MATHML = "http://www.w3.org/1998/Math/MathML";
const GREEK = {
  alpha: "α", beta: "β", gamma: "γ", delta: "δ", epsilon: "ϵ", varepsilon: "ε", zeta: "ζ", eta: "η", theta: "θ", iota: "ι",
  kappa: "κ", lambda: "λ", mu: "μ", nu: "ν", xi: "ξ", pi: "π", rho: "ρ", sigma: "σ", tau: "τ", upsilon: "υ", phi: "ϕ",
  varphi: "φ", chi: "χ", psi: "ψ", omega: "ω", Gamma: "Γ", Delta: "Δ", Theta: "Θ", Lambda: "Λ", Xi: "Ξ", Pi: "Π", Sigma: "Σ",
  Phi: "Φ", Psi: "Ψ", Omega: "Ω", ell: "ℓ", infty: "∞", partial: "∂", nabla: "∇", emptyset: "∅",
};
const SIGNS = {
  odot: "⊙", cdot: "·", times: "×", pm: "±", mp: "∓", ast: "∗", star: "⋆", circ: "∘", oplus: "⊕", otimes: "⊗", div: "÷",
  leq: "≤", le: "≤", geq: "≥", ge: "≥", neq: "≠", ne: "≠", approx: "≈", equiv: "≡", sim: "∼", propto: "∝", ll: "≪", gg: "≫",
  in: "∈", ni: "∋", notin: "∉", subset: "⊂", subseteq: "⊆", cup: "∪", cap: "∩", wedge: "∧", vee: "∨", land: "∧", lor: "∨",
  neg: "¬", forall: "∀", exists: "∃", to: "→", rightarrow: "→", leftarrow: "←", mapsto: "↦", Rightarrow: "⇒",
  ldots: "…", dots: "…", cdots: "⋯", vdots: "⋮", prime: "′", top: "⊤", bot: "⊥", mid: "∣", parallel: "∥", colon: ":",
};
const FENCES = {
  "{": "{", "}": "}", langle: "⟨", rangle: "⟩", lfloor: "⌊", rfloor: "⌋", lceil: "⌈", rceil: "⌉", vert: "|", Vert: "‖",
  "|": "‖", lbrace: "{", rbrace: "}", lvert: "|", rvert: "|", lVert: "‖", rVert: "‖",
};
const BIG = { sum: "∑", prod: "∏", int: "∫", bigwedge: "⋀", bigvee: "⋁", bigcup: "⋃", bigcap: "⋂" };
const ACCENTS = { bar: "¯", overline: "¯", hat: "ˆ", widehat: "ˆ", tilde: "~", dot: "˙", vec: "→" };
const SPACES = { ",": 0.17, ":": 0.22, ";": 0.28, " ": 0.3, "!": -0.17, quad: 1, qquad: 2 };
const WORDS = ["max", "min", "ln", "log", "exp", "sin", "cos", "tan", "sinh", "cosh", "tanh", "arcsin", "arccos", "arctan", "det",
  "dim", "sup", "inf", "arg", "lim", "gcd", "ker", "deg", "cot", "sec", "csc", "coth", "Pr"];
const UNDER = ["max", "min", "sup", "inf", "lim"];
const PLAIN = ["mathrm", "operatorname", "text", "textrm", "mathsf", "mathtt", "mathbf", "mathit", "mathcal", "mathbb"];

function math(tag, attributes = {}, ...children) {
  const element = document.createElementNS(MATHML, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

class Tex {
  constructor(source) {
    this.tokens = source.match(/\\[A-Za-z]+\*?|\\.|\d+(?:\.\d+)?|\s+|./gsu) ?? [];
    this.place = 0;
  }

  peek() {
    while (/^\s+$/.test(this.tokens[this.place] ?? "")) this.place += 1;
    return this.tokens[this.place];
  }

  // Everything up to a closing token; a script is hung on the item before it.
  row(end) {
    const parts = [];
    for (let token = this.peek(); token !== undefined && token !== end; token = this.peek()) parts.push(this.scripted());
    if (end !== undefined) this.place += 1;
    return parts.length === 1 ? parts[0] : math("mrow", {}, ...parts);
  }

  scripted() {
    const base = "^_".includes(this.peek()) ? math("mrow") : this.atom();
    let low, high;
    for (let token = this.peek(); token === "^" || token === "_" || token === "'"; token = this.peek()) {
      this.place += 1;
      if (token === "_") low = this.atom();
      else high = token === "^" ? this.atom() : math("mo", {}, "′");
    }
    if (!low && !high) return base;
    const limits = base.classList?.contains("limits");
    if (low && high) return math(limits ? "munderover" : "msubsup", {}, base, low, high);
    return low ? math(limits ? "munder" : "msub", {}, base, low) : math(limits ? "mover" : "msup", {}, base, high);
  }

  atom() {
    const token = this.peek() ?? "";
    this.place += 1;
    if (token === "{") return this.row("}");
    if (/^\d/.test(token)) return math("mn", {}, token);
    if (/^\p{L}$/u.test(token)) return math("mi", {}, token);
    if (token.startsWith("\\")) return this.command(token.slice(1));
    if ("([)]|".includes(token)) return math("mo", { stretchy: "false" }, token);
    return math("mo", {}, { "-": "−", "*": "∗" }[token] ?? token);
  }

  command(name) {
    if (name in GREEK) return math("mi", {}, GREEK[name]);
    if (name in SIGNS) return math("mo", {}, SIGNS[name]);
    if (name in FENCES) return math("mo", { stretchy: "false" }, FENCES[name]);
    if (name in BIG) return math("mo", { class: "limits", movablelimits: "false" }, BIG[name]);
    if (name in SPACES) return math("mspace", { width: `${SPACES[name]}em` });
    if (name in ACCENTS) return math("mover", { accent: "true" }, this.atom(), math("mo", { stretchy: "false" }, ACCENTS[name]));
    if (WORDS.includes(name)) return math("mi", UNDER.includes(name) ? { class: "limits" } : {}, name);
    if (PLAIN.includes(name)) return math("mi", { mathvariant: "normal" }, this.words());
    if (name === "frac" || name === "tfrac" || name === "dfrac") return math("mfrac", {}, this.atom(), this.atom());
    if (name === "binom") return math("mrow", {}, math("mo", {}, "("), math("mfrac", { linethickness: "0" }, this.atom(), this.atom()), math("mo", {}, ")"));
    if (name === "sqrt") return this.root();
    if (name === "left") return this.fenced();
    if (name === "limits" || name === "displaystyle" || name === "nolimits") return math("mrow");
    return math("mtext", { class: "unknown" }, `\\${name}`);
  }

  // The words of \mathrm{…}, as they are
  words() {
    if (this.peek() !== "{") return this.tokens[this.place++] ?? "";
    this.place += 1;
    let text = "";
    for (let depth = 1; this.place < this.tokens.length; this.place += 1) {
      const token = this.tokens[this.place];
      depth += (token === "{") - (token === "}");
      if (!depth) break;
      text += token.replace(/^\\([^A-Za-z])$/, "$1");
    }
    this.place += 1;
    return text;
  }

  root() {
    if (this.peek() !== "[") return math("msqrt", {}, this.atom());
    this.place += 1;
    const index = this.row("]");
    return math("mroot", {}, this.atom(), index);
  }

  fenced() {
    const open = this.fence();
    const parts = [];
    while (this.peek() !== undefined && this.peek() !== "\\right") parts.push(this.scripted());
    this.place += 1;
    return math("mrow", {}, open, ...parts, this.fence());
  }

  fence() {
    const token = this.peek() ?? ".";
    this.place += 1;
    return math("mo", { stretchy: "true", fence: "true" }, token === "." ? "" : FENCES[token.replace("\\", "")] ?? token);
  }
}

function formula(source) {
  const reader = new Tex(source);
  const root = math("math", { display: "inline", displaystyle: "true" }, reader.row());
  root.setAttribute("title", source);
  return root;
}
