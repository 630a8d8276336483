# ruff: noqa: F821
"""Messages that nothing else triggers: one line for each."""

# %% devices_and_types
import numpy as np

lines("""
    torch.Size([2]) + [1]
""")


# %% rows
x, m, i, s, b = torch.ones(3), torch.ones(2, 3), torch.tensor([1, 2, 3]), torch.tensor(1.0), torch.tensor([True])
lines("""
    torch.relu(b)
    torch.where(m, m, m)
    torch.unique(torch.zeros(2, 0), dim=0)
    torch.bincount(i, torch.ones(2))
    torch.nn.functional.pixel_unshuffle(m, 2)
    x.index_copy(0, torch.tensor([0, 1]), s)
    torch.cat([s, x])
    x.split(-1)
    x.split(0)
    x.put(torch.tensor([0]), torch.ones(1, dtype=torch.float64))
    torch.dot(m, m)
    torch.mv(m, torch.ones(3, dtype=torch.float64))
    torch.mm(x, m)
    torch.mm(m, x)
    torch.bmm(m, m)
    m.as_strided((1,), (1,), -1)
    torch.layer_norm(x, (2, 3))
    torch.rms_norm(x, (2, 3))
    torch.nn.functional.rms_norm(x, (2, 3))
    torch.linalg.norm(torch.ones(2, 2, 2), dim=(0, 1, 2))
    torch.linalg.matrix_norm(torch.ones(2, 2, 2), dim=(0,))
    torch.outer(m, x)
    s.rot90()
    x.repeat_interleave(torch.tensor([[1]]))
    torch.ones(2).uniform_(1, 0)
    torch.zeros(2, dtype=torch.uint8).random_(0, 300)
    torch.manual_seed("a")
    torch.ones(2).register_hook(print)
    torch.nn.functional.nll_loss(m, torch.tensor([0, 1]), weight=torch.ones(3, dtype=torch.float64))
    torch.nn.functional.pad(x, (-2, -2))
    torch.nn.functional.max_pool2d(torch.ones(1, 2, 2), 2, padding=2)
    torch.nn.functional.adaptive_max_pool2d(x, 2)
    torch.nn.functional.conv_transpose2d(torch.ones(1, 1, 2, 2), torch.ones(1, 1, 2, 2), output_padding=-1)
    torch.nn.Hardtanh(1, 0)
    torch.nn.Sequential()[0]
    torch.nn.GroupNorm(2, 3)
    torch.nn.Embedding(2, 2, _weight=torch.ones(3, 2))
    torch.nn.Embedding.from_pretrained(x)
    torch.nn.init.xavier_uniform_(x)
    torch.nn.init.orthogonal_(x)
    torch.nn.init.eye_(x)
    torch.utils.data.random_split([1, 2], [1.5, -0.5])
    torch.utils.data.random_split([1, 2], [1, 3])
    torch.utils.data.DataLoader([1, 2], sampler=[0], shuffle=True)
    torch.utils.data.DataLoader([1, 2], batch_size=None, drop_last=True)
    torch.utils.data.default_collate([print])
    torch.utils.data.Dataset()[0]
""")


# %% shifted_memory
x = torch.ones(4)
x[1:].add_(x[:-1])


# %% empty_split
show("lengths", [len(part) for part in torch.utils.data.random_split([1, 2], [2, 0])])


# %% optimiser_groups
w = torch.nn.Parameter(torch.ones(2))
one = torch.optim.SGD([w], lr=0.1)
attempt("groups", lambda: one.load_state_dict({"state": {}, "param_groups": []}))
attempt("sizes", lambda: one.load_state_dict({"state": {}, "param_groups": [{"params": []}]}))
attempt("twice", lambda: len(torch.optim.SGD([w, w], lr=0.1).param_groups))


# %% module_before_init
class Early(torch.nn.Module):
    def __init__(self):
        self.w = torch.nn.Parameter(torch.ones(2))


Early()


# %% data_not_tensor
x = torch.ones(2)
x.data = [1.0]


# %% read_only_numpy
import numpy as np

a = np.ones(2)
a.flags.writeable = False
show("from_numpy", torch.from_numpy(a))


# %% gradcheck_types
x = torch.ones(2, dtype=torch.float64, requires_grad=True)


class Single(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        return a * 2

    @staticmethod
    def backward(ctx, g):
        return None


attempt("undefined", lambda: torch.autograd.gradcheck(Single.apply, (x,)))
