# ruff: noqa: F821, E402
"""Classes decorated with a grad mode, and zeros that stand for gradients, differentiated again."""

# %% every_mode
for d in (
    torch.no_grad,
    torch.enable_grad(),
    torch.set_grad_enabled(False),
    torch.inference_mode,
    torch.inference_mode(),
    torch.enable_grad,
    torch.inference_mode(False),
):

    class B:
        def __init__(self):
            self.g = torch.is_grad_enabled(), torch.is_inference_mode_enabled()

    C = d(B)
    print(C().g, type(C).__name__)
print(torch.is_grad_enabled())
