# ruff: noqa: F821, E402
"""Every schedule: the sizes it sets, its memory, momentum, going on from a state, warnings, refusals."""

# %% sizes
from torch.optim import lr_scheduler


class Halving(lr_scheduler.LRScheduler):
    def get_lr(self):
        return [group["lr"] * 0.5 for group in self.optimizer.param_groups]


for label, make in {
    "step": lambda o: lr_scheduler.StepLR(o, 2),
    "step of": lambda o: lr_scheduler.StepLR(o, 3, gamma=0.5),
    "milestones": lambda o: lr_scheduler.MultiStepLR(o, [2, 5]),
    "exponential": lambda o: lr_scheduler.ExponentialLR(o, 0.9),
    "cosine": lambda o: lr_scheduler.CosineAnnealingLR(o, 5),
    "cosine of": lambda o: lr_scheduler.CosineAnnealingLR(o, 4, 0.01),
    "by hand": lambda o: lr_scheduler.LambdaLR(o, lambda epoch: 0.95**epoch),
    "linear": lambda o: lr_scheduler.LinearLR(o),
    "linear down": lambda o: lr_scheduler.LinearLR(o, 1.0, 0.2, 7),
    "milestones twice": lambda o: lr_scheduler.MultiStepLR(o, [2, 2, 5]),
    "one cycle": lambda o: lr_scheduler.OneCycleLR(o, 1.0, 12),
    "one cycle of two": lambda o: lr_scheduler.OneCycleLR(o, [1.0, 2.0], epochs=3, steps_per_epoch=4),
    "one cycle part": lambda o: lr_scheduler.OneCycleLR(o, 0.5, 13, pct_start=0.4, div_factor=5),
    "one cycle, no momentum": lambda o: lr_scheduler.OneCycleLR(o, 0.5, 13, cycle_momentum=False, final_div_factor=10),
    "sequential": lambda o: lr_scheduler.SequentialLR(
        o, [lr_scheduler.LinearLR(o, 0.1, total_iters=2), lr_scheduler.ExponentialLR(o, 0.9)], [4]
    ),
    "sequential 4": lambda o: lr_scheduler.SequentialLR(
        o,
        [
            lr_scheduler.StepLR(o, 2),
            lr_scheduler.CosineAnnealingLR(o, 5),
            lr_scheduler.LinearLR(o, 0.5),
            lr_scheduler.MultiStepLR(o, [0, 1]),
        ],
        [3, 6, 9],
    ),
    "sequential by hand": lambda o: lr_scheduler.SequentialLR(
        o, [lr_scheduler.StepLR(o, 2), lr_scheduler.LambdaLR(o, lambda epoch: 0.95**epoch), Halving(o)], [3, 5]
    ),
}.items():
    for settings in (dict(lr=0.1, momentum=0.8), dict(lr=0.1)):
        kind = torch.optim.SGD if "momentum" in settings else torch.optim.Adam
        groups = [
            {"params": [torch.ones(1, requires_grad=True)]},
            {"params": [torch.ones(1, requires_grad=True)], "lr": 0.3},
        ]
        optimizer = kind(groups, **settings)
        scheduler = make(optimizer)
        seen = [scheduler.get_last_lr()]
        for _ in range(11):
            optimizer.step()
            scheduler.step()
            seen.append([group["lr"] for group in optimizer.param_groups])
            seen.append(
                [group["betas"][0] if "betas" in group else group["momentum"] for group in optimizer.param_groups]
            )
        show(label, seen)
        show(
            label,
            [
                scheduler.get_last_lr(),
                {
                    k: str(v)
                    for k, v in sorted(scheduler.state_dict().items())
                    if "lambda" not in str(v) and not k.endswith("schedulers")
                },
            ],
        )
    print(optimizer)

# %% plateau
from torch.optim.lr_scheduler import ReduceLROnPlateau

losses = [3.0, 2.0, 2.0, 1.9999, 1.9, 1.95, 1.9, 1.9, 1.9, 1.8, 2.0, 2.0, 2.0, 2.0, float("nan"), 1.0, 1.1, 1.2]
for settings in (
    {}, dict(patience=1), dict(patience=0, factor=0.5, min_lr=0.03), dict(mode="max", patience=2), dict(patience=1, cooldown=2),
    dict(threshold_mode="abs", threshold=0.2, patience=1), dict(mode="max", threshold_mode="abs", patience=1, min_lr=[0.01, 0.05]),
    dict(patience=0, eps=0.05),
):  # fmt: skip
    groups = [
        {"params": [torch.ones(1, requires_grad=True)]},
        {"params": [torch.ones(1, requires_grad=True)], "lr": 0.3},
    ]
    optimizer = torch.optim.SGD(groups, lr=0.1)
    scheduler = ReduceLROnPlateau(optimizer, **settings)
    seen = [scheduler.get_last_lr()]
    for loss in losses:
        scheduler.step(torch.tensor(loss) if loss == 2 else loss)
        seen.append([*scheduler.get_last_lr(), scheduler.in_cooldown, scheduler.num_bad_epochs, scheduler.best])
    show("plateau", seen)
    show("state", {k: str(v) for k, v in sorted(scheduler.state_dict().items())})
other = ReduceLROnPlateau(optimizer, mode="max")
other.load_state_dict(scheduler.state_dict())
show("loaded", [other.mode, other.best, other.mode_worse])
optimizer.add_param_group({"params": torch.ones(1, requires_grad=True)})
scheduler.step(5.0)
show("a group more", scheduler.get_last_lr())
scheduler = ReduceLROnPlateau(optimizer, patience=0, min_lr=[0.1, 0.1, 0.1])
optimizer.add_param_group({"params": torch.ones(2, requires_grad=True)})
scheduler.step(1.0)
attempt("no number", lambda: scheduler.step())

# %% states
from torch.optim import lr_scheduler


class Half:
    def __init__(self):
        self.by = 0.5

    def __call__(self, epoch):
        return self.by


for make in (
    lambda o: lr_scheduler.LinearLR(o),
    lambda o: lr_scheduler.OneCycleLR(o, 1.0, 12),
    lambda o: lr_scheduler.LambdaLR(o, Half()),
    lambda o: lr_scheduler.MultiStepLR(o, [1, 3, 3]),
    lambda o: lr_scheduler.SequentialLR(o, [lr_scheduler.LinearLR(o), lr_scheduler.ExponentialLR(o, 0.9)], [2]),
):
    optimizer = torch.optim.SGD([torch.ones(1, requires_grad=True)], lr=0.1, momentum=0.5)
    scheduler = make(optimizer)
    for _ in range(3):
        optimizer.step()
        scheduler.step()
    state = scheduler.state_dict()
    show(type(scheduler).__name__, {k: str(v) for k, v in sorted(state.items())})
    other = make(optimizer)
    other.load_state_dict(state)
    other.step()
    show("went on", [other.get_last_lr(), getattr(other, "last_epoch", None)])
optimizer = torch.optim.SGD([{"params": torch.ones(1, requires_grad=True), "initial_lr": 0.5}], lr=0.1, momentum=0.5)
for make in (
    lambda: lr_scheduler.LinearLR(optimizer, last_epoch=2),
    lambda: lr_scheduler.CosineAnnealingLR(optimizer, 9, last_epoch=3),
    lambda: lr_scheduler.ExponentialLR(optimizer, 0.9, last_epoch=3),
):
    scheduler = make()
    show("goes on", [scheduler.get_last_lr(), scheduler.last_epoch])

# %% get_lr_outside_of_step
optimizer = torch.optim.SGD([torch.ones(1, requires_grad=True)], lr=0.1)
scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 1)
show("lr", scheduler.get_lr())

# %% an_optimizer_of_ones_own
import copy


class Own(torch.optim.Optimizer):
    def __init__(self, params):
        super().__init__(params, {"lr": 0.5})

    @torch.no_grad()
    def step(self):
        for group in self.param_groups:
            for p in group["params"]:
                p.sub_(group["lr"] * p.grad)


class Warm(torch.optim.lr_scheduler.LRScheduler):
    def get_lr(self):
        return [base * min(1, (self.last_epoch + 1) / 4) for base in self.base_lrs]


w = torch.ones(2, requires_grad=True)
w.grad = torch.ones(2)
optimizer = Own([w])
scheduler = Warm(optimizer)
for _ in range(4):
    optimizer.step()
    scheduler.step()
    show("w", [w, scheduler.get_last_lr()])
twin = copy.deepcopy(optimizer)
twin.param_groups[0]["params"][0].grad = torch.ones(2)
twin.step()
show("twin", [w, twin.param_groups[0]["params"][0]])

# %% refusals
from torch.optim import lr_scheduler as s

o = torch.optim.SGD([torch.ones(1, requires_grad=True)], lr=0.1, momentum=0.5)
plain, other = (
    torch.optim.Adagrad([torch.ones(1, requires_grad=True)]),
    torch.optim.SGD([torch.ones(1, requires_grad=True)]),
)
for label, make in {
    "linear start": lambda: s.LinearLR(o, 0),
    "linear end": lambda: s.LinearLR(o, 0.5, 1.5),
    "one cycle steps": lambda: s.OneCycleLR(o, 0.1),
    "one cycle total": lambda: s.OneCycleLR(o, 0.1, 0),
    "one cycle part": lambda: s.OneCycleLR(o, 0.1, 10, pct_start=2),
    "one cycle momentum": lambda: s.OneCycleLR(plain, 0.1, 10),
    "one cycle list": lambda: s.OneCycleLR(o, [0.1, 0.2], 10),
    "one cycle optimizer": lambda: s.OneCycleLR(None, 0.1, 10),
    "plateau factor": lambda: s.ReduceLROnPlateau(o, factor=1.5),
    "plateau mode": lambda: s.ReduceLROnPlateau(o, "most"),
    "plateau threshold": lambda: s.ReduceLROnPlateau(o, threshold_mode="square"),
    "plateau optimizer": lambda: s.ReduceLROnPlateau(3),
    "sequential milestones": lambda: s.SequentialLR(o, [s.StepLR(o, 1)], [1]),
    "base": lambda: s.LRScheduler(o),
}.items():  # fmt: skip
    attempt(label, make)
scheduler = s.OneCycleLR(o, 0.1, 2)
o.step()
for _ in range(2):
    scheduler.step()
attempt("too many", lambda: scheduler.step())

# %% too_early_in_a_sequence
from torch.optim import lr_scheduler as s

optimizer = torch.optim.SGD([torch.ones(1, requires_grad=True)], lr=0.1)
scheduler = s.SequentialLR(optimizer, [s.LinearLR(optimizer, 0.5, total_iters=2), s.ExponentialLR(optimizer, 0.9)], [2])
for _ in range(4):
    scheduler.step()
    show("lr", scheduler.get_last_lr())
