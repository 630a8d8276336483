"""Why a gradient is None, 0, nan, or more than expected: cause and line, for each program of a table."""

import pickle
import re
import warnings
from pathlib import Path

import pytest
from why_programs import PROGRAMS, programs

import autograd_lab as al
from autograd_lab._core.table.row import TABLE
from autograd_lab.tracing.trace.node_search import find_node
from autograd_lab.tracing.why.zero import REASONS

BUGS = list(programs(Path(__file__).with_name("classic_bugs.txt")))
START = {
    "None": "{}.grad is None: ",
    "zero": "{}.grad is 0",
    "nan": "{}.grad ",
    "value": "{} ",
    "received": "{} received ",
    "module": "{}: ",
    "hint": "",
}


@pytest.mark.parametrize("program", [*PROGRAMS, *BUGS], ids=lambda program: program.title)
def test_the_right_cause_and_line(torch, program):
    """By name, or of all gradients, and of the trace read back from its file."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        trace, kept = program.run(torch)
    answer = trace.why() if program.name == "*" else trace.why(program.name)
    text = answer.text
    assert "  # here" not in text, "comments are no part of what is quoted"
    assert answer.cause == program.cause, answer
    assert [words for words in program.words if words not in text] == [], answer
    named = re.findall(r"[lL]ine (\d+) of \w+\.txt", text)
    if program.here or program in BUGS:
        assert {*map(int, named)} == {number for number, _ in program.here}, answer
    if program.here and program in PROGRAMS:
        assert (answer.line.number, answer.line.text) == program.here[0], answer
    again = al.Trace.from_json(trace.to_json())
    if program.name == "*":
        assert str(again.why()) == str(answer)
        return
    assert text.startswith(START.get(program.kind, "{}.grad is ").format(program.name.replace("s.0.", "s[0]."))), answer
    assert text.endswith("."), answer
    recorded = str(again.why(program.name + ".grad" * (program.kind != "module")))
    assert str(answer).endswith(f"What was recorded: {recorded}") if kept else str(answer) == recorded


def test_what_rows_say_of_zeros_is_known():
    said = {word for row in TABLE.values() if row.zero_where for word in row.zero_where.split(", ")}
    assert said == REASONS.keys()


def test_a_tensor_may_be_given_itself(torch):
    w, v = torch.tensor(2.0, requires_grad=True), torch.tensor(3.0, requires_grad=True)
    with al.record() as trace:
        h = w.detach()
        (h * v).backward()
    assert trace.why(w).cause == al.why(w).cause == "detach"
    assert al.why("w").text == trace.why(w).text


@pytest.mark.torch
def test_normal_draws_without_a_path_back():
    """Our own engine refuses to draw so; PyTorch sends zeros."""
    torch = pytest.importorskip("torch")
    mu, head = torch.nn.Linear(3, 2), torch.nn.Linear(2, 1)
    with al.record() as trace:
        z = torch.normal(mu(torch.ones(8, 3)), torch.ones(8, 2))
        head(z).pow(2).mean().backward()
    answer = trace.why("mu.weight")
    assert answer.cause == "sample"
    assert "`z = torch.normal(" in answer.text
    assert "because what it draws has no path back: write `mean + std * torch.randn_like(mean)`." in answer.text


def test_in_a_notebook_the_line_is_the_learners_own():
    names = {"al": al}
    code = (
        "w, v = al.tensor(2.0, requires_grad=True), al.tensor(3.0, requires_grad=True)\n"
        "with al.record() as trace:\n"
        "    h = w.detach()\n"
        "    (h * v).backward()\n"
    )
    exec(compile(code, "/tmp/ipykernel_17/3.py", "exec"), names)
    assert "the path from w ends at your line 3" in names["trace"].why("w").text


def test_a_tensor_that_is_not_known():
    w = al.tensor(2.0, requires_grad=True)
    with al.record() as trace:
        (w * w).backward()
    with pytest.raises(KeyError, match=r"knows no tensor 'weight'; it knows w\."):
        trace.why("weight")
    with pytest.raises(KeyError, match="does not know that tensor"):
        trace.why(al.ones(2))
    net = al.nn.Sequential(al.nn.BatchNorm1d(2), al.nn.Linear(2, 1))
    with al.record() as trace:
        net(al.ones(2, 2)).sum().backward()
    assert str(trace.why("net")).startswith("net: 2 of 4 gradients are ")
    assert str(trace.why("net.1")).startswith("net.1: 1 of 2 gradients is all 0 (")
    assert trace.why("net.0.running_mean").cause == "not required"
    with pytest.raises(KeyError, match="knows no tensor ''"):
        trace.why("")
    frozen = al.nn.Sequential(al.nn.Linear(2, 2).requires_grad_(False), al.nn.ReLU(), al.nn.Linear(2, 1))
    with al.record() as trace:
        energy = frozen(al.ones(2, 2)).sum()
        energy.backward()
    assert str(trace.why("frozen.0")) == "frozen.0: none of its parameters requires a gradient."
    with pytest.raises(
        KeyError, match=r"knows no tensor 'nothing'; it knows 7 parameters, which .* lists, and 6 other names: energy, "
    ):
        trace.why("nothing")


def test_of_few_names_all_are_listed(torch):
    enc, dec = torch.nn.Linear(2, 2), torch.nn.Linear(1, 1)
    with al.record() as trace:
        (a, b), c = enc(torch.ones(3, 2)).chunk(2, 1), dec.weight * 2
        loss = (dec(a) * b * c).sum()
        loss.backward()
    known = {"enc.weight", "enc.bias", "dec.weight", "dec.bias", "a", "b", "c", "loss"}
    for name, start in (
        ("zz", "; it knows "),
        ("enc.wieght", "; did you mean 'enc.weight' or 'dec.weight'? It knows "),
    ):
        with pytest.raises(KeyError) as caught:
            trace.why(name)
        words, _, names = caught.value.args[0].partition(start)
        assert words == f"This recording knows no tensor {name!r}"
        assert {*re.split(", | and ", names.rstrip("."))} == known


def test_names_of_a_function_that_unpacks_tuples(torch):
    def loss_of(x):
        mean, log_std = layer(x).chunk(2, 1)
        (one, two), three = (mean * 2, log_std * 3), mean.exp()
        kept, used = three.detach(), (one + 2 * two + 3 * three).sum()
        return kept.sum() * used

    layer = torch.nn.Linear(2, 2)
    with al.record() as trace:
        loss_of(torch.ones(3, 2)).backward()
    for told in (trace, al.Trace.from_json(trace.to_json())):
        for name, made in (("mean", 0), ("log_std", 0), ("one", 1), ("two", 1), ("three", 1), ("used", 2)):
            answer = told.why(name)
            assert answer.text.startswith(f"{name} received ")
            assert answer.line.number == loss_of.__code__.co_firstlineno + 1 + made
        assert told.why("kept").cause == "detach"
        sent = [float(re.search(r"received \[\[(.*?)[],]", told.why(name).text)[1]) for name in ("one", "two", "three")]
        assert [sent[1] / sent[0], sent[2] / sent[0]] == pytest.approx([2, 3], rel=1e-4)


def test_a_name_that_is_not_known_costs_few_frames_and_similar_ones_are_named():
    def loss_of(w):
        square = w * w
        return square * 2

    w = al.tensor(2.0, requires_grad=True)
    with al.record() as trace:
        loss_of(w).backward()
    with pytest.raises(KeyError, match="knows no tensor 'squaer'; did you mean 'square'") as caught:
        trace.why("squaer")
    assert len(caught.traceback) <= 2


def test_what_is_no_tensor():
    net = al.nn.Sequential(al.nn.Linear(2, 1))
    with al.record() as trace:
        net(al.ones(1, 2)).sum().backward()
    with pytest.raises(KeyError, match=r"knows no tensor 'net.bias'; did you mean 'net.0.bias'"):
        trace.why("net.bias")
    with pytest.raises(TypeError, match=r"not of Sequential; its parameters are 'net.0.weight', 'net.0.bias'\.$"):
        trace.why(net)
    for wrong in (3, None, ["net.0.weight"], al.nn.Linear):
        with pytest.raises(TypeError, match=f"or of the name of one, not of {type(wrong).__name__}\\.$"):
            trace.why(wrong)
    with pytest.raises(TypeError, match="not of Sequential"):
        al.Trace.from_json(trace.to_json()).why(net)


def test_before_any_recording(monkeypatch):
    monkeypatch.setattr(al.record, "last", None)
    with pytest.raises(RuntimeError, match="Nothing was recorded yet"):
        al.why("x")


def test_the_flow_keeps_no_tensor_alive():
    import weakref

    w = al.tensor(2.0, requires_grad=True)
    with al.record() as trace:
        h = w.detach()
        gone = weakref.ref(h)
        del h
        assert gone() is None
        (w * w).backward()
    assert [step.operation for step in trace.flow.steps] == ["detach", "mul"]


def test_a_trace_can_be_pickled():
    w = al.tensor(2.0, requires_grad=True)
    with al.record() as trace:
        (w * w).backward()
    assert pickle.loads(pickle.dumps(trace)) == trace


def training(lr, steps):
    """A weight whose steps are too large from ``lr = 1`` on: it changes its sign, and grows."""
    weight = al.ones(1, requires_grad=True)
    optimizer = al.optim.SGD([weight], lr=lr)
    with al.record() as trace:
        for _ in range(steps):
            optimizer.zero_grad()
            (weight**2).sum().backward()
            optimizer.step()
    return trace.why("weight").text


def test_steps_that_are_too_large_are_told():
    told = training(1.5, 200)
    assert told.startswith("weight.grad has 1 nan: the steps are too large, at line ")
    assert (
        " (learning rate 1.5). The norm of weight.grad grew from 2 in backward 1 to 1.7e+38 in backward 127. Try a "
        "smaller learning rate. Then " in told
    )
    assert told.endswith(" The first nan or inf came in backward 128 of 200.")
    told = training(1.5, 30)
    assert ", which backward 30 sent. The steps are too large, at line " in told
    assert " grew from 2 in backward 1 to 1.07e+09 in backward 30. Try a smaller learning rate. trace.grad" in told
    assert "grew" not in training(0.4, 30)
    weight = al.ones(1, requires_grad=True)
    with al.record() as trace:
        for factor in (1.0, 1.0, 0.0):
            weight.grad = None
            (weight * factor).sqrt().sum().backward()
    assert trace.why("weight").text.endswith(" The first nan or inf came in backward 3 of 3.")


def test_the_backward_in_which_it_began_is_told_once():
    layer, x = al.nn.Linear(2, 1), al.ones(3, 2)
    with al.no_grad():
        layer.weight.zero_()
    optimizer = al.optim.SGD(layer.parameters(), lr=0.1)
    with al.record() as trace:
        for _ in range(2):
            optimizer.zero_grad()
            (layer(x).pow(2).mean() + layer.weight.pow(2).sum().sqrt()).backward()
            optimizer.step()
    assert trace.why("layer.bias").text.count(" The first nan or inf came in backward ") == 1
    assert "; sqrt, with result = 0): layer.weight" in str(trace.why())
    assert re.search(r"nan or inf \(spread by a step, made at line \d+ .*\): layer\.bias", str(trace.why()))


def test_how_a_backward_of_ones_own_ends_is_told(torch):
    told = "0 (`return grad * 0`)", "computed 2 inf (`return grad / 0`)", "None for it (it has no return)"

    class Zero(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 1

        @staticmethod
        def backward(ctx, grad):
            return grad * 0

    class Infinite(Zero):
        @staticmethod
        def backward(ctx, grad):
            return grad / 0

    class Nothing(Zero):
        @staticmethod
        def backward(ctx, grad):
            ctx.seen = grad

    class Brief(Zero):
        backward = staticmethod(lambda ctx, grad: grad * 0)

    for function, words in zip((Zero, Infinite, Nothing, Brief), (*told, "and sends 0."), strict=True):
        x = torch.ones(2, requires_grad=True)
        with al.record() as trace:
            function.apply(x).sum().backward()
        assert words in trace.why("x").text


def test_a_second_name_will_do():
    layer = al.nn.Linear(2, 1)
    w = layer.weight
    with al.record() as trace:
        layer(al.ones(1, 2)).sum().backward()
    assert trace.why("w").text == trace.why(w).text == trace.why("layer.weight").text
    assert find_node(trace, "w") == find_node(trace, "layer.weight")


def test_a_local_name_counts_before_a_global_one(torch):
    code = (
        "def train():\n"
        "    model = torch.nn.Linear(2, 1)\n"
        "    with al.record() as trace:\n"
        "        model(torch.ones(1, 2)).sum().backward()\n"
        "    return trace, model\n"
        "def use_the_global_one():\n"
        "    bystander = torch.ones(2, requires_grad=True)\n"
        "    with al.record() as trace:\n"
        "        square()\n"
        "    return trace\n"
        "def square():\n"
        "    (bystander ** 2).sum().backward()\n"
        "bystander = torch.ones(3, requires_grad=True)\n"
        "_, model = train()\n"
        "trace, _ = train()\n"
    )
    names = {"al": al, "torch": torch}
    exec(code, names)
    trace = names["trace"]
    for told in (trace, al.Trace.from_json(trace.to_json())):
        assert told.why("model.weight").text == "model.weight.grad is [[1, 1]], which backward 1 sent."
    assert "nothing in this recording was computed from" in trace.why(names["model"].weight).text
    assert names["use_the_global_one"]().why("bystander").text.startswith("bystander.grad is [2, 2, 2], which ")


def test_no_word_of_cuts_that_lead_to_no_root_or_only_pick(torch):
    w = torch.ones(2, 2, requires_grad=True)
    optimizer = torch.optim.SGD([w], lr=0.1, momentum=0.9)
    average = torch.zeros(2, 2)
    with al.record() as trace:
        for _ in range(2):
            optimizer.zero_grad()
            logits = w * 2
            shown, accuracy = logits.detach() * 1, (logits.argmax(1) == 1).float().mean()
            policy = torch.distributions.Categorical(logits=logits)
            loss = -policy.log_prob(policy.sample()).sum() + logits.pow(2).sum() + logits[w > 0].sum()
            loss.backward()
            optimizer.step()
            with torch.no_grad():
                average.mul_(0.9).add_(w, alpha=0.1)
                evaluated = (w @ w).sum().item()
    assert all(item is not None for item in (shown, accuracy, evaluated))
    assert trace.why("w").text.endswith(".")
    assert "nother path" not in trace.why("w").text
