"""Refusals of products of vectors and matrices: sizes that do not meet, types that differ."""

from typing import Any

from ..base import dtypes
from .common import same_scalar_type, type_of
from .shapes import check_expand


def _times(matrix: Any) -> str:
    return f"{matrix.shape[0]}x{matrix.shape[1]}"


# ----- two factors ----------------------------------------------------------------------------------------------------
def check_dot(self: Any, tensor: Any) -> None:
    if self.ndim != 1 or tensor.ndim != 1:
        raise RuntimeError(f"1D tensors expected, but got {self.ndim}D and {tensor.ndim}D tensors")
    if self.dtype != tensor.dtype:
        kinds = f"{type_of(self)} and {type_of(tensor)}"
        raise RuntimeError(f"dot : expected both vectors to have same dtype, but found {kinds}")
    if self.size != tensor.size:
        raise RuntimeError(
            f"inconsistent tensor size, expected tensor [{self.size}] and src [{tensor.size}] to have the same number "
            f"of elements, but got {self.size} and {tensor.size} elements respectively"
        )


def check_mv(self: Any, vec: Any) -> None:
    if self.ndim != 2 or vec.ndim != 1:
        raise RuntimeError(f"vector + matrix @ vector expected, got 1, {self.ndim}, {vec.ndim}")
    if self.shape[1] != vec.shape[0]:
        raise RuntimeError(f"size mismatch, got input ({self.shape[0]}), mat ({_times(self)}), vec ({vec.shape[0]})")
    if self.dtype != vec.dtype:
        _refuse_addmv_types(vec, self, vec)


def _refuse_addmv_types(*operands: Any) -> None:
    kinds = [type_of(item) for item in operands]
    raise RuntimeError("addmv input tensors must have the same dtype, but got {}, {}, and {}".format(*kinds))


def check_mm(self: Any, mat2: Any) -> None:
    if self.ndim != 2 or mat2.ndim != 2:
        raise RuntimeError(f"{'self' if self.ndim != 2 else 'mat2'} must be a matrix")
    if self.shape[1] != mat2.shape[0]:
        raise RuntimeError(f"mat1 and mat2 shapes cannot be multiplied ({_times(self)} and {_times(mat2)})")
    if self.dtype is not mat2.dtype and self.dtype != mat2.dtype:
        one, two = (dtypes.of(item.dtype).c_name for item in (self, mat2))
        raise RuntimeError(f"expected m1 and m2 to have the same dtype, but got: {one} != {two}")


def _check_batches(batch1: Any, batch2: Any) -> None:
    for name, batch in (("batch1", batch1), ("batch2", batch2)):
        if batch.ndim != 3:
            raise RuntimeError(f"{name} must be a 3D tensor")


def check_bmm(self: Any, mat2: Any) -> None:
    _check_batches(self, mat2)
    if mat2.shape[:2] != (self.shape[0], self.shape[2]):
        raise RuntimeError(
            f"Expected size for first two dimensions of batch2 tensor to be: [{self.shape[0]}, {self.shape[2]}] but "
            f"got: [{mat2.shape[0]}, {mat2.shape[1]}]."
        )
    same_scalar_type(self, mat2)


# ----- a product added to something -----------------------------------------------------------------------------------
def check_addmm(self: Any, mat1: Any, mat2: Any, beta: Any, alpha: Any) -> None:
    if not self.dtype is mat1.dtype is mat2.dtype:
        _check_like_mat2(self, mat1, mat2)
    for name, item in (("mat1", mat1), ("mat2", mat2)):
        if item.ndim != 2:
            raise RuntimeError(f"{name} must be a matrix, got {item.ndim}-D tensor")
    check_mm(mat1, mat2)


def _check_like_mat2(self: Any, mat1: Any, mat2: Any) -> None:
    for name, item in (("self", self), ("mat1", mat1)):
        if item.dtype != mat2.dtype:
            raise RuntimeError(f"{name} and mat2 must have the same dtype, but got {type_of(item)} and {type_of(mat2)}")


def check_baddbmm(self: Any, batch1: Any, batch2: Any, beta: Any, alpha: Any) -> None:
    if self.dtype != batch1.dtype:
        kinds = [dtypes.of(item.dtype).c_name for item in (self, batch1, batch2)]
        raise RuntimeError("Input dtypes must be the same, got: input {}, batch1: {}, batch2: {}".format(*kinds))
    if batch1.ndim == 3:  # like PyTorch, which looks at `self` before it looks at the batches
        rank = max(batch2.ndim, 1)
        if rank < 3:
            raise IndexError(f"Dimension out of range (expected to be in range of [-{rank}, {rank - 1}], but got 2)")
        check_expand(self, (*batch1.shape[:2], batch2.shape[2]))
    check_bmm(batch1, batch2)
