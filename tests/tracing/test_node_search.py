"""A node may be named by the learner's own objects: a tensor, or a ``grad_fn``, of either engine."""

import importlib
from importlib.util import find_spec

import pytest

import autograd_lab as al
from autograd_lab import views
from autograd_lab.tracing.trace.node_search import find_node

NEEDED = pytest.mark.skipif(find_spec("torch") is None, reason="PyTorch is not installed: pip install torch==2.13.0")


def test_nodes_and_tensors_themselves(torch):
    w = torch.tensor([1.0, 2.0], requires_grad=True)
    with al.record() as trace:
        h = w * 3
        loss = (h * h).sum()
        loss.backward()
    (product, _), *_ = loss.grad_fn.next_functions
    ((first, _), *_) = h.grad_fn.next_functions
    label = trace.label(next(node for node in trace.nodes if node[1:] == trace.label(node).rpartition("#")[2]))
    assert label.startswith("SumBackward0")
    assert find_node(trace, loss.grad_fn) == find_node(trace, loss) == find_node(trace, label)
    assert find_node(trace, h.grad_fn) == find_node(trace, "h") != find_node(trace, product)
    assert (
        find_node(trace, first) == find_node(trace, w) == find_node(trace, "w") == find_node(trace, "AccumulateGrad(w)")
    )
    assert trace.find("GradOut", node=product) == trace.find("GradOut", name="MulBackward0")[:2]


@pytest.mark.torch
@NEEDED
def test_both_engines_in_one_recording():
    """A node of one engine is never taken for that of the other, though their labels may be equal."""
    other = importlib.import_module("torch")
    x, y = al.tensor(2.0, requires_grad=True), other.tensor(3.0, requires_grad=True)
    with al.record() as trace:
        one, two = x.exp(), y.exp()
        one.backward()
        two.backward()
    found = [trace.nodes[find_node(trace, node)] for node in (one.grad_fn, two.grad_fn)]
    assert [trace.name(info.edges[0].node) for info in found] == ["x", "y"]


def test_what_has_no_node_is_named(torch):
    w, frozen = torch.tensor([1.0, 2.0], requires_grad=True), torch.ones(30)
    apart = torch.tensor([5.0], requires_grad=True)
    with al.record() as trace:
        (w * frozen[:2]).sum().backward()
    for wanted in (frozen, "frozen"):
        with pytest.raises(KeyError, match=r"'frozen has no node in this trace: it does not require a gradient\.'"):
            find_node(trace, wanted)
    with pytest.raises(KeyError, match=r"'apart has no node in this trace: no graph that it is in was recorded\.'"):
        find_node(trace, apart)
    with pytest.raises(KeyError, match="This recording does not know that tensor"):
        find_node(trace, torch.ones(3))
    with pytest.raises(KeyError, match="This recording does not know that tensor"):
        find_node(al.Trace.from_json(trace.to_json()), w)
    with pytest.raises(KeyError, match=r"no node 'ExpBackward0( #\d+)?' in this trace; it has SumBackward0 #"):
        trace.find("GradOut", node=(w.exp()).grad_fn)
    with pytest.raises(TypeError, match=r"or of the name of one, not of ExpBackward0\.$"):
        trace.why(w.exp().grad_fn)


def test_an_error_names_what_was_given(torch):
    w = torch.tensor([1.0, 2.0], requires_grad=True)
    with al.record() as trace:
        h = w * 3
        h.sum().backward()
    for given in (h, h.grad_fn, "h"):
        with pytest.raises(KeyError, match=r"'h' is no leaf: it is made by MulBackward0 #"):
            views.ledger(trace, given)
    assert views.ledger(trace, w).text() == views.ledger(trace, "w").text()


def test_the_end_of_one_name_is_enough(torch):
    net = torch.nn.Sequential()
    for name in ("gate", "spare", "out"):
        net.add_module(name, torch.nn.Linear(1, 1))
    with al.record() as trace:
        net.out(net.gate(torch.ones(1, 1))).sum().backward()
        net.spare(torch.ones(1, 1))
    assert trace.why("gate.weight") == trace.why("net.gate.weight")
    assert trace.why("gate.weight.grad") == trace.why("net.gate.weight")
    assert trace.why("spare.weight") == trace.why("net.spare.weight"), "it took no part"
    assert find_node(trace, "gate.weight") == find_node(trace, "net.gate.weight")
    with pytest.raises(KeyError, match=r"did you mean 'net.gate.weight' or"):
        find_node(trace, "net.gate.wieght")
    assert views.ledger(trace, "out.bias").text() == views.ledger(trace, "net.out.bias").text()
    for ask in (trace.why, trace.find):
        arguments = ("weight",) if ask == trace.why else ("GradIn", "weight")
        with pytest.raises(KeyError, match=r"(net\.(gate|out|spare)\.weight.*){2}"):
            ask(*arguments)


def test_a_whole_name_comes_before_the_end_of_another(torch):
    class Holder(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.w = torch.nn.Parameter(torch.tensor(3.0))

    net, w = Holder(), torch.tensor(2.0, requires_grad=True)
    with al.record() as trace:
        (net.w * w).backward()
    assert trace.why("w").text.startswith("w.grad is 3")
    assert trace.find("GradIn", node="w") != trace.find("GradIn", node="net.w")
    own = {"holder": net, "held": w, "w": w}
    with al.record(names=own) as trace:
        (net.w * w).backward()
    assert trace.why("w").text.startswith("held.grad is"), "a second name is one, too"
