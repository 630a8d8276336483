# ruff: noqa: F821
"""Refusals and special cases in corners that nothing else visits: each line is one way into them."""

# %% makers
x, v, s = torch.ones(2, 2), torch.arange(3.0), torch.tensor(2.0)
lines("""
torch.zeros(2, out=1)
torch.zeros((), out=torch.tensor(2.0))
torch.randint(3, (2, -3))
torch.eye(-1)
torch.tensor(b"a")
torch.tensor(["a"], dtype=torch.int64)
torch.tensor([[1], ["a"]], dtype=torch.int64)
x.new_tensor([1, "a"])
torch.manual_seed(2**65)
torch.iinfo(torch.bool)
torch.iinfo(torch.int8) == torch.iinfo(torch.int8)
""")


# %% places
x, v, s, i = torch.ones(2, 2), torch.arange(3.0), torch.tensor(2.0), torch.arange(3)
lines("""
x[torch.tensor([0]), torch.tensor([5])]
torch.ones(0, 2)[torch.tensor([0])]
torch.ones(0, 2)[torch.tensor([0]), torch.tensor([5])]
x[torch.tensor([0, 1]), i]
x.index_put((torch.tensor([0, 1]),), torch.ones(3), accumulate=True)
torch.take_along_dim(torch.tensor(1.0), torch.tensor(0), 0)
torch.repeat_interleave(s, torch.tensor([2]), dim=0)
torch.repeat_interleave(torch.ones(2, 2).long())
torch.repeat_interleave(v)
torch.repeat_interleave(i - 1)
torch.diag_embed(s)
torch.diag_embed(s, 0, -1, 0)
torch.ones(1).copy_(v)
torch.meshgrid(v, i, indexing="ij")
torch.atleast_3d(s).shape
""")


# %% numbers
x, b = torch.ones(2, 2), torch.tensor([True, False])
lines("""
torch.clamp(x)
x.clamp_()
torch.pow(b, False)
torch.sgn(b)
torch.nansum(torch.arange(3), 0)
torch.ones(0).median()
torch.add(x, x, other=x)
torch.add(x, x, x, x, foo=1)
""")


# %% products
x, v, s = torch.ones(2, 2), torch.arange(3.0), torch.tensor(2.0)
lines("""
torch.ones(2, 3, 2) @ torch.ones(3, 2, 2)
(torch.ones(2, 3, 2, 2).transpose(0, 1) @ torch.ones(2)).shape
torch.inner(s, v)
torch.inner(v, x)
torch.tensordot(v, v, torch.tensor(1))
torch.tensordot(v, v, dims=-1)
torch.tensordot(v, v, dims=2)
torch.tensordot(x, x, dims=([0], [0, 1]))
torch.tensordot(x, v, dims=([0], [0]))
torch.einsum("i,i", [v, v])
torch.einsum("i,i", v, 1)
torch.einsum("iij->ij", torch.ones(2, 3, 2))
torch.einsum("...ijk->...", x)
torch.linalg.matrix_power(v, 2)
torch.linalg.matrix_power(torch.ones(2, 3), 2)
torch.linalg.vector_norm(v, dtype=torch.int64)
""")


# %% networks
F, nn = torch.nn.functional, torch.nn
x, v = torch.ones(2, 2), torch.arange(3.0)
four = torch.ones(1, 1, 2, 2)
lines("""
F.nll_loss(x, torch.tensor([0]))
F.nll_loss(v, torch.tensor([0, 1]))
F.cross_entropy(torch.ones(0, 2), torch.ones(0, 2))
F.pad(torch.ones(1, 1, 3), (4, 0), mode="circular")
F.pad(torch.ones(1, 1, 3), (-3, -1), mode="circular")
F.conv_transpose1d(torch.ones(1, 1, 3), torch.ones(1, 1, 2), output_padding=2)
F.scaled_dot_product_attention(v, v, v)
F.scaled_dot_product_attention(four, four.double(), four)
F.scaled_dot_product_attention(four, four, four, dropout_p=1.0)
F.scaled_dot_product_attention(four, four, four, dropout_p=2.0)
torch.softmax(torch.ones(0, 2), 1)
nn.Conv1d(2, 3, 1, groups=0)
nn.Conv1d(2, 3, 1, groups=2)
nn.Conv1d(2, 2, 1, padding="same", stride=2)
nn.Conv1d(1, 1, 2, padding="valid", padding_mode="circular")(torch.ones(1, 1, 4)).shape
nn.init.calculate_gain("leaky_relu", "a")
nn.init.orthogonal_(v)
nn.Identity(3, a=4)(x)
nn.Unflatten(1, (1, 2))(x).shape
nn.GroupNorm(1, 2)(torch.ones(1, 2, 2)).shape
nn.Dropout2d(0.0)(torch.ones(1, 2, 2, 2)).shape
""")


# %% booleans_for_numbers
x = torch.ones(2, 3)
lines("""
torch.norm(x, 2, True)
torch.norm(x, 2, [True])
torch.norm(x, 2, 1.0)
torch.norm(x, 2, "a")
torch.split(x, True)
""")


# %% matrices_of_other_shapes
x, b = torch.ones(2, 2), torch.ones(2, 2, 3)
lines("""
torch.addmm(x, b, x)
torch.addmm(x, x, b)
torch.addmm(x, x.double(), b)
torch.linalg.cross(torch.ones(()), torch.ones(3))
torch.linalg.cross(torch.ones(3), torch.ones(1, 4))
""")


# %% bounds_into_out
x, f = torch.ones(2, 3, dtype=torch.long), torch.zeros(2, 3)
lines("""
torch.clamp(f, torch.ones(3), out=x)
torch.clamp_min(f, torch.ones(3), out=torch.empty(2, 3, dtype=torch.float64))
torch.clamp_max(f, torch.ones(3), out=x)
torch.clamp(f, 0, 1, out=torch.empty(2, 3, dtype=torch.float64))
torch.clip(f, 0, out=x)
x.clamp_(min=0.5)
""")


# %% no_modules
def mine(x):
    return x


lines("""
torch.nn.Sequential(torch.relu)
torch.nn.Sequential(torch.nn.functional.relu)
torch.nn.Sequential(torch.ones(2))
torch.nn.ModuleList([torch.tanh, 3])
torch.nn.ModuleDict({"a": torch.flatten})
torch.nn.Sequential([torch.nn.ReLU()])
torch.nn.Sequential(int)
""")
attempt("mine", lambda: torch.nn.Sequential(mine))


# %% structures_of_vmap
x = torch.ones(2, 3)
lines("""
torch.vmap(lambda x: x, in_dims=(0, 0))(x)
torch.vmap(lambda x, y: x, in_dims=((0, 0), 0))(x, x)
torch.vmap(lambda x: x["a"], in_dims=({"b": 0},))({"a": x})
torch.vmap(lambda x: x[0], in_dims=([0],))((x, x))
torch.vmap(lambda x, y: x, in_dims=(0, [1, None, (2,)]))(x, (x, {"a": x, "b": [x, x]}))
torch.vmap(lambda x: x, in_dims=())(x)
torch.vmap(lambda x: (x, x), out_dims=(0, 0, 0))(x)
torch.vmap(lambda x: x, out_dims=(0, 0))(x)
""")
