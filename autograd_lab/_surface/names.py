"""Everything that autograd_lab offers, brought together in the one order in which it can be loaded.

`autograd_lab` imports this when the first of its names is wanted. They are handed to it at the end, when Tensor has its
operators, and every function its guard.
"""

from .. import autograd as autograd  # first: the note in autograd/__init__.py says why
from .. import derivatives as derivatives
from .._base.dtype_names import *
from .._base.left_out import refuse_members as _refuse_members
from .._base.printing import set_printoptions as set_printoptions
from .._creation.files import load as load
from .._creation.files import save as save
from .._creation.filled import *
from .._creation.random import *
from .._functions import *
from ..autograd import enable_grad as enable_grad
from ..autograd import inference_mode as inference_mode
from ..autograd import is_grad_enabled as is_grad_enabled
from ..autograd import no_grad as no_grad
from ..autograd import set_grad_enabled as set_grad_enabled
from ..autograd._tensor import Tensor as Tensor
from ..autograd.anomaly_mode import is_anomaly_check_nan_enabled as is_anomaly_check_nan_enabled
from ..autograd.anomaly_mode import is_anomaly_enabled as is_anomaly_enabled
from ..autograd.anomaly_mode import set_anomaly_enabled as set_anomaly_enabled
from ..autograd.grad_mode import is_inference_mode_enabled as is_inference_mode_enabled
from ..autograd.inference import is_inference as is_inference
from ..random import *
from .legacy_types import *
from .number_limits import *

from .._base import return_types  # noqa: F401 isort: skip

from . import attributes, members, numpy_protocol  # noqa: F401 isort: skip  (Tensor's own)
from . import guards as _guards  # isort: skip  (last: it puts a guard before every function above)

_guards.install(globals())
_refuse_members(Tensor)
