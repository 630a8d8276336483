"""From a trace, a loss or a model to its pictures, in one call; and a line for scripts, where nothing is drawn."""

import re
import types
from pathlib import Path

import pytest
from each_case import each_case

import autograd_lab as al
from autograd_lab import views

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")


def model(torch):
    torch.manual_seed(0)
    return torch.nn.Sequential(torch.nn.Linear(2, 3), torch.nn.Tanh(), torch.nn.Linear(3, 1))


def cut_and_infinite(torch):
    """A recording in which one gradient is None, which no event shows, and another is inf, which an event shows."""
    w, v = (torch.tensor(number, requires_grad=True) for number in (1.0, 0.0))
    with al.record() as trace:
        (w.detach() + v.sqrt()).backward()
    return trace


def names(trace):
    return {trace.name(node) for node, info in trace.nodes.items() if info.kind == "leaf"}


# ----- a trace --------------------------------------------------------------------------------------------------------
def test_a_trace_gives_its_views(torch):
    net = model(torch)
    with al.record() as trace:
        net(torch.ones(4, 2)).sum().backward()
    assert trace.stepper().text() == views.stepper(trace).text()
    assert trace.stepper(2, until=4, details=True).text() == views.stepper(trace, 2, until=4, details=True).text()
    assert trace.gradients().text() == views.gradients(trace).text()
    assert trace.show(3).step == views.stepper(trace, 3).step == trace.steps[2].last + 1


def test_show_opens_at_the_worst_gradient_that_an_event_shows(torch):
    trace = cut_and_infinite(torch)
    none, infinite = trace.health.complaints
    assert (none.kind, none.answer.event, infinite.kind) == ("None", None, "nan or inf")
    shown = trace.show()
    assert shown.step == infinite.answer.event + 1
    assert shown.note == trace.why().text


def test_show_opens_a_healthy_trace_at_the_beginning_and_one_that_no_event_explains_at_its_backward(torch):
    w, v = (torch.tensor(number, requires_grad=True) for number in (1.0, 2.0))
    with al.record() as trace:
        (v * v).backward()
    assert trace.show().step == 0
    assert trace.show().note == "The gradient looks normal; the loss may still be wrong."
    with al.record() as trace:
        (w.detach() + v).backward()
    assert trace.why().event is None
    assert trace.events[trace.show().step - 1].kind == "BackwardStarted"


def stretched(torch):
    """[8×1] - [8], in both of two steps. The place is the first difference."""
    net, x, y = torch.nn.Linear(3, 1), torch.ones(8, 3), torch.zeros(8)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    with al.record() as trace:
        for _ in range(2):
            optimizer.zero_grad()
            ((net(x) - y) ** 2).mean().backward()
            optimizer.step()
    places = [info for info in trace.nodes.values() if info.name == "SubBackward0"]
    return trace, min(places, key=lambda info: info.number).id


def in_a_list(torch):
    """An optimizer that does not hold a layer in a plain list. The place is the first leaf in it."""

    class Net(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.layers, self.last = [torch.nn.Linear(3, 3)], torch.nn.Linear(3, 1)

    net, x = Net(), torch.ones(4, 3)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    with al.record() as trace:
        net.last(net.layers[0](x)).pow(2).mean().backward()
        optimizer.step()
    return trace, next(node for node in trace.nodes if trace.name(node) == "net.layers[0].weight")


def two_losses(torch):
    """One of two losses comes to the value's weights through the advantage: there it is asked whether that is meant."""
    torch.manual_seed(0)
    policy, value, x = torch.nn.Linear(3, 1), torch.nn.Linear(3, 1), torch.ones(4, 3)
    optimizer = torch.optim.SGD([*policy.parameters(), *value.parameters()], lr=0.1)
    with al.record() as trace:
        values = value(x).tanh()
        advantage = 1 - values
        actor = -(policy(x) * advantage).mean()
        critic = (values - 2).pow(2).mean()
        actor.backward(retain_graph=True)
        critic.backward()
        optimizer.step()
    return trace, next(node for node in trace.nodes if trace.name(node) == "advantage")


@each_case("program", [stretched, in_a_list, two_losses])
def test_show_opens_where_the_first_sentence_finds_it(torch, program):
    trace, node = program(torch)
    shown = trace.show()
    places = [k for k, one in enumerate(trace.events) if shows_place(trace, one, node)]
    assert shown.step == places[0] + 1


def shows_place(trace, event, node):
    """Whether forward makes the node here, or backward adds to the leaf's ``.grad``."""
    if trace.nodes[node].kind == "leaf":
        return event.kind == "GradAccumulated" and event.node == node
    return event.kind == "OpRecorded" and event.node.id == node


def test_show_refuses_a_step_that_there_is_not(torch):
    trace = cut_and_infinite(torch)
    with pytest.raises(ValueError, match=r"there is no step 99|steps"):
        trace.show(99)
    with pytest.raises(TypeError, match=r"step is a number as the stepper shows it"):
        trace.show("last")


# ----- a loss, a model ------------------------------------------------------------------------------------------------
def test_a_loss_is_shown_with_its_backward_and_the_names_around_the_call(torch):
    net, x = model(torch), torch.ones(4, 2)
    loss = net(x).pow(2).mean()
    shown = al.show(loss)
    assert names(shown.trace) == {f"net.{name}" for name, _ in net.named_parameters()}
    assert all(parameter.grad is not None for parameter in net.parameters())
    assert len(shown.trace.backwards) == 1
    assert not shown.trace.find("OpRecorded")


def test_a_model_is_shown_with_its_forward_and_the_backward_of_its_sum(torch):
    net, x = model(torch), torch.ones(4, 2)
    net(x).sum().backward()
    expected = [parameter.grad.tolist() for parameter in net.parameters()]
    net.zero_grad()
    shown = al.show(net, x)
    assert [parameter.grad.tolist() for parameter in net.parameters()] == expected
    assert names(shown.trace) == {f"net.{name}" for name, _ in net.named_parameters()}
    assert shown.trace.find("OpRecorded")
    assert al.record.last is shown.trace


WRONG = {
    "shape": (lambda torch, net, x: al.show(net(x)), ValueError, r"shape \(4, 1\).*al\.show\(loss\.mean\(\)\)"),
    "cut": (lambda torch, net, x: al.show(net(x).sum().detach()), ValueError, r"This loss does not require a gradient"),
    "loss and input": (lambda torch, net, x: al.show(net(x).sum(), x), TypeError, r"takes the loss alone"),
    "no input": (lambda torch, net, x: al.show(net), TypeError, r"needs an input.*al\.show\(model, x\)"),
    "number": (lambda torch, net, x: al.show(net(x).sum().item()), TypeError, r"not float: al\.show\(loss\) or"),
    "class": (lambda torch, net, x: al.show(torch.nn.Linear, x), TypeError, r"not the class Linear"),
    "trace": (lambda torch, net, x: al.show(al.Trace(variables={})), TypeError, r"call trace\.show\(\)"),
    "tuple": (lambda torch, net, x: al.show(torch.nn.RNN(2, 3), x), TypeError, r"returned tuple.*al\.show\(model\(x\)"),
    "output is cut": (
        lambda torch, net, x: al.show(torch.nn.Tanh(), x),
        ValueError,
        r"The model's output does not req",
    ),
}


@each_case(("call", "kind", "words"), [*WRONG.values()])
def test_what_cannot_be_shown_is_refused_with_the_way_out(torch, call, kind, words):
    with pytest.raises(kind, match=words):
        call(torch, model(torch), torch.ones(4, 2))


def test_a_loss_whose_backward_ran_already_says_who_calls_it(torch):
    net, x = model(torch), torch.ones(4, 2)
    loss = net(x).pow(2).mean()
    loss.backward()
    with pytest.raises(RuntimeError, match="a second time") as caught:
        al.show(loss)
    assert caught.value.__notes__[-1].startswith("al.show(loss) calls loss.backward() itself: leave your own call out")


# ----- in a script ----------------------------------------------------------------------------------------------------
def test_a_script_is_told_what_is_wrong_and_how_to_see_it(torch, capsys, tmp_path):
    w = torch.tensor(0.0, requires_grad=True)
    shown = al.show(w.sqrt())
    [sick] = shown.trace.health.complaints
    assert (sick.kind, shown.step) == ("nan or inf", sick.answer.event + 1)
    assert "w" in shown.note
    line = capsys.readouterr().out
    assert line.startswith(f"{shown.trace.health.line}. In a script, `trace.show().to_html(")
    assert line.count("\n") == 1
    assert shown.to_html(tmp_path / "run.html") == str(tmp_path / "run.html")
    page = (tmp_path / "run.html").read_text(encoding="utf-8")
    assert f'"step":{shown.step}' in page
    with pytest.raises(ValueError, match=r"call it 'run\.html'"):
        shown.to_html(tmp_path / "run.svg")


def test_a_notebook_is_told_nothing(torch, capsys, monkeypatch):
    import IPython

    monkeypatch.setattr(IPython, "get_ipython", lambda: types.SimpleNamespace(kernel=object()))
    al.show(torch.tensor(1.0, requires_grad=True).sqrt())
    assert capsys.readouterr().out == ""


def test_the_calls_of_readme_run_as_they_stand(torch, capsys, tmp_path, monkeypatch):
    """Those of "My model doesn't learn", on a model whose first layer is cut off."""
    section = README.partition("## My model doesn't learn")[2].partition("\n## ")[0]
    [program] = re.findall(r"```python\n(.*?)```", section, re.DOTALL)
    net = model(torch)
    train = lambda net, steps: net[2](net[0](torch.ones(4, 2)).detach()).sum().backward()  # noqa: E731
    monkeypatch.chdir(tmp_path)
    exec(compile(program, "readme.py", "exec"), {"model": net, "train": train})
    said = capsys.readouterr().out
    assert said.startswith("2 of 4 gradients are None (detach, ")
    assert "Norm of the gradient of each parameter\n" in said
    assert (tmp_path / "run.html").stat().st_size
