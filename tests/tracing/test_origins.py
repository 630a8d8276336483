"""Where a node was made: the learner's line, and the modules that were called there."""

import autograd_lab as al
from autograd_lab import nn
from autograd_lab.tracing.recording.source_lines import ModuleCall, Origin


def origins_by_name(trace):
    return {f"{trace.nodes[node].name}": origin for node, origin in reversed(trace.origins.items())}


def chain(*steps):
    return tuple(ModuleCall(*step) for step in steps)


def test_a_node_knows_the_learners_line():
    x = al.tensor(2.0, requires_grad=True)
    with al.record() as trace:
        y = x * x
        y.exp().backward()
    found = origins_by_name(trace)
    assert found["MulBackward0"].line.text == "y = x * x"
    assert found["ExpBackward0"].line.text == "y.exp().backward()"
    assert found["ExpBackward0"].line.number == found["MulBackward0"].line.number + 1
    assert found["ExpBackward0"].line.file == "test_origins.py"


def test_a_cell_of_a_notebook_has_no_file():
    names = {"al": al}
    code = "x = al.tensor(2.0, requires_grad=True)\nwith al.record() as trace:\n    (x * x).backward()\n"
    exec(compile(code, "/tmp/ipykernel_17/3.py", "exec"), names)
    (origin,) = names["trace"].origins.values()
    assert (origin.line.number, origin.line.file) == (3, "")


def test_the_calls_of_modules_are_numbered_and_nested():
    net = nn.Sequential(nn.Linear(2, 2), nn.Tanh())
    with al.record() as trace:
        net(net(al.ones(1, 2))).sum().backward()
    calls = [origin.modules for origin in reversed(trace.origins.values())]
    first, second = ("net", "Sequential", 1), ("net", "Sequential", 2)
    assert calls == [
        chain(first, ("net.0", "Linear", 1)),
        chain(first, ("net.0", "Linear", 1)),
        chain(first, ("net.1", "Tanh", 1)),
        chain(second, ("net.0", "Linear", 2)),
        chain(second, ("net.0", "Linear", 2)),
        chain(second, ("net.1", "Tanh", 2)),
        (),
    ]


def test_a_module_that_no_variable_leads_to_is_called_by_its_class():
    with al.record() as trace:
        nn.Linear(2, 1)(al.ones(1, 2)).sum().backward()
    assert origins_by_name(trace)["AddmmBackward0"].modules == chain(("Linear", "Linear", 1))


def test_a_call_that_fails_is_over():
    class Failing(nn.Module):
        def forward(self, x):
            raise ValueError("no")

    failing, x = Failing(), al.tensor(2.0, requires_grad=True)
    with al.record() as trace:
        try:
            failing(x)
        except ValueError:
            y = x * x
        y.backward()
    assert origins_by_name(trace)["MulBackward0"].modules == ()


def test_where_only_the_backward_was_recorded_parameters_tell_the_module():
    net = nn.Sequential(nn.Linear(2, 2), nn.Tanh(), nn.Linear(2, 1, bias=False))
    loss = net(al.ones(3, 2)).sum()
    with al.record() as trace:
        loss.backward()
    first = Origin(None, chain(("net", "Sequential", 0), ("net.0", "Linear", 0)))
    last = Origin(None, chain(("net", "Sequential", 0), ("net.2", "Linear", 0)))
    names = {trace.label(node).partition(" ")[0]: origin for node, origin in trace.origins.items()}
    assert names == {"AddmmBackward0": first, "TBackward0": first, "MmBackward0": last}
    assert [trace.origins[node] for node, info in trace.nodes.items() if info.name == "TBackward0"] == [last, first]


def test_a_node_that_reads_parameters_of_two_modules_belongs_to_what_holds_both():
    class Pair(nn.Module):
        def __init__(self):
            super().__init__()
            self.a, self.b = nn.Linear(2, 2), nn.Linear(2, 2)

        def forward(self):
            return self.a.weight * self.b.weight

    pair = Pair()
    loss = (pair() * al.ones(2, 2, requires_grad=True)).sum()
    with al.record() as trace:
        loss.backward()
    assert list(trace.origins.values()) == [Origin(None, chain(("pair", "Pair", 0)))] * 2


def test_origins_are_saved_with_the_trace():
    net = nn.Linear(2, 1)
    with al.record() as trace:
        net(al.ones(1, 2)).sum().backward()
    assert trace.origins
    assert al.Trace.from_json(trace.to_json()).origins == trace.origins
