"""Events as sentences: one plain sentence a step, the same in every view."""
