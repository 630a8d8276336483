"""Watching the engine: `record` collects events, a `Trace` answers questions about them."""

from .recording.recorder import is_recording as is_recording
from .recording.recorder import record as record
from .trace import events as events
from .trace.trace import Trace as Trace
from .trace.trace import TraceFormatError as TraceFormatError
