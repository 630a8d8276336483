"""``@al.record()`` above a function: each call is recorded, and nothing else changes. And `why` without a target."""

import sys

import pytest
from each_case import each_case

import autograd_lab as al


def trained(torch, **options):
    @al.record(**options)
    def train(times):
        """Trains."""
        model = torch.nn.Linear(2, 1)
        for _ in range(times):
            model.bias.grad = None
            loss = model(torch.ones(3, 2)).detach().sum() + model.bias.sum()  # here
            loss.backward()
        return times

    return train


def test_it_returns_what_it_returned_and_keeps_the_trace(torch):
    train = trained(torch)
    assert (train.__name__, train.__doc__, train(times=2)) == ("train", "Trains.", 2)
    assert len(train.trace.backwards) == 2
    assert al.record.last is train.trace


def test_names_and_lines_are_those_of_the_function(torch):
    train = trained(torch)
    train(1)
    [one] = train.trace.health.complaints
    assert (one.kind, one.names, one.answer.cause) == ("None", ("model.weight",), "detach")
    assert one.answer.line.text.endswith("# here")


def test_it_is_the_trace_of_a_with_block_in_the_function(torch):
    def step(w, x):
        loss = (w * x).sum()
        loss.backward()

    def within(w, x):
        with al.record() as trace:
            loss = (w * x).sum()
            loss.backward()
        return trace

    decorated = al.record()(step)
    pair = [torch.tensor([1.0, 2.0], requires_grad=True) for _ in range(2)]
    x = torch.tensor([3.0, 4.0])
    decorated(pair[0], x)
    other = within(pair[1], x)
    assert not decorated.trace.diff(other)
    assert names(decorated.trace) == names(other) == {"w"}
    assert decorated.trace.health == other.health


def names(trace):
    return {trace.name(node) for node, info in trace.nodes.items() if info.kind == "leaf"}


def test_each_call_has_a_trace_of_its_own(torch):
    train = trained(torch)
    train(1)
    first = train.trace
    train(3)
    assert (len(first.backwards), len(train.trace.backwards)) == (1, 3)


def test_before_the_first_call_the_trace_says_that_nothing_ran(torch):
    assert trained(torch).trace.why().text == "No backward ran inside this recording."


def test_an_error_passes_on_and_leaves_the_trace(torch):
    @al.record()
    def train():
        w = torch.tensor(1.0, requires_grad=True)
        (w * w).backward()
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        train()
    assert names(train.trace) == {"w"}


def test_a_method_may_be_recorded(torch):
    class Trainer:
        def __init__(self):
            self.model = torch.nn.Linear(2, 1)

        @al.record()
        def train(self):
            self.model(torch.ones(3, 2)).sum().backward()
            return self

    trainer = Trainer()
    assert trainer.train() is trainer
    assert names(trainer.train.trace) == {"self.model.weight", "self.model.bias"}


def test_options_are_those_of_record(torch):
    train = trained(torch, names={"other": 1})
    train(1)
    assert not any(name and name.startswith("model") for name in names(train.trace))


def test_a_profiler_that_is_on_hears_all_and_stays_on(torch):
    heard = []

    def listener(frame, event, argument):
        if event == "call":
            heard.append(frame.f_code.co_name)

    train = trained(torch)
    sys.setprofile(listener)
    try:
        train(1)
        still = sys.getprofile()
    finally:
        sys.setprofile(None)
    assert still is listener
    assert "train" in heard


def generator():
    yield


async def coroutine():
    pass


WRONG = {
    "without brackets": (lambda: al.record(lambda: 0), r"not take a function.*`@al\.record\(\)`, with brackets"),
    "a model": (lambda: al.record(al.nn.Linear(2, 1)), r"record does not take Linear: put the program into"),
    "a number": (lambda: al.record(5.5), r"record does not take float"),
    "names": (lambda: al.record(names=al.nn.Linear(2, 1)), r'names is a dict such as names=\{"x": x\}, not Linear'),
    "above a class": (lambda: al.record()(al.nn.Linear), r"stands above a function, not a class"),
    "above a model": (lambda: al.record()(al.nn.Linear(2, 1)), r"stands above a function, not Linear"),
    "generator": (lambda: al.record()(generator), r"generator returns before its lines have run.*inside it"),
    "coroutine": (lambda: al.record()(coroutine), r"coroutine returns before its lines have run.*inside it"),
}


@each_case(("call", "words"), [*WRONG.values()])
def test_what_cannot_be_recorded_is_refused_with_the_way_out(call, words):
    with pytest.raises(TypeError, match=words):
        call()


# ----- why, without a target ------------------------------------------------------------------------------------------
def test_why_without_a_target_is_about_all_gradients(torch):
    train = trained(torch)
    train(1)
    assert al.why() == train.trace.why()
    assert al.why().cause == "None"
    first = train.trace
    train(2)
    assert al.why(first) == first.why()
