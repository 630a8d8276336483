"""What takes a hook away again, by the name under which programs import it. PyTorch: torch/utils/hooks.py."""

from .._core.hook_registry import RemovableHandle as RemovableHandle
