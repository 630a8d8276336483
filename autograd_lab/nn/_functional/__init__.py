"""The functions of ``nn.functional``, by subject."""
