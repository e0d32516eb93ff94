"""The connection to the operating system: the window, its events and errors, libraries, the file manager."""
