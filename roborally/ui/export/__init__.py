"""Films: recorded matches as pictures and as files."""
