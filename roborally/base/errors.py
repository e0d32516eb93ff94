"""Errors that are told to people."""

import errno

from roborally.base.translation import _


class GameError(ValueError):
    """Something the user can mend; one plain sentence names file, key or cell and what would be right.

    The command line prints it without a traceback and exits with 2; the window shows it in a dialog.
    """


def reason(error: OSError | GameError) -> str:
    """Return why something is not possible, as the end of a sentence.

    What the operating system often says is told in the player's language.
    """
    if isinstance(error, GameError):
        return str(error)
    known = {
        errno.ENOSPC: _("the disk is full"),
        errno.EDQUOT: _("as much as may be kept there is kept already"),
        errno.EFBIG: _("the file would be too large"),
        errno.EACCES: _("access is denied"),
        errno.EPERM: _("access is denied"),
        errno.EROFS: _("nothing can be written on this disk"),
        errno.ENOENT: _("there is no such file or folder"),
        errno.EEXIST: _("it is there already"),
        errno.EISDIR: _("it is a folder"),
        errno.ENOTDIR: _("it would have to lie in a folder, but that is a file"),
        errno.ENAMETOOLONG: _("the name is too long"),
        errno.EBUSY: _("something else is using it"),
        errno.EIO: _("the disk has a fault"),
    }
    return known.get(error.errno or 0) or error.strerror or str(error)


def as_sentence(told: str) -> str:
    """Return what an error tells as a dialog says it: with a full stop, and a capital unless it begins with a file."""
    first = told.partition(" ")[0].rstrip(":")
    if not any(mark in first for mark in "./\\"):
        told = told[:1].upper() + told[1:]
    return told if told.endswith((".", "!", "?", "…", ".”", ".“")) else f"{told}."
