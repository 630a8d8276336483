"""`Embedding` and `EmbeddingBag`: rows of a table that is learned. PyTorch: torch/nn/modules/sparse.py."""

from typing import Any, ClassVar

from .._core.base import draws
from .._core.tensor import Tensor, wrap
from .._torch.creation.factory import array_type, sizes_of
from . import functional, init
from .module import Module
from .parameter import Parameter


class _Table(Module):
    """The rows that both layers look up: how they start, and how the layer prints."""

    padding_idx: int | None
    _padding_word: ClassVar[str]
    _usual: ClassVar[dict[str, Any]]
    """The settings with their usual values; a setting that differs is printed."""

    def _begin(self, rows: int, length: int, padding_idx: int | None, weight: Tensor | None, like: tuple) -> Tensor:
        """Keep the sizes; return the weight, made of normal numbers unless it is given."""
        self.num_embeddings, self.embedding_dim = rows, length
        if padding_idx is not None:
            if not -rows <= padding_idx < max(rows, 1):
                raise AssertionError(f"{self._padding_word} must be within num_embeddings")
            padding_idx %= max(rows, 1)
        self.padding_idx = padding_idx
        if weight is not None and tuple(weight.shape) != (rows, length):
            raise AssertionError("Shape of weight does not match num_embeddings and embedding_dim")
        if weight is None:
            weight = wrap(draws.normal(0.0, 1.0, sizes_of("empty", ((rows, length),)), array_type(*like)))
            self._clear_padding(weight)
        return weight

    def _clear_padding(self, weight: Tensor) -> None:
        if self.padding_idx is not None:
            weight._data[self.padding_idx] = 0

    def reset_parameters(self) -> None:
        """Draw the normal numbers again, and write zeros into the row of the padding."""
        init.normal_(self.weight)
        self._clear_padding(self.weight)

    def extra_repr(self) -> str:
        """``4, 3``, and the settings that are not as usual."""
        words = [f"{self.num_embeddings}, {self.embedding_dim}"]
        words += [f"{name}={getattr(self, name)!r}" for name, at in self._usual.items() if getattr(self, name) != at]
        return ", ".join(words)


class Embedding(_Table):
    """Row ``k`` of ``weight`` (num_embeddings, embedding_dim) for each ``k`` of the input, whole numbers of any shape.

    The weight starts from normal numbers.

    Args:
        num_embeddings: how many rows.
        embedding_dim: how long each is.
        padding_idx: this row starts at 0 and is not trained.
        max_norm, norm_type, scale_grad_by_freq, sparse: not here; refused when the layer is called.
    """

    _padding_word = "Padding_idx"
    _usual: ClassVar = dict(padding_idx=None, max_norm=None, norm_type=2, scale_grad_by_freq=False, sparse=False)

    def __init__(
        self,
        num_embeddings: int,
        embedding_dim: int,
        padding_idx: int | None = None,
        max_norm: float | None = None,
        norm_type: float = 2.0,
        scale_grad_by_freq: bool = False,
        sparse: bool = False,
        _weight: Tensor | None = None,
        _freeze: bool = False,
        device: Any = None,
        dtype: Any = None,
    ):
        super().__init__()
        weight = self._begin(num_embeddings, embedding_dim, padding_idx, _weight, (dtype, device))
        self.max_norm, self.norm_type = max_norm, norm_type
        self.scale_grad_by_freq, self.sparse = scale_grad_by_freq, sparse
        self.weight = Parameter(weight, requires_grad=not _freeze)

    @classmethod
    def from_pretrained(
        cls,
        embeddings: Tensor,
        freeze: bool = True,
        padding_idx: int | None = None,
        max_norm: float | None = None,
        norm_type: float = 2.0,
        scale_grad_by_freq: bool = False,
        sparse: bool = False,
    ) -> "Embedding":
        """An embedding with these rows; with ``freeze`` they are not trained."""
        if embeddings.ndim != 2:
            raise AssertionError("Embeddings parameter is expected to be 2-dimensional")
        rows, length = embeddings.shape
        return cls(
            rows, length, padding_idx, max_norm, norm_type, scale_grad_by_freq, sparse,
            _weight=embeddings, _freeze=freeze,
        )  # fmt: skip

    def forward(self, input: Tensor) -> Tensor:
        """Whole numbers of any shape → that shape with ``embedding_dim`` appended."""
        return functional.embedding(
            input, self.weight, self.padding_idx, self.max_norm, self.norm_type, self.scale_grad_by_freq, self.sparse
        )


class EmbeddingBag(_Table):
    """Sum or mean of the rows of ``weight`` that each bag of whole numbers names: `functional.embedding_bag`.

    The weight (num_embeddings, embedding_dim) starts from normal numbers.

    Args:
        num_embeddings, embedding_dim: how many rows, and how long each is.
        mode: "sum" or "mean".
        padding_idx: this row starts at 0, is not trained, and counts in no bag.
        max_norm, scale_grad_by_freq, sparse, include_last_offset: not here; refused when the layer is called.
    """

    _padding_word = "padding_idx"
    _usual: ClassVar = dict(max_norm=None, norm_type=2, scale_grad_by_freq=False, mode=None, padding_idx=None)

    def __init__(
        self,
        num_embeddings: int,
        embedding_dim: int,
        max_norm: float | None = None,
        norm_type: float = 2.0,
        scale_grad_by_freq: bool = False,
        mode: str = "mean",
        sparse: bool = False,
        _weight: Tensor | None = None,
        include_last_offset: bool = False,
        padding_idx: int | None = None,
        device: Any = None,
        dtype: Any = None,
    ):
        super().__init__()
        weight = self._begin(num_embeddings, embedding_dim, padding_idx, _weight, (dtype, device))
        self.max_norm, self.norm_type, self.scale_grad_by_freq = max_norm, norm_type, scale_grad_by_freq
        self.mode, self.sparse, self.include_last_offset = mode, sparse, include_last_offset
        self.weight = Parameter(weight)

    @classmethod
    def from_pretrained(cls, embeddings: Tensor, freeze: bool = True, **settings: Any) -> "EmbeddingBag":
        """Bags of these rows, with any of the class's settings; with ``freeze`` they are not trained."""
        if embeddings.ndim != 2:
            raise AssertionError("Embeddings parameter is expected to be 2-dimensional")
        made = cls(*embeddings.shape, _weight=embeddings, **settings)
        made.weight.requires_grad = not freeze
        return made

    def forward(self, input: Tensor, offsets: Tensor | None = None, per_sample_weights: Tensor | None = None) -> Tensor:
        """(bags, length of a bag), or all bags one after the other and where each begins → (bags, embedding_dim)."""
        return functional.embedding_bag(
            input, self.weight, offsets, self.max_norm, self.norm_type, self.scale_grad_by_freq, self.mode,
            self.sparse, per_sample_weights, self.include_last_offset, self.padding_idx,
        )  # fmt: skip


__all__ = ["Embedding", "EmbeddingBag"]
