"""No page answers its own open questions: neither above a question nor below it, up to the questions next to it.

Every lesson with a file of exercises is held to this.
"""

import re

import nbformat
import pytest
from lessons import FILES, read

from autograd_lab.exercises import bank

HELD = [file for file in FILES if file.stem[:2] in {module[-2:] for module in bank.LESSONS.values()}]
NUMBER = re.compile(r"(?<![\w.])-?\d+(?:\.\d+)?(?![\w]|\.\d)")


def seen(cell):
    """What a reader of the stored notebook sees of this cell: of the picture of a graph what its text says, without the
    list of steps, which is not on display, and without what forward knows: its values, and the nodes' numbers."""
    texts = [] if cell.metadata.get("jupyter", {}).get("source_hidden") else [cell.source]
    for output in cell.get("outputs", []):
        data = output.get("data", {})
        text = "".join(data.get("text/plain", output.get("text", "")))
        if "image/png" in data:
            graph = text.startswith("Stepper:") * text
            text = re.sub(r"#\d+|v= \S+|The operation [^\n]+|\n  1\. [\s\S]*", "", graph)
        texts.append(text)
    return "\n".join(texts)


def tokens(answer):
    """The numbers and words of an answer, as they would be written."""
    if isinstance(answer, dict):
        return set().union(*map(tokens, answer.values()))
    if isinstance(answer, list | tuple):
        return set().union(*map(tokens, answer))
    return {f"{answer:g}" if isinstance(answer, int | float) and not isinstance(answer, bool) else str(answer)}


def told(exercise):
    """What is on the page by necessity: the question and its program."""
    return " ".join([exercise.prompt, exercise.setup, exercise.program])


def spoilers(notebook):
    """``question: token in cell`` for whatever gives an answer away."""
    cells = notebook.cells
    places = [place for place, cell in enumerate(cells) if "exercise_id" in cell.metadata]
    for number, place in enumerate(places):
        exercise = bank.get(cells[place].metadata["exercise_id"])
        if not exercise.is_prediction:
            continue
        known = {number.removesuffix(".0") for number in NUMBER.findall(told(exercise))}
        known |= {number.removesuffix(".") for number in re.findall(r"\d+\.(?!\d)", told(exercise))}
        first, last = (places[number - 1] if number else -1), [*places, len(cells)][number + 1]
        for cell in cells[first + 1 : place] + cells[place + 1 : last]:
            text = seen(cell)
            numbers = {found.removesuffix(".0") for found in NUMBER.findall(text)}
            for token in sorted(tokens(exercise.answer)):
                if (is_among(token, numbers) and token not in known) or is_said(token, text, exercise.asks):
                    yield f"{exercise.id}: {token} in {cell['id']}"


def is_among(token, numbers):
    """Whether this number is there; 0.012 is, where 0.012002 is."""
    return token in numbers or ("." in token and any(number.startswith(token) for number in numbers))


def is_said(words, text, asks):
    """Whether a text has this sentence, or says of what is asked for that it is this word or number."""
    if " " in words:
        return words.casefold() in text.casefold()
    return bool(asks and re.search(rf"{re.escape(asks)}\W+(?:is\W+)?{re.escape(words)}\b", text))


@pytest.mark.parametrize("file", HELD, ids=lambda file: file.stem)
def test_no_answer_stands_beside_its_question(file):
    assert [*spoilers(read(file))] == []


PLANTED = [
    ("L0.P5", "The messages are 1, 10, 10 and 30."),
    ("L0.P3", "print(c.grad) gives `c.grad` is `None`."),
    ("L0.P2", "First, d.grad is written."),
    ("L0.P4", "assert a.grad == 7.0"),
    ("L1.W1", "So ∂v/∂u is 2."),
    ("L1.P1", "It moves by 0.012002."),
    ("L1.P3", "3 + 2 = 5"),
    ("L1.P2", "It needs the gradient that arrived at v, and the slope of v with respect to u."),
    ("L2.P1", "4 × 3 = 12"),
    ("L2.P5", "Of the three, received and sent change."),
    ("L2.P8", "(tensor(30.), tensor(20.))"),
    ("L2.P6", "It comes from a formula that was written down for sin once, with x put in."),
    ("L3.P2", "The recursion finds 8."),
    ("L3.P3", "It finds smaller numbers."),
    ("L3.P4", "That takes 15 runs."),
    ("L4.P2", "1 + 3 + 3 = 7"),
    ("L4.P8", "assert w.grad == 12.0"),
    ("L4.P4", "The gradients of the first two steps are still in it."),
    ("L5.P2", "backward receives (1, 0)."),
    ("L5.P4", "They are 1, 0."),
    ("L5.P4", "((<DoubleTripleBackward #2>, 1, 0))"),
    ("L6.P1", "v says how much each output counts."),
    ("L6.P2", "So x.grad is [9, 12]."),
    ("L6.P3", "Then it is [531, 642]."),
    ("L7.P2", "b hears [101, 10]."),
    ("L7.P3", "Column 1 of W does."),
    ("L7.P4", "tensor: [11, 0, 100]"),
    ("L8.P2", "It is an error: the kept values are gone."),
    ("L8.P4", "So x.grad is 9."),
    ("L8.P5", "With .data, x.grad is 0, without an error."),
    ("L8.P6", "400 nodes"),
    ("L9.P1", "It gives 12.01."),
    ("L9.P2", "The best is h = 1e-5."),
    ("L9.P4", "Well, float32 has too few digits for this h."),
    ("L9.P5", "The difference is 0.5."),
    ("L9.P6", "So x.grad is nan."),
    ("L10.P1", "So w.grad is -8."),
    ("L10.P2", "B gives a wrong w.grad, without an error."),
    ("L10.P3", "It hears 7."),
    ("L10.P4", "w.grad is 21"),
    ("L10.P5", "x.grad is 32."),
    ("L11.P1", "So it is about 2.3."),
    ("L11.P2", "It is only that of b2."),
    ("L11.P3", "It is less than a hundredth."),
]


def test_a_picture_of_the_finished_pass_is_found():
    notebook = read(next(file for file in HELD if file.stem.startswith("10")))
    (cell,) = (cell for cell in notebook.cells if 'stepper(listening, "L10.P3")' in cell.source)
    said = cell.outputs[-1].data["text/plain"]
    cell.outputs[-1].data["text/plain"] = said.replace("v= 9 | ∂=", "v= 9 | ∂= 5 + 2 = 7", 1)
    assert cell.outputs[-1].data["text/plain"] != said
    assert [found.split(" in ")[0] for found in spoilers(notebook)] == ["L10.P3: 7"]


@pytest.mark.parametrize("below", [False, True], ids=["above", "below"])
@pytest.mark.parametrize(("question", "words"), PLANTED)
def test_a_planted_answer_is_found(question, words, below):
    notebook = read(next(file for file in HELD if file.stem.startswith(f"{int(question[1:].split('.')[0]):02d}")))
    place = next(k for k, cell in enumerate(notebook.cells) if cell.metadata.get("exercise_id") == question)
    notebook.cells.insert(place + below, nbformat.v4.new_markdown_cell(words, id="planted"))
    assert any(found.startswith(question) and found.endswith("planted") for found in spoilers(notebook))
