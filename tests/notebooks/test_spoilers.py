"""No page answers its own open questions: neither above a question nor below it, up to the questions next to it.

Every lesson with a file of exercises is held to this.
"""

import re
from itertools import groupby

import nbformat
import pytest
from lessons import FILES, read

from autograd_lab.exercises import bank

HELD = [file for file in FILES if file.stem[:2] in {module[-2:] for module in bank.LESSONS.values()}]
COINCIDENCES = ("L3.P3: 15 in 03-24",)
"""Another walk, through another graph, takes 15 runs, too."""
PREPARED = re.compile(r"\b(suppress|except|\w*[Ee]rrors?)\b")
"""Code that is ready for an error, or a word about one."""
NUMBER = re.compile(r"(?<![\w.])-?\d+(?:\.\d+)?(?![\w]|\.\d)")


def seen(cell):
    """What a reader of the stored notebook sees of this cell: its source, and of each output the text, which says what
    is in its picture, and the picture's alt. What forward knows is left out: its values, and the nodes' numbers."""
    texts = [] if cell.metadata.get("jupyter", {}).get("source_hidden") else [cell.source]
    for output in cell.get("outputs", []):
        data = output.get("data", {})
        text = "".join(data.get("text/plain", output.get("text", "")))
        if text.startswith("Stepper:"):
            text = re.sub(r"#\d+|v= \S+|\d+\. The operation [^\n]+|The operation [^\n]+", "", text)
        texts += [text, *re.findall(r'\balt="([^"]*)"', "".join(data.get("text/html", "")))]
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
    for questions, beside in with_neighbours(notebook.cells):
        for exercise in filter(lambda exercise: exercise.is_prediction, questions):
            yield from sorted({*given_away(exercise, beside)} - {*COINCIDENCES})


def with_neighbours(cells):
    """The questions that have no cell between them, and the cells above and below them, up to the next questions."""
    runs = [[*run] for _, run in groupby(cells, lambda cell: "exercise_id" in cell.metadata)]
    for above, run, below in zip([[], *runs], runs, [*runs[1:], []], strict=False):
        if "exercise_id" in run[0].metadata:
            yield [bank.get(cell.metadata["exercise_id"]) for cell in run], above + below


def given_away(exercise, cells):
    """Where these cells have the answer to this question."""
    known = {number.removesuffix(".0") for number in NUMBER.findall(told(exercise))}
    known |= {number.removesuffix(".") for number in re.findall(r"\d+\.(?!\d)", told(exercise))}
    for cell in cells:
        text = seen(cell)
        numbers = {found.removesuffix(".0") for found in NUMBER.findall(text)}
        for token in tokens(exercise.answer):
            is_there = is_among(token, numbers) and token not in known
            is_prepared = token.startswith("an error") and PREPARED.search(text)
            if is_there or is_prepared or is_in_a_row(token, text) or is_said(token, text, exercise.asks):
                yield f"{exercise.id}: {token} in {cell['id']}"


def is_among(token, numbers):
    """Whether this number is there; 0.012 is, where 0.012002 is."""
    return token in numbers or ("." in token and any(number.startswith(token) for number in numbers))


def is_in_a_row(token, text):
    """Whether a list of numbers is there, with whatever is between them: ``101   10`` is [101, 10]."""
    wanted, found = NUMBER.findall(token), NUMBER.findall(text)
    return token.startswith("[") and any(found[k : k + len(wanted)] == wanted for k in range(len(found)))


def is_said(words, text, asks):
    """Whether a text has this sentence, or says of what is asked for that it is this word or number."""
    if " " in words:
        return words.casefold() in text.casefold()
    return bool(asks and re.search(rf"{re.escape(asks)}\W+(?:is\W+)?{re.escape(words)}\b", text))


@pytest.mark.parametrize("file", HELD, ids=lambda file: file.stem)
def test_no_answer_stands_beside_its_question(file):
    assert [*spoilers(read(file))] == []


PLANTED = [
    ("L0.P3", "The messages are 1, 10, 10 and 30."),
    ("L0.P2", "print(c.grad) gives `c.grad` is `None`."),
    ("L0.P4", "assert a.grad == 7.0"),
    ("L1.P1", "It moves by 0.012002."),
    ("L1.P2", "It needs the gradient that arrived at v, and the slope of v with respect to u."),
    ("L2.P1", "4 × 3 = 12"),
    ("L2.P2", "(tensor(30.), tensor(20.))"),
    ("L3.P2", "It finds smaller numbers."),
    ("L5.P2", "((<DoubleTripleBackward #2>, 1, 0))"),
    ("L6.P2", "So x.grad is [9, 12]."),
    ("L7.P3", "tensor: [11, 0, 100]"),
    ("L8.P1", "with al.record() as twice, suppress(RuntimeError):"),
    ("L8.P4", "With .data, x.grad is 0, without an error."),
    ("L9.P2", "The best is h = 1e-5."),
    ("L10.P1", "So w.grad is -8."),
    ("L11.P1", "So it is about 4.6."),
]
"""A number, a list, a sentence, a word for what is asked, code for an error: each as it may be written."""


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
