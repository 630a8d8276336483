"""Programs whose gradient is 0, nan, more than expected, or another one by now: with the cause and line for `why`."""

from contextlib import suppress

from why_programs import Programs, two_layers

import autograd_lab as al

PROGRAMS = Programs()
program = PROGRAMS.add


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


@program("x", "factor 0", "zero", "sends 0; its factor mask is 0, and it had kept")
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


@program("w", "rule", "zero")
def function_returns_zeros(torch):
    class Sign(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x.sign()

        @staticmethod
        def backward(ctx, grad):
            return torch.zeros_like(grad)

    w = torch.tensor([2.0, 3.0], requires_grad=True)
    with al.record() as trace:
        y = Sign.apply(w * 2)  # here
        y.sum().backward()
    return trace


@program("x", "corner", "zero")
def at_the_corner_of_abs(torch):
    x = torch.zeros(2, requires_grad=True)
    with al.record() as trace:
        y = x.abs()  # here
        y.sum().backward()
    return trace


@program("x", "corner", "zero")
def length_of_no_vector(torch):
    x = torch.zeros(2, requires_grad=True)
    with al.record() as trace:
        y = x.norm()  # here
        y.backward()
    return trace


@program("x", "level", "zero")
def nothing_left_to_learn(torch):
    x = torch.ones(2, requires_grad=True)
    with al.record() as trace:
        loss = torch.nn.functional.mse_loss(x, torch.ones(2))  # here
        loss.backward()
    return trace


@program("x", "not counted", "zero")
def only_targets_to_ignore(torch):
    x = torch.tensor([[2.0, 0.0]], requires_grad=True)
    with al.record() as trace:
        loss = torch.nn.functional.cross_entropy(x, torch.tensor([-1]), ignore_index=-1)  # here
        loss.backward()
    return trace


@program("table.weight", "not chosen", "zero")
def only_the_padding_row(torch):
    table = torch.nn.Embedding(4, 2, padding_idx=0)
    with al.record() as trace:
        rows = table(torch.tensor([0, 0]))  # here
        rows.sum().backward()
    return trace


@program("x", "not chosen", "zero")
def an_empty_choice(torch):
    x = torch.ones(3, requires_grad=True)
    with al.record() as trace:
        kept = x[x > 5]  # here
        kept.sum().backward()
    return trace


@program("w", "saturated", "zero")
def sigmoid_far_out(torch):
    w = torch.tensor([50.0, -120.0], requires_grad=True)
    with al.record() as trace:
        p = torch.sigmoid(w * 10)  # here
        ((p - 1) ** 2).sum().backward()
    return trace


@program("w", "underflow", "zero")
def too_small_for_half_precision(torch):
    w = torch.tensor([1e-5], dtype=torch.float16, requires_grad=True)
    with al.record() as trace:
        h = w * 1e-4  # here
        (h * 1e-4).sum().backward()
    return trace


@program("w", "hook", "zero")
def hook_of_the_leaf_itself(torch):
    w = torch.ones(3, requires_grad=True)
    w.register_hook(lambda grad: grad * 0)
    with al.record() as trace:
        (w * 2).sum().backward()
    return trace


@program("x", "even", "zero")
def sum_of_a_softmax(torch):
    x = torch.tensor([[1.0, 2.0]], requires_grad=True)
    with al.record() as trace:
        p = torch.softmax(x, dim=1)  # here
        p.sum().backward()
    return trace


@program("x", "saturated", "zero")
def softmax_along_the_wrong_axis(torch):
    x = torch.tensor([[1.0, 2.0]], requires_grad=True)
    with al.record() as trace:
        p = torch.softmax(x, dim=0)  # here
        (-torch.log(p[0, 1])).backward()
    return trace


@program(
    "w",
    "factor 0",
    "zero",
    "sends 0; 2 of the numbers in w are 0, so whatever each of them is multiplied with is 0, and",
)
def product_with_two_zeros(torch):
    w = torch.tensor([0.0, 0.0, 3.0], requires_grad=True)
    with al.record() as trace:
        y = w.prod()  # here
        y.backward()
    return trace


@program("first.weight", "factor 0", "zero", "; its factor second.weight is 0, and it had kept")
def after_a_layer_of_zeros(torch):
    first, second = torch.nn.Linear(2, 3), torch.nn.Linear(3, 1)
    torch.nn.init.zeros_(second.weight)
    with al.record() as trace:
        second(first(torch.ones(1, 2))).sum().backward()  # here
    return trace


@program("w", "factor 0", "zero", " received [1, 0] and sends 0; its factor gate is 0 wherever what it received is not")
def closed_in_turn(torch):
    w, gate, mask = torch.ones(2, requires_grad=True), torch.tensor([0.0, 1.0]), torch.tensor([1.0, 0.0])
    with al.record() as trace:
        y = w * gate  # here
        (y * mask).sum().backward()
    return trace


@program("w", "factor 0", "zero", "; its factor `other` is 0, and it had kept 0 (other)")
def times_the_number_zero(torch):
    w = torch.ones(2, requires_grad=True)
    with al.record() as trace:
        y = w * 0  # here
        y.sum().backward()
    return trace


@program("w", "factor 0", "zero", "; its exponent is 0, and it had kept w = ")
def to_the_power_of_zero(torch):
    w = torch.ones(2, requires_grad=True)
    with al.record() as trace:
        y = w**0.0  # here
        y.sum().backward()
    return trace


@program("w", "factor 0", "zero", "; spread, by which it divides, is infinite, and it had kept")
def divided_by_infinity(torch):
    w, spread = torch.ones(2, requires_grad=True), torch.full((2,), float("inf"))
    with al.record() as trace:
        y = w / spread  # here
        y.sum().backward()
    return trace


@program("w", "overwritten", "zero")
def filled_with_other_numbers(torch):
    w = torch.ones(4, requires_grad=True)
    with al.record() as trace:
        h = w * 2
        h[:] = torch.ones(4)  # here
        h.sum().backward()
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


@program("y", "rule", "nan")
def zero_divided_by_zero(torch):
    x, y = torch.tensor([0.0, 1.0], requires_grad=True), torch.tensor([0.0, 2.0], requires_grad=True)
    with al.record() as trace:
        z = x / y  # here
        z.sum().backward()
    return trace


@program("x", "rule", "nan")
def cross_entropy_by_hand(torch):
    x, wanted = torch.tensor([0.0, 1.0], requires_grad=True), torch.tensor([0.0, 1.0])
    with al.record() as trace:
        loss = -(wanted * torch.log(x)).sum()  # here
        loss.backward()
    return trace


@program("x", "rule", "nan")
def angle_at_the_end_of_its_range(torch):
    x = torch.tensor([1.0, 0.5], requires_grad=True)
    with al.record() as trace:
        y = torch.acos(x)  # here
        y.sum().backward()
    return trace


@program("x", "rule", "nan")
def power_at_zero(torch):
    x = torch.tensor([0.0, 4.0], requires_grad=True)
    with al.record() as trace:
        y = x**0.5  # here
        y.sum().backward()
    return trace


@program("x", "rule", "nan")
def divided_by_its_length(torch):
    x = torch.zeros(1, 2, requires_grad=True)
    with al.record() as trace:
        y = x / x.norm(dim=1, keepdim=True)  # here
        y.sum().backward()
    return trace


@program("w", "rule", "nan")
def root_in_a_function_of_ones_own(torch):
    class Root(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            root = x.sqrt()
            ctx.save_for_backward(root)
            return root

        @staticmethod
        def backward(ctx, grad):
            (root,) = ctx.saved_tensors
            return grad / (2 * root)

    w = torch.tensor([0.0, 3.0], requires_grad=True)
    with al.record() as trace:
        y = Root.apply(w * 2)  # here
        y.sum().backward()
    return trace


@program("x", "forward", "nan")
def infinity_less_infinity(torch):
    x = torch.tensor([1000.0, 1.0], requires_grad=True)
    with al.record() as trace:
        a = x.exp()
        b = (x * 2).exp()  # here
        (b - a).sum().backward()
    return trace


@program("x", "forward", "nan")
def spread_of_one_number(torch):
    x = torch.tensor([3.0], requires_grad=True)
    with al.record() as trace:
        s = x.std()  # here
        s.backward()
    return trace


@program("layer.weight", "data", "nan")
def nan_in_the_data(torch):
    layer = torch.nn.Linear(2, 1)
    x = torch.tensor([[1.0, float("nan")]])
    with al.record() as trace:
        y = layer(x)  # here
        (y * y).sum().backward()
    return trace


@program("w", "data", "nan")
def times_infinity(torch):
    w = torch.tensor([1.0, 2.0], requires_grad=True)
    with al.record() as trace:
        y = w * float("inf")  # here
        y.sum().backward()
    return trace


@program("w", "hook", "nan")
def hook_makes_nan(torch):
    w = torch.ones(2, requires_grad=True)
    with al.record() as trace:
        h = w * 2
        h.register_hook(lambda grad: grad * float("nan"))
        h.sum().backward()
    return trace


@program("q", "forward", "nan")
def nothing_left_by_the_mask(torch):
    q = torch.ones(1, 3, requires_grad=True)
    with al.record() as trace:
        scores = q + torch.full((1, 3), float("-inf"))
        p = torch.softmax(scores, dim=-1)  # here
        p.sum().backward()
    return trace


@program("w", "forward", "nan", ", where nothing requires a gradient, gave r = [nan, 1.41421] from x.")
def root_of_a_negative_in_the_data(torch):
    x, w = torch.tensor([-1.0, 2.0]), torch.ones(2, requires_grad=True)
    with al.record() as trace:
        r = x.sqrt()  # here
        y = r * w
        y.sum().backward()
    return trace


@program("layer.weight", "forward", "nan", "where nothing requires a gradient, gave z = [[nan, nan], [-1, 1]].")
def data_without_a_spread(torch):
    x, layer = torch.tensor([[3.0, 3.0], [1.0, 3.0]]), torch.nn.Linear(2, 1)
    with al.record() as trace:
        middle, spread = x.mean(1, keepdim=True), x.std(1, keepdim=True, correction=0)
        z = (x - middle) / spread  # here
        layer(z * 2).pow(2).mean().backward()
    return trace


@program("w", "forward", "nan", "where nothing requires a gradient, gave mask = [-inf, nan].")
def mask_of_zero_times_infinity(torch):
    w, keep = torch.ones(2, requires_grad=True), torch.tensor([0.0, 1.0])
    with al.record() as trace:
        mask = (1 - keep) * float("-inf")  # here
        torch.softmax(w + mask, dim=0)[0].backward()
    return trace


@program("w", "data", "nan", " was given what was made of x[1] = nan.")
def data_that_was_made_larger(torch):
    x, w = torch.tensor([1.0, float("nan")]), torch.ones(2, requires_grad=True)
    with al.record() as trace:
        y = w * (x * 10)  # here
        y.sum().backward()
    return trace


# ----- nan in the tensor itself ---------------------------------------------------------------------------------------
@program("loss", "forward", "value")
def nan_with_a_finite_gradient(torch):
    x = torch.tensor([-1.0, 2.0], requires_grad=True)
    with al.record() as trace:
        y = x.log()  # here
        loss = y.mean()  # here
        loss.backward()
    return trace


@program("loss", "data", "value")
def nan_in_the_targets(torch):
    x, wanted = torch.ones(2, requires_grad=True), torch.tensor([1.0, float("nan")])
    with al.record() as trace:
        loss = (x * wanted).sum()  # here
        loss.backward()
    return trace


@program("h", "forward", "value")
def infinity_that_is_retained(torch):
    x = torch.tensor([1000.0, 1.0], requires_grad=True)
    with al.record() as trace:
        h = x.exp()  # here
        h.retain_grad()
        h.sum().backward()
    return trace


@program("scores", "no leaf", "None")
def infinity_of_a_mask(torch):
    x = torch.ones(2, requires_grad=True)
    with al.record() as trace:
        scores = x.masked_fill(torch.tensor([True, False]), float("-inf"))  # here
        torch.softmax(scores, dim=0).max().backward()
    return trace


@program("loss", "forward", "value", ", where nothing requires a gradient, gave target = [nan, 0] from rewards.")
def nan_in_what_was_made_without_a_graph(torch):
    w, rewards = torch.ones(2, requires_grad=True), torch.tensor([-1.0, 1.0])
    with al.record() as trace:
        with torch.no_grad():
            target = rewards.log()  # here
        loss = (w + target).sum()  # here
        loss.backward()
    return trace


# ----- more than expected ---------------------------------------------------------------------------------------------
@program("w", "accumulated", "more", "They were called here: backwards 1 and 2 at line ")
def two_backwards(torch):
    w = torch.tensor(3.0, requires_grad=True)
    with al.record() as trace:
        for _ in range(2):
            (w * w).backward()  # here
    return trace


@program("w", "accumulated", "more", "It was called here: backward 1 at line ")
def was_not_emptied(torch):
    w = torch.tensor(3.0, requires_grad=True)
    (w * w).backward()
    with al.record() as trace:
        (w * w).backward()  # here
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
        (h * h).backward(retain_graph=True)  # here
        h.backward()  # here
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


@program("net.0.weight", "vanishing", "more")
def thirty_layers_of_sigmoid(torch):
    torch.manual_seed(0)
    layers = [layer for _ in range(30) for layer in (torch.nn.Linear(4, 4), torch.nn.Sigmoid())]
    net = torch.nn.Sequential(*layers)
    with al.record() as trace:
        net(torch.ones(1, 4)).sum().backward()
    return trace


@program("net.0.bias", "cancelled", "more")
def bias_before_a_normalisation(torch):
    torch.manual_seed(0)
    net = torch.nn.Sequential(torch.nn.Linear(3, 4), torch.nn.BatchNorm1d(4))
    x = torch.tensor([[0.3, -1.2, 0.7], [1.1, 0.4, -0.6], [-0.9, 0.8, 0.2]])
    with al.record() as trace:
        net(x).pow(3).sum().backward()
    return trace


@program("net.0.bias", "cancelled", "more")
def bias_of_a_convolution_before_a_normalisation(torch):
    torch.manual_seed(0)
    nn = torch.nn
    net = nn.Sequential(nn.Conv2d(1, 4, 3), nn.BatchNorm2d(4), nn.ReLU(), nn.Conv2d(4, 1, 1))
    with al.record() as trace:
        net(torch.randn(2, 1, 8, 8)).pow(2).mean().backward()
    return trace


@program("net.0.bias", "cancelled", "more")
def bias_of_a_convolution_whose_channels_are_normalised_apart(torch):
    torch.manual_seed(0)
    net = torch.nn.Sequential(torch.nn.Conv1d(2, 4, 3), torch.nn.InstanceNorm1d(4), torch.nn.Tanh())
    with al.record() as trace:
        (net(torch.randn(3, 2, 500)) - 0.3).pow(2).mean().backward()
    return trace


@program("net.1.bias", "cancelled", "more")
def bias_of_a_normalisation_before_another(torch):
    torch.manual_seed(0)
    net = torch.nn.Sequential(torch.nn.Linear(3, 4), torch.nn.LayerNorm(4), torch.nn.BatchNorm1d(4), torch.nn.Tanh())
    with al.record() as trace:
        net(torch.randn(16, 3)).pow(2).sum().backward()
    return trace


@program("net.0.bias", "nothing strange", "more")
def bias_of_channels_that_are_normalised_together(torch):
    torch.manual_seed(0)
    net = torch.nn.Sequential(torch.nn.Conv1d(2, 4, 3), torch.nn.GroupNorm(2, 4), torch.nn.Tanh())
    with al.record() as trace:
        (net(torch.randn(3, 2, 50)) - 0.3).pow(2).mean().backward()
    return trace


@program("bias", "nothing strange", "more")
def bias_of_two_layers_that_cancels_in_one(torch):
    torch.manual_seed(0)
    bias, norm = torch.ones(4, requires_grad=True), torch.nn.BatchNorm1d(4)
    weight, x = torch.randn(4, 3), torch.randn(16, 3)
    linear = torch.nn.functional.linear
    with al.record() as trace:
        (linear(x, weight, bias) + norm(linear(x, weight, bias)).pow(3)).sum().backward()
    return trace


@program("w", "exploding", "more")
def ten_times_ten_times(torch):
    w = torch.ones(2, requires_grad=True)
    with al.record() as trace:
        h = w
        for _ in range(8):
            h = h * 10
        h.sum().backward()
    return trace


@program("w", "accumulated", "more", " called here: backward 1 at line ", "`first.backward()` and backward 2 at line ")
def two_losses_of_one_weight(torch):
    w = torch.tensor([1.0, 2.0], requires_grad=True)
    with al.record() as trace:
        first, second = (w * 2).sum(), (w * 3).sum()
        first.backward()  # here
        second.backward()  # here
    return trace


@program("w", "accumulated", "more", "`loss.backward(retain_graph=True)` and backward 2 at line ")
def retained_and_run_again(torch):
    w = torch.tensor(3.0, requires_grad=True)
    with al.record() as trace:
        loss = w * w
        loss.backward(retain_graph=True)  # here
        loss.backward()  # here
    return trace


@program("w", "accumulated", "more", "backward 3 at line ", "and backward 4 at line ")
def two_backwards_in_every_step(torch):
    w = torch.tensor(3.0, requires_grad=True)
    optimizer = torch.optim.SGD([w], lr=0.0)
    with al.record() as trace:
        for _ in range(2):
            optimizer.zero_grad()
            (w * w).backward()  # here
            (w * 5).backward()  # here
    return trace


@program(
    "w",
    "nothing strange",
    "more",
    "`second.backward()`) stopped with RuntimeError: Trying to backward through the graph a second time",
    " What freed it is backward 1 (line ",
    "`first.backward()`): retain_graph=True there keeps the graph.",
)
def two_losses_of_one_graph(torch):
    w = torch.tensor(3.0, requires_grad=True)
    with al.record() as trace:
        h = w.exp()
        first, second = h * 1, h * 2
        first.backward()
        with suppress(RuntimeError):
            second.backward()
    return trace


# ----- changed since --------------------------------------------------------------------------------------------------
@program("w", "emptied", "changed")
def emptied_before_the_question(torch):
    w = torch.tensor(3.0, requires_grad=True)
    optimizer = torch.optim.SGD([w], lr=0.1)
    with al.record() as trace:
        (w * w).backward()
        optimizer.zero_grad()  # here
        optimizer.step()
    return trace, w


@program("w", "emptied", "changed")
def emptied_by_hand_in_a_loop(torch):
    w = torch.tensor(3.0, requires_grad=True)
    with al.record() as trace:
        for _ in range(2):
            (w * w).backward()
            w.grad = None  # here
    return trace, w


@program("net.a.weight", "emptied", "changed")
def emptied_after_the_recording(torch):
    net, x = two_layers(torch)
    with al.record() as trace:
        net.zero_grad()
        net.b(net.a(x)).sum().backward()
    net.zero_grad()
    return trace, net


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
