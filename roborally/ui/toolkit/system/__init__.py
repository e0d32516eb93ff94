"""The window of the operating system: opening it, its events, faults, libraries and folders."""
