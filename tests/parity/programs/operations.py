# ruff: noqa: F821
"""Calls of public functions that reach what the samples of no row reach: one line each."""

# %% arithmetic
op("1 + v")
op("torch.add(v, w, alpha=2)")
op("v.add(w)")
op("v - 1")
op("1 - v")
op("torch.sub(v, w, alpha=3)")
op("torch.rsub(v, w)")
op("3 * v")
op("torch.mul(v, w)")
op("v / p")
op("v / 2")
op("2 / v")
op("torch.div(v, p)")
op("torch.neg(v)")
op("v.pow(2.0)")
op("p ** w")
op("torch.pow(3, v)")
op("v.square()")
op("0 ** x", x=[0.0, 1.0, 2.0])
op("2 ** x", x=[0.0, -1.0, 2.0])


# %% elementwise
op("torch.exp(v)")
op("torch.log(pm)")
op("p.sqrt()")
op("torch.sin(m)")
op("v.cos()")
op("torch.cos(s)")
op("torch.tanh(m)")
op("torch.sigmoid(m)")
op("v.relu()")
op("F.relu(m)")
op("v.abs()")
op("torch.abs(m)")
op("abs(v)")
op("torch.maximum(v, w)")
op("v.maximum(w)")
op("torch.max(v, w)")
op("(v.sin() * w.exp()).tanh().sum()")
op("v.sigmoid().log()")


# %% index
op("v[idx[0]]")
op("m[torch.arange(2), classes]")


# %% join
op("torch.cat([m, n], dim=1)")
op("torch.cat([m, col], -1)")
op("torch.stack([m, n], dim=1)")
op("m.unbind()")
op("m.unbind(1)")
op("torch.unbind(m, -1)")
op("m.split(2, dim=1)")
op("torch.split(m, [2, 1], dim=-1)")
op("v.chunk(2)")
op("torch.chunk(m, 2, dim=-1)")


# %% loss
op("F.log_softmax(m, dim=-1)")
op("F.nll_loss(F.log_softmax(m, dim=1), classes)")
op("torch.nn.CrossEntropyLoss()(m, classes)")
op("torch.nn.MSELoss()(m, n)")
op("((v - w) ** 2).mean()")


# %% matmul
op("v @ mat")
op("torch.matmul(m, mat)")
op("m.matmul(mat)")
op("m @ b4")
op("b3 @ v")
op("v @ b4")
op("c4 @ v")
op("b3[:1] @ b4")
op("b3 @ cmat")
op("cm @ b4")
op("v @ sq @ v")
op("torch.mm(m, mat)")
op("F.linear(m, sq, v)")
op("F.linear(v, m)")


# %% reduce
op("torch.sum(m)")
op("m.sum(dim=0)")
op("m.sum(axis=1)")
op("m.sum(1, keepdim=True)")
op("torch.mean(m)")
op("m.mean(1, keepdim=True)")
op("m.max()")
op("m.max(1, keepdim=True)")
op("torch.max(m, dim=0)")
op("x.min()", x=[1.0, 1.0, 3.0])
op("m.min(dim=-1)")
op("m.min(0, keepdim=True)")


# %% shape
op("v.T")
op("b3.T")
op("torch.transpose(b3, 0, 2)")
op("b3.permute(2, 0, 1)")
op("b3.permute((1, 0, 2))")
op("torch.permute(b3, (2, 1, 0))")
op("m.reshape(3, 2)")
op("b3.flatten(1)")
op("v.expand(3)")
op("v.expand_as(m)")
op("m.squeeze(0)")
op("torch.squeeze(col)")
op("m.unsqueeze(1)")
op("torch.unsqueeze(m, -2)")
op("m.contiguous()")
op("v.double()", dtypes=("float32",))
op("v.to(torch.float64) * 2", dtypes=("float32",))
