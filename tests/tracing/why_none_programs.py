"""Programs whose gradient is None, with the cause and the line that `why` must name."""

import copy
from contextlib import suppress

from why_programs import Programs, two_layers

import autograd_lab as al

PROGRAMS = Programs()
program = PROGRAMS.add


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


@program("encoder.weight", "no_grad", "None")
def decorated_with_no_grad(torch):
    encoder, decoder = torch.nn.Linear(2, 2), torch.nn.Linear(2, 1)

    @torch.no_grad()
    def encode(x):
        return encoder(x).relu()  # here

    with al.record() as trace:
        decoder(encode(torch.ones(3, 2))).sum().backward()
    return trace


@program("w", "no_grad", "None")
def turned_off_and_on_again(torch):
    w, v = torch.ones(2, requires_grad=True), torch.ones(2, requires_grad=True)
    with al.record() as trace:
        torch.set_grad_enabled(False)
        h = w * 2  # here
        torch.set_grad_enabled(True)
        (h * v).sum().backward()
    return trace


@program("w", "no_grad", "None")
def copied_into_a_buffer(torch):
    w, v = torch.ones(2, requires_grad=True), torch.ones(2, requires_grad=True)
    with al.record() as trace:
        kept = torch.zeros(2)
        with torch.no_grad():
            kept.copy_(w)  # here
        (kept * v).sum().backward()
    return trace


@program("first", "tensor", "None")
def stacked_by_tensor(torch):
    first, second = torch.tensor(1.0, requires_grad=True), torch.tensor(2.0, requires_grad=True)
    v = torch.ones(2, requires_grad=True)
    with al.record() as trace:
        both = torch.tensor([first, second])  # here
        (both * v).sum().backward()
    return trace


@program("w", "tolist", "None")
def through_a_list(torch):
    w = torch.tensor([1.0, 2.0], requires_grad=True)
    with al.record() as trace:
        numbers = [2 * number for number in w.tolist()]  # here
        torch.tensor(numbers, requires_grad=True).sum().backward()
    return trace


@program("w", "integers", "None")
def indices_of_a_sort(torch):
    w, v = torch.tensor([1.0, 5.0], requires_grad=True), torch.ones(2, requires_grad=True)
    with al.record() as trace:
        rank = w.argsort().float()  # here
        (rank * v).sum().backward()
    return trace


@program("w", "integers", "None")
def indices_beside_values(torch):
    w, table = torch.tensor([1.0, 5.0], requires_grad=True), torch.ones(2, requires_grad=True)
    with al.record() as trace:
        best, where = w.max(0)  # here
        table[where].backward()
    assert best.requires_grad
    return trace


@program("w", "new leaf", "None")
def made_a_parameter(torch):
    w = torch.ones(2, requires_grad=True)
    with al.record() as trace:
        x = torch.nn.Parameter(w * 2)  # here
        x.sum().backward()
    return trace


@program("w", "detach", "None")
def cut_before_a_function_of_ones_own(torch):
    class Twice(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 2

        @staticmethod
        def backward(ctx, grad):
            return grad * 2

    w, v = torch.ones(2, requires_grad=True), torch.ones(2, requires_grad=True)
    with al.record() as trace:
        y = Twice.apply(w.detach())  # here
        (y * v).sum().backward()
    return trace


@program("w", "no derivative", "None")
def marked_as_non_differentiable(torch):
    class Steps(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            steps = x * 2
            ctx.mark_non_differentiable(steps)
            return steps

        @staticmethod
        def backward(ctx, grad):
            return grad

    w, v = torch.ones(2, requires_grad=True), torch.ones(2, requires_grad=True)
    with al.record() as trace:
        y = Steps.apply(w)  # here
        (y * v).sum().backward()
    return trace


@program("w", "detach", "None")
def stepped_and_then_cut(torch):
    w, v = torch.ones(2, requires_grad=True), torch.ones(2, requires_grad=True)
    (w * w).sum().backward()
    optimizer = torch.optim.SGD([w, v], lr=0.1)
    with al.record() as trace:
        for _ in range(2):
            h = w.detach()  # here
            (h * v).sum().backward()
            optimizer.step()
    return trace


@program("w", "deepcopy", "None")
def trained_a_copy(torch):
    w = torch.ones(2, requires_grad=True)
    with al.record() as trace:
        other = copy.deepcopy(w)  # here
        (other * other).sum().backward()
    return trace


@program("w", "detach", "None")
def an_index_before_the_cut(torch):
    w, v = torch.tensor([1.0, 5.0], requires_grad=True), torch.ones(2, requires_grad=True)

    def cut(x):
        return x.detach()  # here

    with al.record() as trace:
        best = w.argmax()  # here
        (cut(w * 2) * v).gather(0, best.reshape(1)).sum().backward()
    return trace


@program("w", "item", "None")
def a_choice_before_the_numbers(torch):
    w = torch.tensor([1.0, 5.0], requires_grad=True)

    def number(x):
        return x.max().item()  # here

    with al.record() as trace:
        best = w.argmax().item()  # here
        torch.tensor(number(w) + best, requires_grad=True).backward()
    return trace


@program("w", "no_grad", "None")
def cut_before_two_backwards(torch):
    w, v = torch.ones(2, requires_grad=True), torch.ones(2, requires_grad=True)

    @torch.no_grad()
    def late(x):
        return x * 3  # here

    with al.record() as trace:
        early = w.detach()  # here
        (early * v).sum().backward()
        (late(w) * v).sum().backward()
    return trace


@program("p", "no_grad", "None")
def a_step_by_hand_after_grad(torch):
    p = torch.ones(2, requires_grad=True)
    with al.record() as trace:
        (g,) = torch.autograd.grad((p**2).sum(), p)
        with torch.no_grad():
            fast = p - 0.1 * g  # here
        fast.requires_grad_()
        (fast**3).sum().backward()
    return trace


@program("x", "no_grad", "None", "inside no_grad(), and so v has no history though it requires a gradient.")
@program(
    "v",
    "no_grad",
    "None",
    "v is a view of x that was made inside no_grad() (line ",
    "nor a place of its own in the graph",
)
def a_view_made_without_a_graph(torch):
    x = torch.ones(2, 2, requires_grad=True)
    with al.record() as trace:
        with torch.no_grad():
            v = x.view(-1)  # here
        (v * 2).sum().backward()
    return trace


@program(
    "x",
    "no_grad",
    "None",
    "the path from x ends at v, a view from before this recording. No graph was built where it was made, inside "
    "no_grad() or inference_mode(), and so v has no history though it requires a gradient.",
)
def a_view_made_before_without_a_graph(torch):
    x = torch.ones(2, 2, requires_grad=True)
    with torch.no_grad():
        v = x.view(-1)
    with al.record() as trace:
        (v * 2).sum().backward()
    return trace


@program(
    "v", "no_grad", "None", "v is a view of x that was made inside no_grad() or inference_mode(), before this recor"
)
def the_view_itself_from_before(torch):
    x = torch.ones(2, 2, requires_grad=True)
    with torch.inference_mode():
        v = x[0]
    with al.record() as trace:
        (v * 2).sum().backward()
    return trace


@program("x", "item", "None", "(a Python number has no history) and at line ")
def a_number_taken_before_a_choice(torch):
    x, table = torch.tensor([1.0, 5.0], requires_grad=True), torch.ones(2, requires_grad=True)
    with al.record() as trace:
        scale = x.sum().item()  # here
        best = x.argmax()  # here
        (table[best] * scale).backward()
    return trace


@program("x", "int", "None", "A Python number has no history.")
def a_whole_number_as_an_index(torch):
    x, table = torch.tensor([1.2, 0.3], requires_grad=True), torch.ones(3, requires_grad=True)
    with al.record() as trace:
        place = int(x.sum())  # here
        table[place].backward()
    return trace


@program("online.weight", "no_grad", "None", ", `q = online(x)` (no graph is built there, inside no_grad()) and at ")
def an_average_besides_the_cut(torch):
    online, target = torch.nn.Linear(2, 2), torch.nn.Linear(2, 2)
    x, scale = torch.ones(3, 2), torch.ones(2, requires_grad=True)
    with al.record() as trace:
        for _ in range(2):
            with torch.no_grad():
                q = online(x)  # here
                k = target(x)  # here
            ((q * k) * scale).sum().backward()
            with torch.no_grad():
                for mean, weight in zip(target.parameters(), online.parameters(), strict=True):
                    mean.lerp_(weight, 0.1)  # here
    return trace


@program("maker.weight", "data_", "None", "`.data = …` takes the numbers and not their history.")
def weights_made_by_another_layer(torch):
    maker, layer = torch.nn.Linear(2, 6), torch.nn.Linear(3, 2)
    with al.record() as trace:
        made = maker(torch.ones(1, 2)).view(2, 3)
        layer.weight.data = made  # here
        layer(torch.ones(4, 3)).pow(2).mean().backward()
    return trace


@program(
    "maker.weight",
    "new leaf",
    "None",
    "the path from maker.weight ends at layer.weight, a leaf that was made of the same numbers. `Parameter(…)` makes a",
)
def weights_made_by_another_layer_as_a_parameter(torch):
    maker, layer = torch.nn.Linear(2, 6), torch.nn.Linear(3, 2)
    with al.record() as trace:
        made = maker(torch.ones(1, 2)).view(2, 3)
        layer.weight = torch.nn.Parameter(made)
        layer(torch.ones(4, 3)).pow(2).mean().backward()
    return trace


# ----- None: other reasons --------------------------------------------------------------------------------------------
@program("x", "not required", "None")
def not_required(torch):
    x, w = torch.tensor(2.0), torch.tensor(3.0, requires_grad=True)
    with al.record() as trace:
        (x * w).backward()
    return trace


@program("average", "not required", "None")
def an_average_of_weights(torch):
    w, average = torch.ones(2, requires_grad=True), torch.zeros(2)
    with al.record() as trace:
        for _ in range(2):
            (w * w).sum().backward()
            with torch.no_grad():
                average.mul_(0.9).add_(w, alpha=0.1)
    return trace


@program("buffer", "no_grad", "None")
def written_to_and_used(torch):
    w, v, buffer = torch.ones(2, requires_grad=True), torch.ones(2, requires_grad=True), torch.zeros(2)
    with al.record() as trace:
        with torch.no_grad():
            buffer.add_(w)  # here
        (buffer * v).sum().backward()
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


@program("h", "no leaf", "None")
def no_leaf_that_was_given_back_as_it_is(torch):
    w = torch.ones(2, requires_grad=True)
    with al.record() as trace:
        h = w * 3  # here
        same = h.float()
        one, other = torch.broadcast_tensors(h, same)
        (one * other).sum().backward()
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


@program("w", "None returned", "None")
def function_gives_it_to_the_other_input(torch):
    class Product(torch.autograd.Function):
        @staticmethod
        def forward(ctx, a, b):
            ctx.save_for_backward(a, b)
            return a * b

        @staticmethod
        def backward(ctx, grad):
            _, b = ctx.saved_tensors
            return None, grad * b

    w, v = torch.tensor(2.0, requires_grad=True), torch.tensor(3.0, requires_grad=True)
    with al.record() as trace:
        y = Product.apply(w, v)  # here
        y.backward()
    return trace


@program("w", "no backward", "None")
def never_a_backward_but_of_a_number(torch):
    w = torch.ones(2, requires_grad=True)
    with al.record() as trace:
        loss = (w * w).sum().item()  # here
        with suppress(AttributeError):
            loss.backward()
    return trace


@program("scores", "no backward", "None")
def the_loss_has_no_history(torch):
    scores, wanted = torch.tensor([[1.0, 3.0]], requires_grad=True), torch.tensor([1])
    with al.record() as trace, suppress(RuntimeError):
        best = scores.argmax(1)  # here
        ((best - wanted) ** 2).float().mean().backward()
    return trace


@program("w", "no_grad", "None")
def replaced_in_a_later_step(torch):
    w = torch.ones(3, requires_grad=True)
    with al.record() as trace:
        for step in range(2):
            (w * w).sum().backward()
            with torch.no_grad():
                w = w - 0.1 * w.grad  # here
            if step == 0:
                w.requires_grad_()
    return trace


@program("w", "no leaf", "None")
def scaled_after_it_was_asked(torch):
    with al.record() as trace:
        w = torch.ones(3, requires_grad=True) * 0.1  # here
        (w * w).sum().backward()
    return trace


@program("w", "error", "None")
def overwritten_before_the_backward(torch):
    w = torch.ones(3, requires_grad=True)
    with al.record() as trace, suppress(RuntimeError):
        h = w.exp()
        y = h.exp()
        h.mul_(2)  # here
        y.sum().backward()
    return trace


@program("w", "error", "None")
def an_element_overwritten(torch):
    w = torch.ones(3, requires_grad=True)
    with al.record() as trace, suppress(RuntimeError):
        h = w * 2
        y = h * h
        h[0] = 5.0  # here
        y.sum().backward()
    return trace


@program("held", "not used", "None")
def optimizer_made_before_the_parameter_was_replaced(torch):
    net = torch.nn.Linear(2, 1)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    net.weight = torch.nn.Parameter(torch.ones(1, 2))
    held = optimizer.param_groups[0]["params"][0]
    with al.record() as trace:
        net(torch.ones(3, 2)).sum().backward()
        optimizer.step()
    assert held.grad is None
    return trace


@program("layer.weight", "not used", "None")
def called_with_other_parameters(torch):
    layer = torch.nn.Linear(2, 1)
    copies = {name: parameter.detach().clone().requires_grad_() for name, parameter in layer.named_parameters()}
    with al.record() as trace:
        torch.func.functional_call(layer, copies, (torch.ones(1, 2),)).sum().backward()
    return trace


@program("net.0.weight", "error", "None")
def overwritten_by_a_module(torch):
    net = torch.nn.Sequential(torch.nn.Linear(2, 2), torch.nn.Sigmoid(), torch.nn.ReLU(inplace=True))
    with al.record() as trace, suppress(RuntimeError):
        y = net(torch.ones(1, 2))  # here
        y.sum().backward()
    return trace


@program("w", "hook", "None")
def hook_takes_it_away(torch):
    def clear(parameter):
        parameter.grad = None

    w = torch.ones(3, requires_grad=True)
    w.register_post_accumulate_grad_hook(clear)
    with al.record() as trace:
        (w * 2).sum().backward()
    return trace


@program("w", "error", "None")
def overwritten_after_a_function_had_saved_it(torch):
    class Square(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.save_for_backward(x)
            return x * x

        @staticmethod
        def backward(ctx, grad):
            (x,) = ctx.saved_tensors
            return 2 * x * grad

    w = torch.ones(2, requires_grad=True)
    with al.record() as trace, suppress(RuntimeError):
        h = w * 1
        y = Square.apply(h)
        h.add_(1)  # here
        y.sum().backward()
    return trace


@program("v", "None returned", "None")
def none_comes_through_another_node(torch):
    class First(torch.autograd.Function):
        @staticmethod
        def forward(ctx, a, b):
            ctx.save_for_backward(b)
            return a * b

        @staticmethod
        def backward(ctx, grad):
            (b,) = ctx.saved_tensors
            return grad * b, None

    w, v = torch.ones(2, requires_grad=True), torch.ones(2, requires_grad=True)
    with al.record() as trace:
        y = First.apply(w * 2, v * 3)  # here
        y.sum().backward()
    return trace


@program("w", "integers", "None")
def an_action_drawn_by_chance(torch):
    w, table = torch.tensor([2.0, 1.0], requires_grad=True), torch.ones(2, requires_grad=True)
    with al.record() as trace:
        p = torch.softmax(w, 0)
        action = torch.multinomial(p, 1)  # here
        table[action].sum().backward()
    return trace


@program("theirs.weight", "detach", "None")
def copied_by_a_state_dict(torch):
    theirs, own = torch.nn.Linear(2, 1), torch.nn.Linear(2, 1)
    with al.record() as trace:
        own.load_state_dict(theirs.state_dict())  # here
        own(torch.ones(1, 2)).sum().backward()
    return trace
