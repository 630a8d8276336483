"""Everything that ``torch.`` offers: the one place where all the families of names come together.

Functions are handed out with their guard. A row of the table that is public as it is stands in `ROWS`; the package
makes its function when a program first asks for the name, since to write its call takes a while.
"""

from types import FunctionType as _FunctionType

from ..._core.anomaly_mode import is_anomaly_check_nan_enabled as is_anomaly_check_nan_enabled
from ..._core.anomaly_mode import is_anomaly_enabled as is_anomaly_enabled
from ..._core.anomaly_mode import set_anomaly_enabled as set_anomaly_enabled
from ..._core.base import return_types as return_types
from ..._core.base.dtype_names import *
from ..._core.base.learners_line import is_warn_always_enabled as is_warn_always_enabled
from ..._core.base.learners_line import set_warn_always as set_warn_always
from ..._core.base.left_out import refuse_members as _refuse_members
from ..._core.base.printing import set_printoptions as set_printoptions
from ..._core.base.tracebacks import whole_tracebacks as whole_tracebacks
from ..._core.grad_mode import is_inference_mode_enabled as is_inference_mode_enabled
from ..._core.inference import is_inference as is_inference
from ..._core.table.row import Row as _Row
from ..._core.tensor import Tensor as Tensor
from ...autograd import enable_grad as enable_grad
from ...autograd import inference_mode as inference_mode
from ...autograd import is_grad_enabled as is_grad_enabled
from ...autograd import no_grad as no_grad
from ...autograd import set_grad_enabled as set_grad_enabled
from ...random import *
from ..creation.files import load as load
from ..creation.files import save as save
from ..creation.filled import *
from ..creation.random import *
from ..functions import *
from . import methods as _methods  # noqa: F401 (Tensor's own)
from . import row_functions as _row_functions
from . import signatures as _signatures
from .annotated import annotated_in_torch as _annotated_in_torch
from .guards import guard_functions as _guard_functions
from .legacy_types import *
from .machine import *
from .methods import fill_ as fill_

ROWS = {name: item for name, item in globals().items() if isinstance(item, _Row)}
"""Name → the row that is this function."""
for _name in ROWS:
    del globals()[_name]
_guard_functions(globals(), __package__.partition(".")[0], _signatures.FUNCTIONS, _annotated_in_torch)
_refuse_members(Tensor)

__all__ = [name for name in globals() if not name.startswith("_") and name != "ROWS"]


def row_function(name: str) -> _FunctionType:
    """The public function of a row."""
    return _row_functions.function(ROWS[name], name)
