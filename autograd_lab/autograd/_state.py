"""What belongs to a thread: is a graph being built, and is somebody watching?

Two kernels, or two threads of one program, must not switch each other's grad mode, nor record each other's traces.
"""

import threading


class State(threading.local):
    """The defaults below are what every new thread starts with."""

    grad_enabled = True
    recorder = None  # a `tracing.recorder.Recorder` while somebody watches


state = State()
