# ruff: noqa: F821
"""What training loops have for large machines, on a small one: nothing is cast, scaled or sent."""

# %% half_precision
import torch
import torch.nn as nn
from torch.amp import GradScaler, autocast

torch.manual_seed(0)
use_amp = torch.cuda.is_available()
net, scaler = nn.Linear(3, 2), GradScaler("cuda", enabled=use_amp)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
x, y = torch.randn(4, 3), torch.tensor([0, 1, 1, 0])
for _ in range(3):
    optimizer.zero_grad()
    with torch.autocast(device_type="cuda" if use_amp else "cpu", dtype=torch.bfloat16, enabled=use_amp):
        loss = nn.functional.cross_entropy(net(x), y)
        show("inside", [loss.dtype == torch.float32, torch.is_autocast_enabled()])
    scaler.scale(loss).backward()
    scaler.unscale_(optimizer)
    nn.utils.clip_grad_norm_(net.parameters(), 0.5)
    show("step", [loss, scaler.step(optimizer), scaler.update(), scaler.get_scale()])
show("state", [scaler.state_dict(), scaler.load_state_dict({}), scaler.is_enabled(), net.weight])
show("closure", scaler.step(optimizer, lambda: torch.tensor(2.5)))


@autocast("cuda", enabled=False)
def doubled(value):
    return 2 * value


show("decorated", [doubled(torch.ones(2)), doubled.__name__])

# %% without_cuda
import torch
from torch.amp import GradScaler, autocast

with autocast("cuda"):
    show("cast", (torch.ones(2, 2) @ torch.ones(2, 2)).dtype)
with autocast(device_type="cuda", dtype=torch.float16) as context:
    show("context", isinstance(context, torch.autocast))
show("scaler", [GradScaler().is_enabled(), torch.GradScaler is GradScaler])
attempt("no device", lambda: autocast())
attempt("a number", lambda: autocast(3))
attempt("unknown", lambda: autocast("foo"))

# %% older_names
import torch
from torch.cuda.amp import GradScaler, autocast

scaler = GradScaler(enabled=False)
with autocast(enabled=False):
    show("cast", (torch.ones(2, 2) @ torch.ones(2, 2)).dtype)
show("is a", [isinstance(scaler, torch.amp.GradScaler), scaler.scale(torch.tensor(2.0)), scaler.is_enabled()])


def told(x):
    return x


show("compiled", [torch.jit.is_scripting(), torch.jit.is_tracing(), torch.jit.ignore(told) is told])


class Marked(torch.nn.Module):
    size: torch.jit.Final[int] = 3

    @torch.jit.unused
    def told(self):
        return "as it is"

    @torch.jit.export
    def forward(self, x):
        return x * self.size


show("marked", [Marked()(torch.ones(2)), Marked().told()])
show("alone", [torch.distributed.is_initialized(), torch.cuda._initialized])
