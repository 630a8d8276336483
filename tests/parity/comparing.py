"""What counts as equal when two implementations show the same thing (data made by `normalise.encode`).

Two things may differ, and nothing else:

* an error text: autograd_lab adds one line of help after PyTorch's own text;
* a float, also within a text: within PyTorch's own tolerances, see `tolerances`.
"""

from tolerances import close, same_text


def same_error(expected: list, actual: list, rtol: float = 0.0) -> bool:
    """Same type name, and the same text, which one more line of help may follow."""
    wanted, got = expected[1].strip(), actual[1].strip()
    lines = got.split("\n")[: wanted.count("\n") + 1]
    return expected[0] == actual[0] and same_text("\n".join(lines), wanted, rtol)


def _tensor_differences(expected, actual, where, rtol):
    found = [
        f"{where}.{key}: expected {expected.get(key)!r}, got {actual.get(key)!r}"
        for key in ("dtype", "shape", "grad_fn")
        if expected.get(key) != actual.get(key)
    ]
    if not found and not _same_values(expected, actual, rtol):
        found.append(f"{where}: expected {expected['values']}, got {actual['values']}")
    return found


def _same_values(expected, actual, rtol):
    wanted, got = expected["values"], actual["values"]
    if "float" in expected["dtype"]:
        return close(*([float(item) for item in values] for values in (got, wanted)), expected["dtype"], rtol)
    return wanted == got


def _dict_differences(expected, actual, where, rtol):
    if set(expected) == {"error"} and set(actual) == {"error"}:
        if same_error(expected["error"], actual["error"], rtol):
            return []
        return [f"{where}: expected error {expected['error']}, got {actual['error']}"]
    if "values" in expected and "values" in actual:
        return _tensor_differences(expected, actual, where, rtol)
    found = [f"{where}.{key}: missing" for key in expected if key not in actual]
    found += [f"{where}.{key}: not in PyTorch" for key in actual if key not in expected]
    for key in expected:
        if key in actual:
            found += differences(expected[key], actual[key], f"{where}.{key}", rtol)
    return found


def differences(expected, actual, where: str = "", rtol: float = 0.0) -> list[str]:
    """Every place where ``actual`` departs from ``expected`` (both made by `encode`), in words.

    A plain float is compared like float32, from which it mostly comes; floats within a text too. ``rtol`` widens the
    relative tolerance for a program that needs it. All the rest is compared exactly.
    """
    if isinstance(expected, dict) and isinstance(actual, dict):
        return _dict_differences(expected, actual, where, rtol)
    if isinstance(expected, list) and isinstance(actual, list) and len(expected) == len(actual):
        pairs = enumerate(zip(expected, actual, strict=True))
        return [line for i, (one, two) in pairs for line in differences(one, two, f"{where}[{i}]", rtol)]
    return [] if _same(expected, actual, rtol) else [f"{where}: expected {expected!r}, got {actual!r}"]


def _same(expected, actual, rtol):
    if isinstance(expected, float) and isinstance(actual, float):
        return close(actual, expected, "float32", rtol)
    if isinstance(expected, str) and isinstance(actual, str):
        return same_text(actual, expected, rtol)
    return type(expected) is type(actual) and expected == actual
