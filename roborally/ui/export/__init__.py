"""Films: exports recorded matches as pictures and files."""
