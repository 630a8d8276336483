"""Watching the engine: `record` collects events, a `Trace` answers questions about them.

A `Trace` answers with what `telling` and `why` find out, so its file imports them. They take the trace as their
argument ``trace`` and do not import its class, or the files would lead in a circle.
"""

from .recording.recorder import is_recording as is_recording
from .recording.recorder import record as record
from .trace import events as events
from .trace.trace import Trace as Trace
from .trace.trace import TraceFormatError as TraceFormatError
