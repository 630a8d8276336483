"""What a recording is afterwards: events, the state after each of them, files, differences."""
