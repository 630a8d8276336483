"""The functions of `nn.functional`, one file for each kind."""
