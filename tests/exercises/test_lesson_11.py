"""What only lesson 11 has to hold: the learner's engine, its half-right versions, and what the plots show."""

import sys

import pytest
from tolerances import close

import autograd_lab as al
from autograd_lab import exercises as ex
from autograd_lab.exercises import bank, digits, engine_file, own_engine, own_shapes, own_walk
from autograd_lab.exercises.learner import learner
from autograd_lab.exercises.progress_file import NAME

RULES = own_engine.RULES
HALF_RIGHT = {
    "no accumulate": ({"accumulate_grad": own_engine.ACCUMULATE_GRAD.replace("before + g", "g")}, "accumulate_grad"),
    "depth-first order": ({"backward": own_walk.VISIT_ONCE}, "backward"),
    "last message only": (
        {"backward": own_walk.changed("slot.get(target, 0) + message", "message")},
        "backward",
    ),
    "no unbroadcast": ({"unbroadcast": "def unbroadcast(g, shape):\n    return g\n"}, "unbroadcast"),
    "mean of the copies": ({"unbroadcast": own_shapes.UNBROADCAST.replace("sum", "mean")}, "unbroadcast"),
    "mul without upstream": ({"Rules": RULES.replace("return g * w, g * x", "return w, x")}, "mul"),
    "matmul without transpose": (
        {"MatMul": own_shapes.MATMUL.replace("g @ w.T, x.T @ g", "g @ w, x @ g")},
        "MatMul",
    ),
    "add sends 1": ({"Rules": RULES.replace("return g, g", "return 1, 1")}, "add"),
    "mean forgets 1/n": ({"Rules": RULES.replace(" / x.numel()", "")}, "mean"),
    "cross-entropy without minus one-hot": ({"Rules": RULES.replace("(p - y)", "p")}, "cross_entropy"),
    "cross-entropy without upstream": ({"Rules": RULES.replace("g * (p - y)", "p - y")}, "cross_entropy"),
    "relu passes all": ({"Rules": RULES.replace("g * (x > 0)", "g")}, "relu"),
}
"""An engine that is half right → the piece that is not, and the rule that the reply has to name."""


@pytest.mark.parametrize(("pieces", "rule"), HALF_RIGHT.values(), ids=HALF_RIGHT)
def test_a_half_right_engine_is_told_which_rule_and_why(pieces, rule):
    result = ex.check("L11.4", own_engine.put_together(**pieces))
    assert result.status == "wrong"
    assert f"`{rule}`, " in result.parts[0], "the rule, and the gradient or the exception"
    assert any(wrong.text in result.parts for wrong in bank.get("L11.4").wrong), "and what the mistake means"
    (piece,) = pieces
    assert f"With the solution's `{piece}` in its place, all 12 programs come out right." in result.parts[0]


def trained(engine, steps=10):
    """The losses of some steps, and the last gradients."""
    own = [engine.Tensor(w.detach(), requires_grad=True) for w in digits.weights()]
    losses = []
    for (x, labels), _ in zip(digits.load().batches(), range(steps), strict=False):
        for w in own:
            w.grad = None
        hidden = engine.relu(engine.add(engine.matmul(engine.Tensor(x), own[0]), own[1]))
        logits = engine.add(engine.matmul(hidden, own[2]), own[3])
        loss = engine.mean(engine.cross_entropy(logits, engine.Tensor(al.eye(10)[labels])))
        loss.backward()
        losses.append(loss.data.item())
        for w in own:
            w.data = w.data - digits.RATE * w.grad
    return losses, [w.grad for w in own]


def test_the_shipped_pieces_train_as_this_engine_does():
    curves = digits.train(digits.load(), digits.Fault())
    losses, grads = trained(own_engine.put_together())
    assert close(losses, curves.losses[:10], "float32", rtol=1e-4)
    assert [tuple(grad.shape) for grad in grads] == [(64, 16), (16,), (16, 10), (10,)]
    assert min(curves.losses[-20:]) < 0.3


@pytest.mark.torch
def test_the_gradients_are_pytorchs():
    torch = pytest.importorskip("torch")
    _, grads = trained(own_engine.put_together(), steps=1)
    leaves = [torch.tensor(w.detach().numpy(), requires_grad=True) for w in digits.weights()]
    x, labels = (torch.tensor(each.numpy()) for each in next(digits.load().batches()))
    hidden = (x @ leaves[0] + leaves[1]).relu()
    torch.nn.functional.cross_entropy(hidden @ leaves[2] + leaves[3], labels).backward()
    for ours, theirs in zip(grads, leaves, strict=True):
        assert close(ours.numpy(), theirs.grad.numpy(), "float32", rtol=1e-5)


def test_the_plots_show_what_the_replies_say():
    a, b, c = digits.sabotage().runs
    assert min(a.losses[-50:]) > 1.5 and a.norms["W1"][-1] > 3 * a.norms["W1"][0]
    assert set(b.norms["W1"]) == set(b.norms["W2"]) == {0.0} and b.norms["b2"][0] > 0.1
    assert c.norms["W1"][0] > 0.1 and set(c.norms["W1"][20:]) == {0.0}
    repaired = digits.train(digits.load(), digits.Fault(lr=digits.FAULTS["C"].lr / 20))
    assert min(repaired.losses[-20:]) < 0.3, "what the answer to C says"


def test_the_repairs_that_were_chosen_run():
    assert "Choose a repair" in repr(digits.repaired())
    ex.ask("L11.2").commit({"A": digits.CLEAR, "B": digits.START, "C": digits.SLOWER})
    shown = digits.repaired()
    assert [min(run.losses[-20:]) < 0.3 for run in shown.runs] == [True] * 3
    assert [min(run.losses[-20:]) > 1.5 for run in shown.before] == [True] * 3
    ex.ask("L11.2").commit({"A": digits.SLOWER, "B": digits.CLEAR, "C": digits.LONGER})
    shown = digits.repaired()
    assert set(shown.runs[1].norms["W1"]) == {0.0} and len(shown.runs[2].losses) == 10 * len(shown.before[2].losses)
    assert shown.png().startswith(b"\x89PNG")


# ----- my_engine.py ---------------------------------------------------------------------------------------------------
@pytest.fixture
def folder(kernel, monkeypatch, tmp_path):
    monkeypatch.setenv("AUTOGRAD_LAB_PROGRESS", NAME)
    monkeypatch.setattr(learner.file, "folder", tmp_path)
    monkeypatch.delitem(sys.modules, "my_engine", raising=False)
    return tmp_path


@pytest.fixture
def write(kernel):
    """Write the cell of an exercise, and check it."""
    return lambda name, source, what: kernel.run(f'{source}\nex.check("{name}", {what})')


def test_it_grows_piece_by_piece(folder, write):
    assert write("L7.3", own_shapes.MATMUL, "MatMul")
    assert write("L3.3", f"# mine\n{own_walk.SOLUTION}", "backward")
    engine = ex.my_engine()
    assert engine.pieces == {
        "backward": "yours",
        "accumulate_grad": "the solution",
        "unbroadcast": "the solution",
        "MatMul": "yours",
        "Rules": "the solution",
    }
    assert ex.check("L11.4", engine)
    text = (folder / engine_file.NAME).read_text()
    assert text == engine.source and text.count("# You wrote this in lesson") == 2
    assert engine_file.completed(text) == text
    import my_engine

    assert my_engine is engine


def test_own_code_takes_the_place_of_a_solution(folder, write):
    ex.my_engine()
    result = write("L11.3", f"# by heart{RULES}", "Rules")
    assert result and "is saved as" in result.parts[-1]
    text = (folder / engine_file.NAME).read_text()
    assert "# by heart" in text and text.count("class Rules") == text.count("class Node") == 1
    assert ex.my_engine().pieces["Rules"] == "yours"
    other = write("L11.3", RULES.replace("p = z.softmax(1)", "p = al.softmax(z, 1)"), "Rules")
    assert other and "already has another" in other.parts[-1]


def test_what_was_changed_in_the_file_is_tried(folder, write):
    assert write("L7.2", own_shapes.UNBROADCAST, "unbroadcast")
    path = folder / engine_file.NAME
    ex.my_engine()
    path.write_text(path.read_text().replace("g = g.sum(0)", "g = g[0]"))
    said = ex.check("L11.4", ex.my_engine()).message
    assert "With `unbroadcast`, y = x + b, one row b, element [0] of your b.grad is 1" in said


def test_a_file_that_is_no_python_is_left_alone(folder, write):
    path = folder / engine_file.NAME
    path.write_text("def backward(:\n")
    result = write("L7.2", own_shapes.UNBROADCAST, "unbroadcast")
    assert result and "isn't Python as it is now" in result.parts[-1]
    with pytest.raises(SyntaxError):
        ex.my_engine()
    assert path.read_text() == "def backward(:\n"


def test_without_progress_no_file_is_written(monkeypatch, tmp_path):
    monkeypatch.setattr(learner.file, "folder", tmp_path)
    assert set(ex.my_engine().pieces.values()) == {"the solution"}
    assert [*tmp_path.iterdir()] == []


def test_without_scikit_learn_it_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "sklearn.datasets", None)
    with pytest.raises(ModuleNotFoundError, match=r"autograd-lab\[lab\]"):
        digits.load()
