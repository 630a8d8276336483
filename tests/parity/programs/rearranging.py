# ruff: noqa: F821
"""Gathering, scattering, sorting, spreading and setting items."""

# %% calls
op("torch.reshape(input=m, shape=(3, 2))")
op("s.flatten()")
op("m.t().ravel()")
op("m.t().reshape_as(m)")
op("s.movedim(0, -1)")
op("m.repeat_interleave(2)")
op("torch.repeat_interleave(m, torch.tensor([1, 2]), dim=0)")
op("m.var(dim=1, correction=0)")
op("torch.norm(m, 'fro', dim=(0, 1))")
op("torch.linalg.norm(m, 2, dim=1)")
op("x.cumprod(-1)", x=[[2.0, 0.0, 3.0], [1.0, 2.0, -1.5]])
op("torch.diff(m, dim=0, prepend=n, append=m)")
op("m.diff(n=0)")
op("v.cross(w)")

# %% nonzero
x = torch.tensor([[0.0, 2.0], [3.0, float("nan")]])
lines("""
    x.nonzero()
""")

# %% norm_0
show("result", torch.tensor([1.0, 0.0, 3.0]).norm(0))
x = torch.tensor([1.0, 0.0, 3.0], requires_grad=True)
show("gradient", torch.autograd.grad(x.norm(0), x, allow_unused=True)[0])

# %% variance_over_no_dimension
x = torch.tensor([[1.0, 2.0, 4.0]], requires_grad=True)
for correction in (0, 1, 2):
    for dim in ((), None):
        y = x.var(dim=dim, correction=correction)
        show("variance", [y, torch.autograd.grad(y, x)])

# %% refused
m = torch.ones(2, 3)
whole = torch.ones(2, 3, dtype=torch.int64)
empty, rows = torch.zeros(0), torch.zeros(0, 3)
lines("""
empty.amax()
m.requires_grad_().sum(dtype=torch.int64)
""")

# %% unique_graph
v = torch.tensor([3.0, 1.0, 3.0], requires_grad=True)
show("value", v.unique())
nodes(v.unique(), v=v)
attempt("backward", lambda: v.unique().sum().backward())

# %% sort_refused
m, v = torch.ones(2, 3), torch.ones(3)
rows = torch.zeros(0, 3)
lines("""
torch.diff(torch.tensor(1.0))
torch.diff(m, -1)
torch.bincount(torch.tensor([-1]))
""")

# %% histogram
x = torch.tensor([0.1, 0.2, 0.3, 0.9, -1.0, 0.3])
for text in (
    "torch.histogram(x, 3)",
    "torch.histogram(x.reshape(2, 3), bins=2, range=(0.0, 1.0))",
    "x.histogram(4, density=True)",
    "torch.histogram(torch.ones(4), 3)",
    "torch.histogram(torch.zeros(0), 3)",
    "torch.histogram(x, 5, range=(1.0, 1.0))",
    "torch.histogram(x, 3, range=5)",
    "torch.histogram(x, 2.5)",
    "torch.histogram(torch.tensor([1, 2]), 3)",
):
    attempt(text, lambda: list(eval(text)))
tracked = torch.histogram(x.requires_grad_(), 3)
print(tracked)
attempt("backward", lambda: tracked.hist.sum().backward())

# %% every_form
FORMS = """
z[:]=s
z[:]=1.0
z[:]=a
z[...]=s
z[...]=a
z[0]=s
z[0]=1
z[0]=a
z[0]=a[None]
z[0,0]=a[0]
z[:,0]=a[:2]
z[torch.tensor([0,1])]=a
z[torch.tensor([0,1])]=s
z[torch.tensor([0,1]),0]=a[:2]
z[0,torch.tensor(0)]=torch.ones(1)
z[z>5]=s
z[z>=0]=1.0
z[torch.tensor([True,False])]=a
z[None]=a
z[True]=a
z[False]=a
z[[0,1],[0,1]]=a[:2]
z[1:1]=s
z[:,[0,2]]=a[:2]
z[...,0]=a[:2]
z[0]=2*a
z[0]=a[:2]
z[0]=torch.ones(2,3)
z[0]=torch.ones(3,dtype=torch.float64)
z[torch.tensor([0])]=torch.ones(3,dtype=torch.float64)
z[torch.tensor([0])]=torch.ones(2)
z[5]=1
z[0]='a'
z[0]=[1,2,3]
z[0]=None
""".split("\n")


def outcome(form, z):
    a, s = torch.tensor([1.0, 2.0, 3.0], requires_grad=True), torch.tensor(2.0, requires_grad=True)
    exec(form, {"torch": torch, "z": z, "a": a, "s": s})
    if z.grad_fn is None:
        return [z, None]
    grads = torch.autograd.grad((z * z).sum(), [a, s], allow_unused=True)
    steps = [[type(node).__name__, [type(deeper).__name__ for deeper, _ in node.next_functions]]
             for node, _ in z.grad_fn.next_functions if node is not None]  # fmt: skip
    return [z.detach(), z.grad_fn, steps, grads]


for form in filter(None, FORMS):
    attempt(f"{form} | plain", lambda: outcome(form, torch.zeros(2, 3)))
    attempt(f"{form} | tracked", lambda: outcome(form, torch.ones(2, 3, requires_grad=True) * 1))
