"""A backward of PyTorch's own tensors is recorded as one of ours is, and PyTorch notices nothing of it."""

import contextlib
import functools
import importlib
import itertools
import sys
import threading
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest
from garbage import no_garbage
from models_for_both import MODELS

import autograd_lab as al
from autograd_lab.tracing.recording.values import array_of

sys.path.append(str(Path(__file__).parent.parent / "parity"))
import running
from custom_functions import custom

NEEDED = pytest.mark.skipif(find_spec("torch") is None, reason="PyTorch is not installed: pip install torch==2.13.0")
pytestmark = [pytest.mark.torch, NEEDED]

FILES = ("golden_orders", "hooks", "function_slots", "grad_arguments", "optimisers", "modes")
PROGRAMS = {name: program for name, program in running.load().items() if program.file in FILES}
OTHER_FORMULAS = "under create_graph each engine leaves the nodes of its own formulas, in its own order"
APART = {
    "function_slots.bigger_gradient_is_summed": "what a Function gave before it was summed is not asked for again",
    "grad_arguments.backward_after_create_graph": OTHER_FORMULAS,
    "function_slots.wrong_dtype_is_cast": "PyTorch's hooks see a result after its cast, ours before",
    "grad_arguments.edges": "made to look for a leaf's AccumulateGrad, PyTorch leaves a view",
    "grad_arguments.wrong_outputs": "seeds for starts that are no tensors are PyTorch's to refuse",
}
"""Programs whose traces differ, and why."""


@pytest.fixture(scope="module")
def torch():
    return importlib.import_module("torch")


@pytest.fixture(autouse=True)
def nothing_stays(torch):
    """No mode, no hook on modules."""
    yield
    module = importlib.import_module("torch.nn.modules.module")
    assert importlib.import_module("torch.overrides")._get_current_function_mode_stack() == []
    assert not module._global_forward_pre_hooks
    assert not module._global_forward_hooks
    assert not module._global_forward_hooks_always_called


def recorded(program, lib):
    lib.manual_seed(0)
    with al.record(names={}) as trace:
        running.run(program, lib)
    return trace


# ----- the same as ours ----------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", PROGRAMS)
def test_both_engines_tell_the_same(name, torch):
    found = recorded(PROGRAMS[name], al).diff(recorded(PROGRAMS[name], torch))
    assert bool(found) == (name in APART), found


def test_every_program_that_differs_is_one_of_these():
    assert APART.keys() <= PROGRAMS.keys()


EACH_MODEL = [pytest.param(model, marks=pytest.mark.nightly) if "thousand" in model else model for model in MODELS]


@pytest.mark.parametrize("forward_is_recorded", [True, False])
@pytest.mark.parametrize("model", EACH_MODEL)
def test_models_tell_the_same_and_change_no_bit(model, forward_is_recorded, torch):
    def run(lib, is_recorded=True):
        recording, nothing = al.record(limit=10**6) if is_recorded else None, contextlib.nullcontext()
        recording = recording or nothing
        with recording if forward_is_recorded else nothing as whole:
            loss, parameters = MODELS[model](lib)
            with nothing if forward_is_recorded else recording as backward:
                loss.backward()
        return whole if forward_is_recorded else backward, parameters

    (ours, _), (theirs, parameters) = run(al), run(torch)
    difference = ours.diff(theirs)
    assert not difference, difference
    assert al.Trace.from_json(theirs.to_json()) == theirs

    (_, plain), grads = run(torch, False), theirs.grads()
    names = {theirs.name(leaf): leaf for leaf in grads}
    for name, parameter in parameters.items():
        leaf = next(leaf for known, leaf in names.items() if known.endswith(f"parameters[{name!r}]"))
        told = array_of(grads[leaf]).tobytes()
        assert told == parameter.grad.numpy().tobytes() == plain[name].grad.numpy().tobytes()


@functools.cache
def three_products(lib, kind):
    class Three(lib.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.set_materialize_grads(kind != "nones")
            return x * 2, x * 3, x * 4

        @staticmethod
        def backward(ctx, *grads):
            return sum(grad * k for k, grad in enumerate(grads, 2) if grad is not None)

    return Three


def pieces(lib, kind):
    """The outputs of a node with several, and their source."""
    x = lib.tensor([[4.0, 9.0, 1.0], [2.0, 8.0, 5.0], [3.0, 7.0, 6.0]], requires_grad=True)
    calls = {
        "split": lambda: x.split(1),
        "unbind": lambda: x.unbind(),
        "topk": lambda: x.topk(2),
        "zeros": lambda: three_products(lib, kind).apply(x),
        "nones": lambda: three_products(lib, kind).apply(x),
    }
    return x, calls[kind]()


@pytest.mark.parametrize("kind", ["split", "unbind", "topk", "zeros", "nones"])
def test_every_subset_of_unused_outputs(kind, torch):
    count = 1 if kind == "topk" else 3
    for size in range(1, count + 1):
        for used in itertools.combinations(range(count), size):
            traces = []
            for lib in (al, torch):
                with al.record() as trace:
                    _, outputs = pieces(lib, kind)
                    sum((outputs[k] * (k + 1)).sum() for k in used).backward()
                traces.append(trace)
            difference = traces[0].diff(traces[1])
            assert not difference, (used, difference)


# ----- names and places ----------------------------------------------------------------------------------------------
def test_names_lines_and_modules(torch):
    model = torch.nn.Sequential(torch.nn.Linear(2, 3), torch.nn.ReLU(), torch.nn.Sequential(torch.nn.Linear(3, 1)))
    x = torch.ones(4, 2)
    with al.record() as trace:
        hidden = model[0](x)
        loss = model[1:](hidden).sum()
        loss.backward()
    by_name = {trace.nodes[node].name: node for node in reversed(trace.nodes)}
    assert trace.name(by_name["SumBackward0"]) == "loss"
    assert trace.origins[by_name["SumBackward0"]].line.text == "loss = model[1:](hidden).sum()"
    first = min((n for n in trace.nodes if trace.nodes[n].name == "AddmmBackward0"), key=lambda n: int(n[1:]))
    assert trace.name(first) == "hidden"
    assert trace.origins[first].line.text == "hidden = model[0](x)"
    assert [call.name for call in trace.origins[first].modules] == ["model.0"]
    leaves = {trace.name(node) for node, info in trace.nodes.items() if info.kind == "leaf"}
    assert leaves == {"model.0.weight", "model.0.bias", "model.2.0.weight", "model.2.0.bias"}


def test_the_line_of_a_function_is_that_of_its_call(torch):
    class Double(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 2

        @staticmethod
        def backward(ctx, grad):
            return grad * 2

    x = torch.ones(2, requires_grad=True)
    with al.record() as trace:
        first = Double.apply(x)
        second = Double.apply(first)
        (first + second).sum().backward()
    lines = [trace.origins[node].line.text for node, info in trace.nodes.items() if info.kind == "function"]
    assert lines == ["second = Double.apply(first)", "first = Double.apply(x)"]
    source = next(info.source for info in trace.nodes.values() if info.kind == "function")
    assert source.startswith("@staticmethod\ndef backward")


# ----- what is derived -----------------------------------------------------------------------------------------------
def test_what_pytorch_does_not_show_is_marked_and_survives_a_file(torch):
    x = torch.tensor(3.0, requires_grad=True)
    with al.record() as trace:
        (x * x).backward()
    marked = {event.kind for event in trace if event.derived}
    assert marked == {"DependenciesCounted", "BufferAdded", "ValueFreed"}
    shown = {event.kind for event in trace if not event.derived}
    assert shown >= {"OpRecorded", "BackwardStarted", "NodeVisited", "GradIn"}
    assert shown >= {"RuleApplied", "GradOut", "GradAccumulated"}
    assert not marked & shown
    again = al.Trace.from_json(trace.to_json())
    assert [event.derived for event in again] == [event.derived for event in trace]


def test_a_hook_that_nobody_can_name_is_known_by_what_it_changed(torch):
    x = torch.tensor(3.0, requires_grad=True)
    y = x * x
    y.register_hook(lambda grad: grad * 10)
    z = y * 2
    del y
    with al.record() as trace:
        z.backward()
    (event,) = [event for event in trace if event.kind == "HookCalled"]
    assert event.derived
    assert (event.name, event.before[0].items, event.after[0].items) == ("", (2.0,), (20.0,))


# ----- the program is not disturbed ----------------------------------------------------------------------------------
def hooked_program(torch, seen):
    """Every kind of hook, twice, each with an effect that depends on the order."""
    x = torch.tensor([1.0, 2.0], requires_grad=True)
    h = x * 3
    y = (h * h).sum()

    def tensor_hook(name, factor):
        def hook(grad):
            seen.append((name, grad.tolist()))
            return grad * factor + 1

        return hook

    h.register_hook(tensor_hook("h1", 2))
    h.register_hook(tensor_hook("h2", 3))
    h.retain_grad()
    x.register_hook(tensor_hook("x1", 5))
    x.register_hook(tensor_hook("x2", 7))
    for number in (1, 2):
        h.grad_fn.register_prehook(
            lambda grads, n=number: seen.append((f"pre{n}", grads[0].tolist())) or (grads[0] + n,)
        )
        h.grad_fn.register_hook(
            lambda gi, go, n=number: seen.append((f"post{n}", gi[0].tolist())) or (gi[0] * n, *gi[1:])
        )
        x.register_post_accumulate_grad_hook(lambda leaf, n=number: seen.append((f"acc{n}", leaf.grad.tolist())))
    leaf = h.grad_fn.next_functions[0][0]
    leaf.register_prehook(lambda grads: seen.append(("leaf pre", grads[0].tolist())))
    leaf.register_hook(lambda gi, go: seen.append(("leaf post", go[0].tolist())))
    return x, h, y, leaf


def registries(torch, x, h, leaf):
    def of(register):
        handle = register(lambda *anything: None)
        registry = handle.hooks_dict_ref()
        handle.remove()
        return list(registry.values())

    places = (h.register_hook, x.register_hook, h.grad_fn.register_prehook, h.grad_fn.register_hook)
    return [of(place) for place in (*places, x.register_post_accumulate_grad_hook, leaf.register_prehook)]


def test_the_learners_hooks_run_once_and_in_their_order(torch):
    plain, watched = [], []
    x, h, y, _ = hooked_program(torch, plain)
    y.backward()
    x2, h2, y2, leaf = hooked_program(torch, watched)
    before = registries(torch, x2, h2, leaf)
    with al.record() as trace:
        y2.backward()
    assert watched == plain
    assert torch.equal(x.grad, x2.grad)
    assert torch.equal(h.grad, h2.grad)
    assert registries(torch, x2, h2, leaf) == before
    told = [event.hook for event in trace if event.kind == "HookCalled"]
    assert told == [
        "tensor", "tensor", "retain_grad", "prehook", "prehook", "posthook", "posthook",
        "tensor", "tensor", "prehook", "post_accumulate_grad", "post_accumulate_grad", "posthook",
    ]  # fmt: skip


def nodes_of(root):
    """All nodes of PyTorch's that a root leads to."""
    found, todo = dict.fromkeys([root]), [root]
    while todo:
        for node, _ in todo.pop().next_functions:
            if node is not None and node not in found:
                found[node] = None
                todo.append(node)
    return [*found]


def hook_everything(loss, parameters, seen, fails):
    """A hook of every kind at every node and every parameter; the last parameter's fails, if one is to fail."""

    def note(*what):
        seen.append(what)
        if fails and what[:2] == ("tensor", [*parameters][-1]):
            raise ValueError("stop")

    for number, node in enumerate(nodes_of(loss.grad_fn)):
        node.register_prehook(lambda grads, n=number: note("pre", n, [g is not None and g.sum().item() for g in grads]))
        node.register_hook(lambda given, got, n=number: note("post", n, len(given), len(got)))
    for name, parameter in parameters.items():
        parameter.register_hook(lambda grad, name=name: note("tensor", name, grad.sum().item()))
        parameter.register_post_accumulate_grad_hook(lambda leaf, name=name: note("kept", name, leaf.grad.sum().item()))


def probes(nodes):
    """What a recording has left at nodes of PyTorch's."""
    from autograd_lab.tracing.pytorch.probes import Probe

    for node in nodes:
        for register in (node.register_prehook, node.register_hook):
            handle = register(lambda *anything: None)
            yield from (hook for hook in handle.hooks_dict_ref().values() if isinstance(hook, Probe))
            handle.remove()


@pytest.mark.parametrize("fails", [False, True])
@pytest.mark.parametrize("model", EACH_MODEL)
def test_hooks_at_every_node_of_a_model(model, fails, torch):
    def run(recording):
        seen = []
        loss, parameters = MODELS[model](torch)
        hook_everything(loss, parameters, seen, fails)
        with pytest.raises(ValueError, match="stop") if fails else contextlib.nullcontext(), recording:
            loss.backward()
        assert not [*probes(nodes_of(loss.grad_fn))]
        return seen

    watched = run(al.record())
    assert watched == run(contextlib.nullcontext())
    assert fails or len(watched) == len(set(map(repr, watched)))


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt])
@pytest.mark.parametrize("place", ["tensor", "prehook", "posthook", "function"])
def test_after_an_exception_all_of_ours_is_gone(place, error, torch):
    def stop(*anything):
        raise error("stop")

    Stop = custom(torch, "Stop", backward=lambda ctx, grad: stop())

    x = torch.tensor([1.0, 2.0], requires_grad=True)
    h = x * 3
    stopped = Stop.apply(h) if place == "function" else h.exp()
    y = stopped.sum()
    if place == "tensor":
        stopped.register_hook(stop)
    if place != "function":
        {"prehook": stopped.grad_fn.register_prehook, "posthook": stopped.grad_fn.register_hook}.get(place, id)(stop)
    profiler = sys.getprofile()
    with pytest.raises(error, match="stop"), al.record() as trace:
        y.backward(retain_graph=True)
    assert sys.getprofile() is profiler
    assert trace.events[-1].kind == "ErrorRaised"
    assert trace.nodes[trace.events[-1].node].name == ("StopBackward" if place == "function" else "ExpBackward0")
    assert (trace.events[-1].type, x.grad) == (error.__name__, None)
    assert not [*probes(nodes_of(y.grad_fn))]


def failing_program(lib):
    x = lib.tensor([1.0, 2.0], requires_grad=True)
    y = (x * 3).exp().sum()
    y.backward()
    with contextlib.suppress(RuntimeError):
        y.backward()


WORK = {
    "MLP": lambda lib: MODELS["mlp"](lib)[0].backward(),
    "hooks": lambda lib: hooked_program(lib, [])[2].backward(),
    "Function": lambda lib: pieces(lib, "nones")[1][0].sum().backward(),
    "failing": failing_program,
}


@pytest.mark.parametrize("work", WORK)
def test_a_recording_beside_pytorch_leaves_nothing_for_the_collector(work, torch):
    def run():
        for lib in (al, torch):
            with al.record():
                WORK[work](lib)

    run()  # once before: imports and caches of the first call are no garbage
    with no_garbage():
        run()


def test_another_thread_is_not_recorded(torch):
    x = torch.tensor(2.0, requires_grad=True)
    y = x * x
    with al.record() as trace:
        worker = threading.Thread(target=lambda: y.backward(retain_graph=True))
        worker.start()
        worker.join()
    assert len(trace) == 0
    assert x.grad == 4.0


def test_both_engines_in_one_recording(torch):
    ours, theirs = al.tensor(3.0, requires_grad=True), torch.tensor(3.0, requires_grad=True)
    with al.record() as trace:
        first = ours * ours
        second = theirs * theirs
        second.backward()
        first.backward()
    assert len(trace.backwards) == 2
    assert [info.id[0] for info in trace.nodes.values() if info.kind == "op"].count("t") == 1
    assert sorted(value.items for value in trace.grads().values()) == [(6.0,), (6.0,)]
    assert al.Trace.from_json(trace.to_json()) == trace


@pytest.mark.parametrize("reentrant", [True, False])
def test_checkpoint(reentrant, torch):
    from torch.utils.checkpoint import checkpoint

    torch.manual_seed(0)
    inner = torch.nn.Sequential(torch.nn.Linear(3, 3), torch.nn.Tanh())

    def run():
        x = torch.ones(2, 3, requires_grad=True)
        inner.zero_grad()
        checkpoint(inner, x, use_reentrant=reentrant).sum().backward()
        return [x.grad, *(parameter.grad.clone() for parameter in inner.parameters())]

    plain = run()
    with al.record() as trace:
        watched = run()
    assert all(torch.equal(one, two) for one, two in zip(plain, watched, strict=True))
    assert len(trace.backwards) == (2 if reentrant else 1)
    assert trace.events[-1].kind == "BackwardFinished"


def test_second_derivatives(torch):
    x = torch.tensor(2.0, requires_grad=True)
    with al.record() as trace:
        y = x**3
        (slope,) = torch.autograd.grad(y, x, create_graph=True)
        slope.backward()
    assert [event.create_graph for event in trace if event.kind == "BackwardStarted"] == [True, False]
    assert [value.items for value in trace.grads().values()] == [(12.0,)]
    told = {event.node.id for event in trace if event.kind == "OpRecorded"}
    assert {node for node, info in trace.nodes.items() if info.kind == "op"} == told


def test_what_cannot_be_told_is_said_and_the_program_goes_on(torch):
    x = torch.ones(2, requires_grad=True)
    y = x * 2
    with (
        pytest.warns(UserWarning, match=r"recording of PyTorch is incomplete: .*is_grads_batched"),
        al.record() as trace,
    ):
        (grads,) = torch.autograd.grad(y, x, torch.eye(2), is_grads_batched=True)
    assert torch.equal(grads, 2 * torch.eye(2))
    assert not trace.backwards


@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float64"])
def test_other_numbers(dtype, torch):
    x = torch.tensor([1.5, -2.0], dtype=getattr(torch, dtype), requires_grad=True)
    with al.record() as trace:
        (x * x + x).sum().backward()
    (value,) = trace.grads().values()
    assert np.array_equal(array_of(value), x.grad.double().numpy())
    assert al.Trace.from_json(trace.to_json()) == trace


def test_a_pytorch_that_offers_too_little_is_left_alone(torch, monkeypatch):
    monkeypatch.delattr(torch._C._autograd, "_get_sequence_nr")
    x, y = torch.tensor(3.0, requires_grad=True), al.tensor(3.0, requires_grad=True)
    with pytest.warns(UserWarning, match="own tensors are not recorded: .*_get_sequence_nr"), al.record() as trace:
        (x * x).backward()
        (y * y).backward()
    assert x.grad == 6.0
    assert len(trace.backwards) == 1


def test_no_device_is_asked_for(torch, monkeypatch):
    """On a machine with a broken driver, PyTorch warns whoever asks for CUDA."""

    def refuse(*anything):
        raise AssertionError("PyTorch was asked for CUDA")

    model = torch.nn.Sequential(torch.nn.Linear(3, 3), torch.nn.Dropout(), torch.nn.Linear(3, 1))
    for name in ("is_available", "device_count", "is_initialized", "current_device", "_lazy_init"):
        monkeypatch.setattr(torch.cuda, name, refuse)
    with al.record() as trace:
        model(torch.ones(2, 3)).sum().backward()
    assert len(trace.backwards) == 1


def test_the_flow_has_the_learners_calls_alone(torch):
    """What is made by a Function, or goes into a module, is looked at by us: that is no call of the learner's."""

    Twice = custom(torch, "Twice")

    layer, x = torch.nn.Linear(2, 1), torch.ones(1, 2, requires_grad=True)
    with al.record() as trace:
        layer(Twice.apply(x))
        x.data[0] = 1.0
        kept = Twice.apply(x)
    assert kept.requires_grad
    assert [step.operation for step in trace.flow.steps] == ["Twice", "linear", "data", "setitem_", "Twice"]
