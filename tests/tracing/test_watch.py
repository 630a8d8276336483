"""``al.watch``: every n-th step of a loop is recorded, and the loop stops at the first nan or inf, on both engines."""

import gc
import re
import types
import weakref

import pytest
from each_case import each_case

import autograd_lab as al
from autograd_lab.tracing import is_recording
from autograd_lab.tracing.recording import watch as watch_module


def model(torch):
    torch.manual_seed(0)
    return torch.nn.Sequential(torch.nn.Linear(2, 3), torch.nn.Tanh(), torch.nn.Linear(3, 1))


def batches(torch, count):
    torch.manual_seed(1)
    return [torch.randn(4, 2) for _ in range(count)]


def train(torch, net, watching, sick_at=None, rate=0.1):
    """A healthy loop, but for one step in which a square root gets 0."""
    optimizer = torch.optim.SGD(net.parameters(), lr=rate)
    for step, x in enumerate(watching):
        optimizer.zero_grad()
        h = net(x)
        if step == sick_at:
            h = (h * 0).sqrt()  # here
        h.pow(2).mean().backward()
        optimizer.step()


def nothing_is_on(torch):
    """Whether neither a recorder nor a mode of PyTorch's is left."""
    modes = 0 if torch is al else torch._C._len_torch_function_stack()
    return not is_recording() and modes == 0


# ----- healthy loops --------------------------------------------------------------------------------------------------
def test_every_nth_step_is_recorded_and_nothing_is_printed(torch, capsys):
    net = model(torch)
    watching = al.watch(batches(torch, 12), net, every=5)
    train(torch, net, watching)
    assert [*watching.traces] == [0, 5, 10]
    assert all(len(trace.backwards) == 1 and trace.find("OpRecorded") for trace in watching.traces.values())
    assert al.record.last is watching.traces[10]
    assert (watching.step, capsys.readouterr().out) == (11, "")
    assert nothing_is_on(torch)
    watching = al.watch(batches(torch, 12), net, every=2, start=3, keep=2)
    train(torch, net, watching)
    assert [*watching.traces] == [9, 11]


def test_an_unwatched_step_is_not_recorded(torch, monkeypatch):
    made, real = [], watch_module.record

    def counted():
        made.append(real())
        return made[-1]

    monkeypatch.setattr(watch_module, "record", counted)
    net, on = model(torch), []
    for _ in al.watch(range(250), net, every=100, keep=9):
        on.append(is_recording())
    assert [step for step, is_on in enumerate(on) if is_on] == [0, 100, 200]
    assert len(made) == 3


def test_a_recording_around_the_loop_hears_nothing_of_the_checks(torch):
    net = model(torch)
    with al.record() as outer:
        [*al.watch(range(3), net, start=9)]
    assert not outer.flow.steps


def test_the_loop_trains_as_it_did(torch):
    watched, plain = model(torch), model(torch)
    train(torch, watched, al.watch(batches(torch, 5), watched, every=2))
    train(torch, plain, batches(torch, 5))
    assert [p.tolist() for p in watched.parameters()] == [p.tolist() for p in plain.parameters()]


def test_a_generator_is_watched_and_let_go(torch):
    net, ended = model(torch), []

    def data():
        try:
            yield from batches(torch, 9)
        finally:
            ended.append(True)

    watching = al.watch(data(), net, every=4)
    train(torch, net, watching)
    assert [*watching.traces] == [0, 4, 8]
    assert ended == [True]
    for _ in al.watch(data(), net):
        break
    assert ended == [True, True]


def test_the_steps_of_several_epochs_are_counted_on(torch):
    net = model(torch)
    watching = al.watch(batches(torch, 4), net, every=5)
    for _ in range(3):
        train(torch, net, watching)
    assert ([*watching.traces], watching.step, len(watching)) == ([0, 5, 10], 11, 4)


def test_names_are_those_around_the_loop_however_it_is_wrapped(torch):
    class Trainer:
        def __init__(self):
            self.net = model(torch)

        def fit(self):
            for _, x in enumerate(iter(watching := al.watch(batches(torch, 1), self.net))):
                self.net(x).sum().backward()
            return watching.traces[0]

    trace = Trainer().fit()
    names = {trace.name(node) for node, info in trace.nodes.items() if info.kind == "leaf"}
    assert names == {f"self.net.{number}.{part}" for number in (0, 2) for part in ("weight", "bias")}


def test_a_watch_does_not_keep_what_is_around_it(torch):
    def loop():
        net = model(torch)
        watching = al.watch(batches(torch, 2), net)
        train(torch, net, watching)
        return weakref.ref(net)

    gc.collect()
    gc.disable()
    try:
        assert loop()() is None
    finally:
        gc.enable()


# ----- the first nan or inf -------------------------------------------------------------------------------------------
def test_a_nan_in_a_recorded_step_is_explained(torch):
    net = model(torch)
    watching = al.watch(batches(torch, 12), net, every=3)
    with pytest.raises(FloatingPointError) as caught:
        train(torch, net, watching, sick_at=6)
    said = str(caught.value)
    line = r"\((your line \d+|line \d+ of test_watch\.py), `h = \(h \* 0\)\.sqrt\(\)`\)"
    assert re.match(rf"Step 6: net\.0\.weight\.grad has 6 nan: SqrtBackward0 #\d+ {line}", said)
    assert said.endswith(".show().to_html('run.html'); raise`")
    assert al.record.last is watching.traces[6]
    assert nothing_is_on(torch)


def test_a_nan_in_another_step_names_the_step_and_how_to_record_it(torch):
    net = model(torch)
    watching = al.watch(batches(torch, 12), net, every=3)
    with pytest.raises(FloatingPointError) as caught:
        train(torch, net, watching, sick_at=7)
    assert str(caught.value) == (
        "Step 7: net.0.weight.grad has nan. This step was not recorded. To see the reason, run the program again from "
        "the same seed with al.watch(..., start=7)."
    )
    assert ([*watching.traces], watching.step) == ([0, 3, 6], 7)
    net = model(torch)
    with pytest.raises(FloatingPointError, match=r"^Step 7: .*SqrtBackward0"):
        train(torch, net, al.watch(batches(torch, 12), net, every=3, start=7), sick_at=7)
    net = model(torch)
    with pytest.raises(FloatingPointError, match=r"^Step 2: net\.0\.weight\.grad has nan"):
        train(torch, net, al.watch(batches(torch, 3), net), sick_at=2)  # the last step


def test_gradients_that_were_emptied_show_in_the_parameters(torch):
    net = model(torch)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    with pytest.raises(FloatingPointError, match=r"^Step 1: net\.0\.weight has nan\. This step was not"):
        for step in al.watch(range(3), net):
            net(torch.ones(1, 2) * (float("nan") if step else 1.0)).sum().backward()
            optimizer.step()
            optimizer.zero_grad()


def test_a_parameter_that_a_later_line_spoils_is_not_laid_on_the_backward(torch):
    net = model(torch)
    words = r"^Step 0: net\.2\.bias has inf, but the backward of this step gave finite gradients\. The optimizer's step"
    with pytest.raises(FloatingPointError, match=words):
        for x in al.watch(batches(torch, 2), net):
            net(x).sum().backward()
            with torch.no_grad():
                net[2].bias.fill_(float("inf"))


def test_what_was_wrong_before_the_loop_is_said_to_be(torch):
    net = model(torch)
    with torch.no_grad():
        net[0].weight[1, 1] = float("nan")
    with pytest.raises(FloatingPointError, match=r"^Before step 0: net\.0\.weight has nan\. Look at what ran before"):
        train(torch, net, al.watch(batches(torch, 2), net))


@each_case("every", [1, 100])
def test_growth_before_is_told_first(torch, every):
    """Whether or not the step that failed was recorded."""
    net, x = torch.nn.Linear(3, 1), torch.ones(8, 3)
    optimizer = torch.optim.SGD(net.parameters(), lr=50.0)
    with pytest.raises(FloatingPointError, match=r"^Step \d+: the learning rate is probably too .* Then "):
        for _ in al.watch(range(99), net, every=every):
            optimizer.zero_grad()
            (net(x) - 1).pow(2).mean().backward()
            optimizer.step()


def test_large_numbers_whose_sum_overflows_are_finite(torch):
    net = model(torch)
    with torch.no_grad():
        net[2].weight.fill_(3e38)
    assert [*al.watch(range(2), net, start=9)] == [0, 1]


def test_a_frozen_parameter_may_hold_inf_and_a_lazy_one_nothing(torch):
    net = torch.nn.Sequential(torch.nn.LazyLinear(3), torch.nn.Linear(3, 1))
    net[1].bias.requires_grad_(False).fill_(float("-inf"))
    for x in al.watch(batches(torch, 2), net):
        net[0](x).sum().backward()


@pytest.mark.torch
def test_sparse_gradients_are_checked():
    torch = pytest.importorskip("torch")
    net = torch.nn.Embedding(5, 2, sparse=True)
    with pytest.raises(FloatingPointError, match=r"^Step 1: net\.weight\.grad has inf\."):
        for step in al.watch(range(2), net):
            (net(torch.tensor([1, 2])) * (float("inf") if step else 1.0)).sum().backward()


def test_a_model_that_no_variable_leads_to_is_called_model(torch):
    """The attribute of a module of Python's, as in a notebook that imports the learner's file."""
    held = types.ModuleType("mine")
    held.net = model(torch)

    def loop():
        optimizer = torch.optim.SGD(held.net.parameters(), lr=0.1)
        for x in al.watch(batches(torch, 2), held.net):
            optimizer.zero_grad()
            (held.net(x) * 0).sqrt().pow(2).mean().backward()
            optimizer.step()

    with pytest.raises(FloatingPointError, match=r"Step 0: model\.0\.weight\.grad has \d nan"):
        loop()


# ----- however the loop ends ------------------------------------------------------------------------------------------
def stops(count):
    yield from range(count)
    raise LookupError


@each_case("every", [1, 100])
@each_case("end", ["break", "return", "exception", "exception in the batches"])
def test_every_end_of_the_loop_ends_the_recording(torch, every, end):
    net = model(torch)
    watching = al.watch(stops(2) if end.endswith("batches") else range(3), net, every=every)

    def loop():
        for step in watching:
            net(torch.ones(4, 2)).sum().backward()
            if step == 1 and end == "break":
                break
            if step == 1 and end == "return":
                return
            if step == 1 and end == "exception":
                raise LookupError

    if end.startswith("exception"):
        with pytest.raises(LookupError):
            loop()
    else:
        loop()
    assert nothing_is_on(torch)
    assert [len(trace.backwards) for trace in watching.traces.values()] == ([1, 1] if every == 1 else [1])


def test_nested_loops_record_their_own_steps(torch):
    net = model(torch)
    epochs = al.watch(range(2), net, every=1)
    for _ in epochs:
        steps = al.watch(batches(torch, 3), net, every=2)
        for step, x in enumerate(steps):
            net(x).sum().backward()
            if step == 2:
                break
        net(x).sum().backward()
        assert [len(trace.backwards) for trace in steps.traces.values()] == [1, 1]
    assert nothing_is_on(torch)
    assert [len(trace.backwards) for trace in epochs.traces.values()] == [2, 2]  # step 1, and the one after the loop


def test_two_models_in_one_loop_end_in_any_order(torch):
    one, other = model(torch), model(torch)
    for x, _ in zip(al.watch(batches(torch, 3), one, every=1), al.watch(range(2), other, every=1), strict=False):
        (one(x) + other(x)).sum().backward()
    assert nothing_is_on(torch)


# ----- what is printed ------------------------------------------------------------------------------------------------
def test_a_line_when_the_health_changes(torch, capsys):
    net = model(torch)
    for step in al.watch(range(6), net, every=1, keep=9):
        net.zero_grad()
        h = net[0](torch.ones(4, 2))
        net[2]((h.detach() if step in (1, 2) else h).tanh()).sum().backward()
    cut, well = capsys.readouterr().out.splitlines()
    assert re.fullmatch(r"Step 1: 2 of 4 gradients are None \(detach, line \d+( of test_watch\.py)?\)", cut)
    assert well == "Step 3: no gradient is None, nan, 0, tiny or huge"


def test_a_loop_without_a_backward_is_told_so(torch, capsys):
    [*al.watch(range(3), model(torch))]
    assert capsys.readouterr().out == "Step 0: no backward ran in this step\n"


def test_a_long_loop_gives_a_sign_of_life_at_recorded_steps(torch, capsys, monkeypatch):
    monkeypatch.setattr(watch_module, "QUIET", -1.0)
    net = model(torch)
    train(torch, net, al.watch(batches(torch, 5), net, every=3))
    assert capsys.readouterr().out.splitlines() == [
        f"Step {step}: no gradient is None, nan, 0, tiny or huge" for step in (0, 3)
    ]


# ----- wrong arguments ------------------------------------------------------------------------------------------------
NET = al.nn.Linear(2, 1)


@each_case(
    ("batches", "net", "more", "words"),
    [
        (NET, [1], {}, r"a loop goes through batches, not through Linear\.$"),
        (5, NET, {}, r"a loop goes through batches, not through int\.$"),
        ([1], [*NET.parameters()], {}, r"the module that you train, not list\.$"),
        ([1], al.nn.Linear, {}, r"the module that you train, not the class Linear\.$"),
        ([1], al.nn.Tanh(), {}, r"No parameter of this Tanh requires a"),
        ([1], NET, {"every": 0}, r"every is a whole number of steps, 1 or more, not 0\.$"),
        ([1], NET, {"every": 2.5}, r"every is a whole number .* not 2\.5\.$"),
        ([1], NET, {"start": -1}, r"start is a whole number of steps, 0 or more, not -1"),
        ([1], NET, {"keep": True}, r"keep is a whole number of steps, 1 or more, not True"),
    ],
)
def test_what_cannot_be_watched_is_refused_in_words(batches, net, more, words):
    with pytest.raises((TypeError, ValueError), match=words):
        al.watch(batches, net, **more)
