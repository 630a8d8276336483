"""From a running program to events: what the recorder notes while forward and backward run."""
