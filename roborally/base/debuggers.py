"""Recognises a running debugger, so that time limits do not interrupt a paused program."""

from types import FrameType

_MODULES = frozenset({"pdb", "bdb", "debugpy", "pydevd"})


def in_debugger(frame: FrameType | None, outermost: FrameType | None = None) -> bool:
    """Return whether a debugger such as pdb is among the callers of `frame`.

    `outermost` and its callers do not count, since with `python -m pdb` the debugger starts the whole program.
    """
    while frame is not None and frame is not outermost:
        if str(frame.f_globals.get("__name__", "")).partition(".")[0] in _MODULES:
            return True
        frame = frame.f_back
    return False
