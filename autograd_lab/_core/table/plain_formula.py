"""A formula of the table as plain text: ``\\bar{x} = \\bar{z} \\odot y`` becomes ``x̄ = z̄ ⊙ y``."""

import functools
import re
import unicodedata

_SIGNS = {
    "odot": "⊙", "cdot": "·", "times": "×", "sum": "Σ", "prod": "Π", "leq": "≤", "geq": "≥", "neq": "≠", "in": "∈",
    "ni": "∋", "sim": "~", "infty": "∞", "ldots": "…", "dots": "…", "bigwedge": "⋀", "bigvee": "⋁", "lfloor": "⌊",  # noqa: RUF001
    "rfloor": "⌋", "lceil": "⌈", "rceil": "⌉", "langle": "⟨", "rangle": "⟩", "ell": "ℓ", "left": "", "right": "",  # noqa: RUF001
    "alpha": "α", "beta": "β", "delta": "δ", "epsilon": "ε", "lambda": "λ", "mu": "μ", "pi": "π", "sigma": "σ",
    "phi": "φ", "Phi": "Φ", "Lambda": "Λ", "psi": "ψ", "Gamma": "Γ", "partial": "∂", "quad": " ",
}  # fmt: skip
_NAMES = "ln log sin cos tan sinh cosh tanh arcsin arccos arctan max min det"
_SIGNS.update({name: name for name in _NAMES.split()})
_SMALL = {
    "^": str.maketrans("0123456789+-()nkpTxy", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁽⁾ⁿᵏᵖᵀˣʸ"),
    "_": str.maketrans("0123456789ijklmnpst", "₀₁₂₃₄₅₆₇₈₉ᵢⱼₖₗₘₙₚₛₜ"),
}
_STEP = (
    r"\\(?P<mark>bar|hat){(?P<letter>[^{}]*)}|\\sqrt{(?P<root>[^{}]*)}|(?P<script>[\^_]){(?P<inside>[^{}]*)}"
    r"|\\frac{(?P<above>[^{}]*)}{(?P<below>[^{}]*)}(?P<factor>(?=\s*[^\s)\]},.=+-]))?"
)


@functools.cache
def plain_formula(tex: str) -> str:
    """The formula in letters and signs that a terminal shows; ``tex`` itself where something in it is unknown."""
    text = re.sub(r"\\(?:mathrm|operatorname|mathcal)\{([^{}]*)\}", r"\1", tex)
    text = re.sub(r"\\[, ]", " ", text.replace(r"\{", "«").replace(r"\}", "»").replace(r"\|", "‖"))
    text = re.sub(r"\\([A-Za-z]+)", lambda found: _SIGNS.get(found[1], found[0]), text)
    text = re.sub(r"([\^_])(\w)", r"\1{\2}", text)
    count = 1
    while count:  # from the inside out
        text, count = re.subn(_STEP, _in_signs, text)
    if "\\" in text or "{" in text:
        return tex
    text = re.sub(r"(?<=[⌊⌈⟨]) | (?=[⌋⌉⟩])", "", re.sub(" +", " ", text)).replace("«", "{").replace("»", "}")
    return unicodedata.normalize("NFC", text.strip())


def _in_signs(found: re.Match) -> str:
    if found["mark"]:
        return found["letter"] + ("\u0304" if found["mark"] == "bar" else "\u0302")
    if found["root"]:
        return f"√{_together(found['root'])}"
    if found["script"]:
        small = found["inside"].replace(" ", "").translate(_SMALL[found["script"]])
        has_all = not set(small) & set(found["inside"])
        return small if has_all else found["script"] + _together(found["inside"])
    quotient = f"{_together(found['above'])}/{_together(found['below'])}".replace("1/2", "½")
    of = found.string.endswith(("ln ", "arctan "), 0, found.start())
    return f"({quotient})" if of or (found["factor"] is not None and quotient != "½") else quotient


def _together(text: str) -> str:
    """In brackets, unless it is one thing anyway."""
    return text if re.fullmatch(r"[\w^√\u0304\u0302]+|√\([^()]*\)", text) else f"({text})"
