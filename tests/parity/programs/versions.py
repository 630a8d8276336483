# ruff: noqa: F821, E402
"""Versions: of saved tensors, of what hooks see, after many writes, and counted by hand."""

# %% of_saved_values
x = torch.ones(3, requires_grad=True)
b = x * 1
b.add_(1)
b.add_(1)
y = b * b
print(y.grad_fn._saved_self._version, b._version)
print(y.grad_fn._saved_self is b)
e = b.exp()
print(e._version, e.grad_fn._saved_result._version, e.grad_fn._saved_result is e)
f = x * 2
f.exp_()
print(f._version, f.grad_fn._saved_result._version)
f2 = x * 2
f2.add_(1)
f2.sigmoid_()
print(f2._version, f2.grad_fn._saved_result._version)
r = f2.grad_fn._saved_result
print(r._is_view(), r.is_leaf, r.grad_fn is f2.grad_fn, r.requires_grad)
attempt("mod", lambda: r.mul_(2))
print(f2._version, r._version, f2)
attempt("bw", lambda: f2.sum().backward())


# %% whole_numbers_from_floats
x = torch.ones(3, dtype=torch.int64)
y = torch.ones(3, requires_grad=True)
x.copy_(y)
print(x._version, x)


# %% of_a_number_that_was_written_through_data
for operation in (torch.exp, torch.sigmoid, torch.sqrt, torch.sin):
    x = torch.tensor(4.0, requires_grad=True)
    y = operation(x)
    y.data.zero_()
    y.backward(retain_graph=True)
    print(y, x.grad)
    y.detach().add_(1)
    attempt("after detach().add_()", lambda: y.backward())
