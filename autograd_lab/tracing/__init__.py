"""Watching the engine: `record` collects events, a `Trace` answers questions about them."""

from . import events as events
from .recorder import is_recording as is_recording
from .recorder import record as record
from .trace import Trace as Trace
from .trace import TraceFormatError as TraceFormatError
