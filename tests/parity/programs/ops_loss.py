# ruff: noqa: F821
"""softmax, log_softmax, nll_loss, cross_entropy, mse_loss, with each reduction."""

# %% softmax
op("torch.softmax(m, dim=1)")

# %% softmax_functional
op("F.softmax(m, dim=-1)")

# %% softmax_method rtol=5e-6
op("m.softmax(0)")

# %% softmax_vector
op("v.softmax(0)")

# %% softmax_large
op("x.softmax(-1)", x=[1000.0, 0.0, -1000.0])

# %% log_softmax
op("torch.log_softmax(m, dim=1)")

# %% log_softmax_functional
op("F.log_softmax(m, dim=-1)")

# %% log_softmax_method
op("m.log_softmax(0)")

# %% log_softmax_large
op("x.log_softmax(-1)", x=[1000.0, 0.0, -1000.0])

# %% nll_loss
op("F.nll_loss(m, classes)")

# %% nll_loss_sum
op("F.nll_loss(m, classes, reduction='sum')")

# %% nll_loss_none
op("F.nll_loss(m, classes, reduction='none')")

# %% nll_loss_vector
op("F.nll_loss(v, idx[0])")

# %% nll_of_log_softmax
op("F.nll_loss(F.log_softmax(m, dim=1), classes)")

# %% cross_entropy
op("F.cross_entropy(m, classes)")

# %% cross_entropy_sum
op("F.cross_entropy(m, classes, reduction='sum')")

# %% cross_entropy_none
op("F.cross_entropy(m, classes, reduction='none')")

# %% cross_entropy_vector
op("F.cross_entropy(v, idx[0])")

# %% cross_entropy_module
op("torch.nn.CrossEntropyLoss()(m, classes)")

# %% cross_entropy_large
op("F.cross_entropy(x, classes)", x=[[1000.0, 0.0, -1000.0], [0.0, 0.0, 0.0]])

# %% mse_loss
op("F.mse_loss(v, cv)")

# %% mse_loss_both
op("F.mse_loss(v, w)")

# %% mse_loss_sum
op("F.mse_loss(v, cv, reduction='sum')")

# %% mse_loss_none
op("F.mse_loss(v, cv, reduction='none')")

# %% mse_loss_matrix
op("F.mse_loss(m, cm)")

# %% mse_loss_module
op("torch.nn.MSELoss()(m, n)")

# %% mse_by_hand
op("((v - w) ** 2).mean()")
