# ruff: noqa: F821
"""``z[key] = value`` in every form: what it leaves behind, what it stretches, what it refuses."""

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

# %% a_single_number
for form in (
    "z[...] = 1",
    "z[...] = s",
    "z[()] = s",
    "z[0] = 1",
    "z[None] = s",
    "z[True] = s",
    "z[torch.tensor(True)] = s",
):
    s = torch.tensor(2.0, requires_grad=True)
    for z in (torch.tensor(0.0), s * 1):
        attempt(form, lambda: [exec(form, {"torch": torch, "z": z, "s": s}), z.detach(), z.grad_fn])

# %% nothing_is_lost
z = torch.zeros(2, 3)
attempt("wrong type", lambda: z.__setitem__(torch.tensor([0]), torch.ones(3, dtype=torch.float64)))
attempt("wrong shape", lambda: z.__setitem__(0, torch.ones(2)))
show("z", [z, z._version])
