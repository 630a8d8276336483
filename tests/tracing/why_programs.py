"""Programs whose gradient is None, 0, nan, or more than was expected, with the cause and the line that `why` must name.

Each takes the library (`autograd_lab`, or PyTorch) and records itself; the lines to be named end with ``# here``, and
the first of them is the answer's own. One of kind "changed" gives, besides its trace, the tensors that must stay alive.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import autograd_lab as al


@dataclass(frozen=True)
class Program:
    """``name`` is asked about; ``cause`` must be answered, and the lines of ``run`` marked ``# here``."""

    run: Callable[[Any], Any]
    name: str
    cause: str
    kind: str


PROGRAMS: list[Program] = []


def program(name: str, cause: str, kind: str) -> Callable[[Callable], Callable]:
    def add(run: Callable) -> Callable:
        PROGRAMS.append(Program(run, name, cause, kind))
        return run

    return add


def two_layers(torch):
    class Net(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.a, self.b, self.spare = torch.nn.Linear(2, 3), torch.nn.Linear(3, 1), torch.nn.Linear(2, 2)

    return Net(), torch.ones(4, 2)


# ----- None: cut ------------------------------------------------------------------------------------------------------
@program("net.a.weight", "detach", "None")
def detach(torch):
    net, x = two_layers(torch)
    with al.record() as trace:
        h = net.a(x).relu()
        h = h.detach()  # here
        net.b(h).sum().backward()
    return trace


@program("w", "detach_", "None")
def detach_in_place(torch):
    w, v = torch.tensor(2.0, requires_grad=True), torch.tensor(3.0, requires_grad=True)
    with al.record() as trace:
        h = w * 2
        h.detach_()  # here
        (h * v).backward()
    return trace


@program("w", "data", "None")
def data(torch):
    w, v = torch.tensor(2.0, requires_grad=True), torch.tensor(3.0, requires_grad=True)
    with al.record() as trace:
        h = w.data * 2  # here
        loss = h * v
        loss.backward()
    return trace


@program("w", "no_grad", "None")
def no_grad(torch):
    w, v = torch.tensor(2.0, requires_grad=True), torch.tensor(3.0, requires_grad=True)
    with al.record() as trace:
        with torch.no_grad():
            h = w.exp()  # here
        (h * v).backward()
    return trace


@program("net.a.weight", "no_grad", "None")
def frozen_features(torch):
    net, x = two_layers(torch)
    with al.record() as trace:
        with torch.no_grad():
            features = net.a(x)  # here
        net.b(features.tanh()).mean().backward()
    return trace


@program("w", "inference_mode", "None")
def inference_mode(torch):
    w, v = torch.tensor(2.0, requires_grad=True), torch.tensor(3.0, requires_grad=True)
    with al.record() as trace:
        with torch.inference_mode():
            h = w + 1  # here
        (h + v).backward()
    return trace


@program("w", "item", "None")
def item(torch):
    w, v = torch.tensor(2.0, requires_grad=True), torch.tensor(3.0, requires_grad=True)
    with al.record() as trace:
        scale = w.item()  # here
        (v * scale).backward()
    return trace


@program("w", "numpy", "None")
def numpy(torch):
    import numpy as np

    w, v = torch.tensor([2.0, 1.0], requires_grad=True), torch.tensor(3.0, requires_grad=True)
    with al.record() as trace:
        with torch.no_grad():
            h = np.exp(w.numpy())  # here
        (torch.from_numpy(h).sum() * v).backward()
    return trace


@program("w", "tensor", "None")
def copied_into_a_new_tensor(torch):
    w, v = torch.tensor(2.0, requires_grad=True), torch.tensor(3.0, requires_grad=True)
    with al.record() as trace:
        h = torch.tensor([w * 2, w * 3])  # here
        (h.sum() * v).backward()
    return trace


@program("scores", "integers", "None")
def argmax(torch):
    scores, table = torch.tensor([1.0, 3.0], requires_grad=True), torch.tensor([5.0, 6.0], requires_grad=True)
    with al.record() as trace:
        best = scores.argmax()  # here
        table[best].backward()
    return trace


@program("w", "integers", "None")
def comparison(torch):
    w, v = torch.tensor([1.0, -3.0], requires_grad=True), torch.tensor([5.0, 6.0], requires_grad=True)
    with al.record() as trace:
        mask = w > 0  # here
        (v * mask).sum().backward()
    return trace


@program("w", "tensor", "None")
def copied_into_a_new_leaf(torch):
    w = torch.tensor([2.0, 1.0], requires_grad=True)
    with al.record() as trace:
        h = w * 3
        x = torch.tensor(h, requires_grad=True)  # here
        (x * x).sum().backward()
    return trace


@program("w", "float", "None")
def summed_up_as_numbers(torch):
    w = torch.tensor([2.0, 1.0], requires_grad=True)
    with al.record() as trace:
        total = 0.0
        for i in range(2):
            total += float(w[i] * 2)  # here
        loss = torch.tensor(total, requires_grad=True)
        loss.backward()
    return trace


@program("w", "integers", "None")
def made_whole(torch):
    w, v = torch.tensor([2.5, 1.5], requires_grad=True), torch.ones(2, requires_grad=True)
    with al.record() as trace:
        k = w.int()  # here
        (k * v).sum().backward()
    return trace


@program("scores.weight", "integers", "None")
def accuracy_as_loss(torch):
    scores, x, wanted = torch.nn.Linear(3, 4), torch.ones(5, 3), torch.tensor([0, 1, 2, 3, 0])
    with al.record() as trace:
        best = scores(x).argmax(1)  # here
        loss = 1 - (best == wanted).float().mean()
        loss.requires_grad_()
        loss.backward()
    return trace


@program("encoder.weight", "detach", "None")
def hidden_state_detached(torch):
    encoder, cell, head = torch.nn.Linear(2, 4), torch.nn.RNNCell(3, 4), torch.nn.Linear(4, 1)
    with al.record() as trace:
        h = encoder(torch.ones(2, 2))
        for x in torch.ones(5, 2, 3):
            h = cell(x, h.detach())  # here
        head(h).sum().backward()
    return trace


@program("w", "detach", "None")
def through_numpy_and_back(torch):
    w, v = torch.tensor([2.0, 1.0], requires_grad=True), torch.ones(2, requires_grad=True)
    with al.record() as trace:
        h = (w * 3).detach().numpy()  # here
        (torch.from_numpy(h.clip(0)) * v).sum().backward()
    return trace


@program("w", "detach", "None")
def cut_on_each_of_its_paths(torch):
    w, v = torch.tensor([2.0, 1.0], requires_grad=True), torch.ones(2, requires_grad=True)
    with al.record() as trace:
        one = w.detach() * 3  # here
        with torch.no_grad():
            two = w.exp()  # here
        three = w.data  # here
        ((one + two + three) * v).sum().backward()
    return trace


@program("w", "detach", "None")
def numbers_taken_besides(torch):
    w, v = torch.tensor([2.0, 1.0], requires_grad=True), torch.ones(2, requires_grad=True)
    with al.record() as trace:
        h = (w * 2).detach()  # here
        scale = w.max().item()  # here
        (h * v / scale).sum().backward()
    return trace


@program("w", "integers", "None")
def cut_twice_on_one_path(torch):
    w, v = torch.tensor([2.0, 1.0], requires_grad=True), torch.ones(2, requires_grad=True)
    with al.record() as trace:
        k = w.int()  # here
        h = k.float().detach()  # here
        (h * v).sum().backward()
    return trace


# ----- None: other reasons --------------------------------------------------------------------------------------------
@program("x", "not required", "None")
def not_required(torch):
    x, w = torch.tensor(2.0), torch.tensor(3.0, requires_grad=True)
    with al.record() as trace:
        (x * w).backward()
    return trace


@program("w", "not required", "None")
def required_too_late(torch):
    w, v = torch.tensor([2.0, 3.0]), torch.ones(2, requires_grad=True)
    with al.record() as trace:
        y = w * 2  # here
        w.requires_grad_()
        (y * v).sum().backward()
    return trace


@program("net.a.weight", "not required", "None")
def frozen_parameters(torch):
    net, x = two_layers(torch)
    net.a.requires_grad_(False)
    with al.record() as trace:
        net.b(net.a(x)).sum().backward()
    return trace


@program("h", "no leaf", "None")
def no_leaf(torch):
    w = torch.tensor(2.0, requires_grad=True)
    with al.record() as trace:
        h = w * 3  # here
        (h * h).backward()
    return trace


@program("w", "no leaf", "None")
def step_makes_a_result(torch):
    w = torch.tensor(2.0, requires_grad=True)
    with al.record() as trace:
        (w * w).backward()
        w = w - 0.1 * w.grad  # here
        (w * w).backward()
    return trace


@program("net.spare.weight", "not called", "None")
def module_never_called(torch):
    net, x = two_layers(torch)
    with al.record() as trace:
        net.b(net.a(x)).sum().backward()
    return trace


@program("v", "not used", "None")
def never_used(torch):
    w, v = torch.tensor(2.0, requires_grad=True), torch.tensor(3.0, requires_grad=True)
    with al.record() as trace:
        (w * w).backward()
    assert v.grad is None
    return trace


@program("v", "not part of the root", "None")
def result_dropped(torch):
    w, v = torch.tensor(2.0, requires_grad=True), torch.tensor(3.0, requires_grad=True)
    with al.record() as trace:
        penalty = v * v  # here
        (w * w).backward()
    assert penalty.requires_grad
    return trace


@program("v", "not asked for", "None")
def other_inputs(torch):
    w, v = torch.tensor(2.0, requires_grad=True), torch.tensor(3.0, requires_grad=True)
    with al.record() as trace:
        (w * v).backward(inputs=[w])
    return trace


@program("w", "no backward", "None")
def no_backward(torch):
    w = torch.tensor(2.0, requires_grad=True)
    with al.record() as trace:
        w * w
    return trace


@program("w", "None returned", "None")
def function_returns_none(torch):
    class Twice(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 2

        @staticmethod
        def backward(ctx, grad):
            return None

    w = torch.tensor(2.0, requires_grad=True)
    with al.record() as trace:
        y = Twice.apply(w)  # here
        y.backward()
    return trace


@program("w", "forward not recorded", "None")
def forward_outside(torch):
    w, v = torch.tensor(2.0, requires_grad=True), torch.tensor(3.0, requires_grad=True)
    loss = w.detach() * v
    with al.record() as trace:
        loss.backward()
    return trace


@program("w", "error", "None")
def error_before(torch):
    class Fails(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 2

        @staticmethod
        def backward(ctx, grad):
            raise ValueError("no")

    w = torch.tensor(2.0, requires_grad=True)
    with al.record() as trace:
        y = Fails.apply(w)
        with suppress(ValueError):
            y.backward()
    return trace


@program("w", "grad()", "None")
def grad_function(torch):
    w = torch.tensor(2.0, requires_grad=True)
    with al.record() as trace:
        torch.autograd.grad(w * w, w)
    return trace


# ----- zero -----------------------------------------------------------------------------------------------------------
@program("x", "closed", "zero")
def relu_closed(torch):
    x = torch.tensor([-1.0, -4.0], requires_grad=True)
    with al.record() as trace:
        y = torch.relu(x)  # here
        y.sum().backward()
    return trace


@program("x", "closed", "zero")
def clamped(torch):
    x = torch.tensor([3.0, 4.0], requires_grad=True)
    with al.record() as trace:
        y = x.clamp(0, 1)  # here
        (y * 2).sum().backward()
    return trace


@program("net.a.weight", "closed", "zero")
def every_unit_dead(torch):
    net, x = two_layers(torch)
    with torch.no_grad():
        net.a.bias.fill_(-100.0)
    with al.record() as trace:
        h = net.a(x).relu()  # here
        net.b(h).sum().backward()
    return trace


@program("x", "flat", "zero")
def rounded(torch):
    x = torch.tensor([1.5, 2.2], requires_grad=True)
    with al.record() as trace:
        y = x.round()  # here
        (y * y).sum().backward()
    return trace


@program("x", "factor 0", "zero")
def times_zero(torch):
    x, mask = torch.tensor([1.5, 2.2], requires_grad=True), torch.zeros(2)
    with al.record() as trace:
        y = x * mask  # here
        y.sum().backward()
    return trace


@program("x", "saturated", "zero")
def saturated(torch):
    x = torch.tensor([100.0, 200.0], requires_grad=True)
    with al.record() as trace:
        y = torch.tanh(x)  # here
        y.sum().backward()
    return trace


@program("x", "paths cancel", "zero")
def cancelled(torch):
    x = torch.tensor(3.0, requires_grad=True)
    with al.record() as trace:
        y = x * 2 - x * 2
        y.backward()
    return trace


@program("x", "seed 0", "zero")
def seed_of_zero(torch):
    x = torch.tensor(3.0, requires_grad=True)
    with al.record() as trace:
        (x * x).backward(torch.tensor(0.0))
    return trace


@program("x", "hook", "zero")
def hook_makes_zero(torch):
    x = torch.tensor(3.0, requires_grad=True)
    with al.record() as trace:
        y = x * 2
        y.register_hook(lambda grad: grad * 0)
        (y * 5).backward()
    return trace


# ----- nan and inf ----------------------------------------------------------------------------------------------------
@program("x", "rule", "nan")
def root_of_zero(torch):
    x = torch.tensor([0.0, 4.0], requires_grad=True)
    with al.record() as trace:
        y = x.sqrt()  # here
        (y * 0).sum().backward()
    return trace


@program("x", "rule", "nan")
def norm_at_zero(torch):
    x = torch.zeros(2, requires_grad=True)
    with al.record() as trace:
        y = (x * x).sum().sqrt()  # here
        y.backward()
    return trace


@program("x", "rule", "nan")
def log_of_zero(torch):
    x = torch.tensor([0.0, 4.0], requires_grad=True)
    with al.record() as trace:
        y = x.log()  # here
        y.sum().backward()
    return trace


@program("x", "rule", "nan")
def not_chosen_by_where(torch):
    x = torch.tensor([0.0, 4.0], requires_grad=True)
    with al.record() as trace:
        y = torch.where(x > 0, x.log(), torch.zeros(2))  # here
        y.sum().backward()
    return trace


@program("x", "forward", "nan")
def softmax_by_hand(torch):
    x = torch.tensor([1000.0, 1.0], requires_grad=True)
    with al.record() as trace:
        e = torch.exp(x)  # here
        p = e / e.sum()
        (-torch.log(p[0])).backward()
    return trace


@program("x", "forward", "nan")
def log_of_a_negative(torch):
    x = torch.tensor([-1.0, 4.0], requires_grad=True)
    with al.record() as trace:
        y = torch.log(x)  # here
        (y * y).sum().backward()
    return trace


@program("x", "forward", "nan")
def overflow_in_exp(torch):
    x = torch.tensor([100.0], requires_grad=True)
    with al.record() as trace:
        y = torch.exp(x)  # here
        (y * y).sum().backward()
    return trace


@program("x", "seed", "nan")
def seed_of_nan(torch):
    x = torch.tensor(3.0, requires_grad=True)
    with al.record() as trace:
        (x * x).backward(torch.tensor(float("nan")))
    return trace


@program("x", "before", "nan")
def nan_was_there_before(torch):
    x = torch.tensor(3.0, requires_grad=True)
    x.grad = torch.tensor(float("nan"))
    with al.record() as trace:
        (x * x).backward()
    return trace


# ----- more than expected ---------------------------------------------------------------------------------------------
@program("w", "accumulated", "more")
def two_backwards(torch):
    w = torch.tensor(3.0, requires_grad=True)
    with al.record() as trace:
        for _ in range(2):
            (w * w).backward()
    return trace


@program("w", "accumulated", "more")
def was_not_emptied(torch):
    w = torch.tensor(3.0, requires_grad=True)
    (w * w).backward()
    with al.record() as trace:
        (w * w).backward()
    return trace


@program("w", "error", "more")
def stopped_after_one_that_went_well(torch):
    w = torch.ones(3, requires_grad=True)
    w.exp().sum().backward()
    with al.record() as trace, suppress(RuntimeError):
        h = w.exp()
        h += 1
        h.sum().backward()
    return trace


@program("w", "error", "more")
def stopped_after_one_that_gave_nan(torch):
    w = torch.zeros(3, requires_grad=True)
    (w / w).sum().backward()
    with al.record() as trace, suppress(RuntimeError):
        h = w.exp()
        h += 1
        h.sum().backward()
    return trace


@program("w", "no_grad", "None")
def made_at_random_without_a_graph(torch):
    w = torch.ones(3, requires_grad=True)
    v = torch.ones(3, requires_grad=True)
    with al.record() as trace:
        with torch.no_grad():
            noise = torch.randn_like(w)
            h = w + noise  # here
        (h * v).sum().backward()
    return trace


@program("w", "nothing strange", "more")
def used_twice(torch):
    w = torch.tensor(3.0, requires_grad=True)
    with al.record() as trace:
        (w * w).backward()
    return trace


@program("layer.weight", "nothing strange", "more")
def shared_weight(torch):
    layer = torch.nn.Linear(3, 3)
    with al.record() as trace:
        layer(layer(torch.ones(2, 3))).pow(2).mean().backward()
    return trace


@program("w", "nothing strange", "more")
def steps_that_empty_it(torch):
    w = torch.tensor(3.0, requires_grad=True)
    with al.record() as trace:
        for _ in range(2):
            (w * w).backward()
            with torch.no_grad():
                w -= 0.1 * w.grad
                w.grad.zero_()
        (w * w).backward()
    return trace


@program("h", "nothing strange", "more")
def retained_of_what_is_no_leaf(torch):
    w = torch.tensor(3.0, requires_grad=True)
    with al.record() as trace:
        h = w * 2
        h.retain_grad()
        (h * h).backward()
    return trace


@program("h", "accumulated", "more")
def retained_twice(torch):
    w = torch.tensor(3.0, requires_grad=True)
    with al.record() as trace:
        h = w * 2
        h.retain_grad()
        (h * h).backward(retain_graph=True)
        h.backward()
    return trace


@program("h", "rule", "nan")
def retained_before_the_root_of_zero(torch):
    w = torch.zeros(2, requires_grad=True)
    with al.record() as trace:
        h = w * 2
        h.retain_grad()
        y = h.sqrt()  # here
        y.sum().backward()
    return trace


# ----- changed since --------------------------------------------------------------------------------------------------
@program("w", "emptied", "changed")
def emptied_before_the_question(torch):
    w = torch.tensor(3.0, requires_grad=True)
    optimizer = torch.optim.SGD([w], lr=0.1)
    with al.record() as trace:
        (w * w).backward()
        optimizer.zero_grad()
        optimizer.step()
    return trace, w


@program("net.a.weight", "emptied", "changed")
def filled_with_zeros_since(torch):
    net, x = two_layers(torch)
    with al.record() as trace:
        net.b(net.a(x)).sum().backward()
    net.zero_grad(set_to_none=False)
    return trace, net


@program("w", "rule", "changed")
def clipped_since(torch):
    w = torch.zeros(2, requires_grad=True)
    with al.record() as trace:
        w.sqrt().sum().backward()  # here
    w.grad.clamp_(-1, 1)
    return trace, w
