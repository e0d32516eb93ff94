"""Errors that are told to people."""


class GameError(ValueError):
    """Something the user can mend; one plain sentence names file, key or cell and what would be right.

    The command line prints it without a traceback and exits with 2; the window shows it in a dialog.
    """
