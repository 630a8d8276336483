# ruff: noqa: F821
"""Tensors beside NumPy arrays and Python's own functions: conversions, operators, iteration, refusals."""

# %% numpy_functions
import warnings

import numpy as np

x = torch.tensor([[1.0, 2.0], [3.0, 4.0]])
with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # what NumPy 2 has to say about PyTorch
    lines("""
    np.exp(x), np.sin(x), np.add(x, 1), np.sqrt(x), np.tanh(x), np.maximum(x, 2)
    np.add(x, np.ones(2)), x * np.ones(2), x + np.ones(2), x - np.ones(2), x / np.ones(2)
    x ** np.ones(2), np.matmul(x, x)
    np.array(x), np.asarray(x, dtype=np.float64), np.array(x, dtype=int), np.asarray(x[0, 0])
    x == np.ones(2), np.ones(2) == x
    np.ones(2) * x
    np.ones(2) @ x
    np.ones(2) / x
    np.float64(2) + x, np.int64(2) * x, np.float32(2) ** x, np.multiply(2.0, x), np.divmod(x, 2)
    np.allclose(x, x), np.dot(x, x), np.arctan(x), np.testing.assert_allclose(x, x), float(np.max(x.numpy()))
    """)

# %% refused_where_a_gradient_is_needed
import warnings

import numpy as np

g = torch.tensor([1.0, 2.0], requires_grad=True)
lines("""
np.exp(g)
np.add(g, 1)
np.maximum(g, g)
g * np.ones(2)
np.ones(2) * g
np.arctan(g)
np.asarray(g)
np.float64(2) * g
""")
with torch.no_grad(), warnings.catch_warnings():
    warnings.simplefilter("ignore")
    show("no_grad", [np.exp(g).requires_grad, np.asarray(g).tolist()])

# %% shared_memory
import numpy as np

a = np.ones(3)
t = torch.from_numpy(a)
a[0] = 5
t[1] = 7
show("both", [t, a.tolist(), t.dtype, t.requires_grad])
b = t.numpy()
b[2] = 9
show("back", [t, b is a or b.base is a or bool((a == b).all())])
c = torch.tensor(a)
a[0] = 0
show("a copy", [c, t])
d = torch.as_tensor(a)
a[1] = 1
show("no copy", d)
s = torch.ones(2, requires_grad=True)
n = s.detach().numpy()
n[0] = 3
show("detached", s)
show("scalar", [torch.tensor(2.0).numpy(), torch.tensor(2.0).numpy().shape, str(torch.tensor(2.0).numpy().dtype)])
with torch.no_grad():
    show("no_grad", s.numpy().tolist())
show("view", [torch.ones(2, 3).t().numpy().strides, torch.arange(6.0)[::2].numpy().tolist()])

# %% numbers_and_arrays
import warnings

import numpy as np

warnings.simplefilter("ignore", DeprecationWarning)  # what NumPy 2 has to say about PyTorch
x = torch.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)
z = torch.tensor(1.0)
y = torch.zeros(2)
lines("""
x.numpy()
x.numpy(force=True)
x.detach().numpy(), (x*1).detach().numpy()
np.asarray(x)
np.array(x)
np.float64(2)*x
x*np.float64(2)
np.float64(2)*x.detach()
np.float32(2)*z, np.int64(2)*z, np.float64(2)+z, np.float64(2)-z, np.float64(2)/z, np.float64(2)**z, z**np.float64(2), z/np.float64(2), z-np.float64(2)
np.float64(1)<z, np.float64(1)==z, z==np.float64(1), z<np.float64(2)
torch.mul(x,np.float64(2))
x.add(np.float64(1))
x[np.int64(0)], x[np.array([0,1])], x[np.array([True,False])]
y.__imul__(np.float64(2))
x.__array_priority__
""")

# %% python_functions
import math

import numpy as np

x = torch.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)
z = torch.tensor(1.0)
y = torch.zeros(2)
lines("""
int(z), float(z), bool(z), complex(z)
z.__index__()
torch.tensor(2).__index__(), range(torch.tensor(2)), [1,2,3][torch.tensor(1)], [1,2,3][torch.tensor([1])], 'ab'*torch.tensor(2)
torch.tensor([2]).__index__()
torch.tensor([1,2]).__index__()
torch.tensor(True).__index__()
int(torch.tensor(2.7)), int(torch.tensor([2.7])), int(torch.tensor(float('nan')))
int(torch.tensor([1.,2.]))
float(torch.tensor([1.,2.]))
float(torch.tensor([]))
bool(torch.tensor([1.,2.])), 
bool(torch.tensor([]))
not torch.tensor(0.), bool(torch.tensor([[0]])), bool(torch.tensor(float('nan')))
x.tolist(), z.tolist(), torch.tensor([True]).tolist(), torch.tensor([]).tolist(), torch.zeros(2,0).tolist(), torch.tensor([1,2]).tolist(), type(z.tolist())
z.item(), torch.tensor([[3]]).item(), type(torch.tensor(True).item())
x.item()
torch.tensor([]).item()
x in [x], x in (1,x), z in [1.0], z in [2.0]
x in [torch.ones(2)]
x in [1,2]
1. in x, 5. in x, z in x, torch.ones(2) in x
'a' in x
None in x
[1] in x
len(x), len(torch.zeros(0,3))
len(z)
list(x), [a for a in x.detach()], next(iter(x)), tuple(x.detach()[0])
list(z)
dict(zip('ab',x.detach()))
sum(x.detach()), max(x.detach()[0]), min(x.detach()[0]), sorted(x.detach()[0]), any(x.detach()[0]), all(x.detach()[0])
max(x)
list(reversed(x.detach()[0]))
round(z)
round(torch.tensor(2.5),1)
math.floor(z) if 'math' in globals() else 0
abs(torch.tensor(-2.)), -z, +z, ~torch.tensor(True), divmod(torch.tensor(5),3), 7%torch.tensor(4), torch.tensor(7)%4
f'{z}', f'{z:.3f}', f'{x.detach()}', '%s'%z, '%.2f'%z, '%d'%torch.tensor(3), format(z,'>8.2f'), str(x), repr(x)==str(x), f'{z!r}'
f'{x:.2f}'
'{:>10}'.format(torch.tensor([1]))
f'{torch.tensor(3):d}', f'{torch.tensor(3):03d}', f'{torch.tensor(True)}', f'{torch.tensor(2.)}'
f'{torch.tensor([2.])}'
x==None, x!=None, x is None, z==1, z=='a', x!='a'
x<'a'
x<None
x+None
x+'a'
x+[1,2]
[1,2]+x
x*(1,2)
(1,2)*x
'a'+x
x-None
x/None
x**None
x@2
2@x
x@None
""")

# %% what_numpy_functions_return
import warnings

import numpy as np

warnings.simplefilter("ignore")  # NumPy finds fault with PyTorch's __array_wrap__
x = torch.tensor([[1.0, 2.0], [3.0, 4.0]])
for line in """
np.concatenate([x, x], axis=1)
np.stack((x, x), 1)
np.where(x > 1, x, 0)
np.where(x > 1)
np.expand_dims(x, 0)
np.broadcast_to(x[0], (2, 2))
np.hstack([x, x])
np.zeros_like(x)
np.round(x, 1)
np.squeeze(x[None])
np.repeat(x, 2, axis=0)
np.cumsum(x)
np.cumprod(x, 1)
np.argsort(x)
np.argmax(x)
np.argmin(x, axis=0)
np.searchsorted(x[0], 1.5)
np.take(x, [0, 1])
np.split(x, 2)
np.linalg.inv(x)
np.linalg.norm(x)
np.sort(x)
np.dot(x, x)
np.median(x)
np.transpose(x)
np.add.reduce(x)
np.sqrt(x)
np.tile(x, 2)
np.unique(x)
""".strip().splitlines():
    result = eval(line)
    several = result if isinstance(result, list | tuple) else [result]
    kinds = {type(item).__name__ for item in several}
    show(line, [sorted(kinds), [torch.as_tensor(item) for item in several]])
