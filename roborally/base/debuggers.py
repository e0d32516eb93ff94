"""Finds debuggers on the stack: under a debugger, code may take as long as it needs."""

from types import FrameType

_MODULES = frozenset({"pdb", "bdb", "debugpy", "pydevd"})


def in_debugger(frame: FrameType | None, outermost: FrameType | None = None) -> bool:
    """Return whether a debugger runs on the stack that ends with `frame`.

    Frames below `outermost` do not count, since with `python -m pdb` the debugger starts the whole program.
    """
    while frame is not None and frame is not outermost:
        if str(frame.f_globals.get("__name__", "")).partition(".")[0] in _MODULES:
            return True
        frame = frame.f_back
    return False
