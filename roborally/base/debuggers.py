"""Tells whether code stands in a debugger: what a developer looks at takes as long as it takes."""

from types import FrameType

_MODULES = frozenset({"pdb", "bdb", "debugpy", "pydevd"})


def in_debugger(frame: FrameType | None, outermost: FrameType | None = None) -> bool:
    """Return whether a debugger runs on the stack that ends with `frame`.

    Frames below `outermost` do not count: with `python -m pdb` the debugger has started the whole program.
    """
    while frame is not None and frame is not outermost:
        if str(frame.f_globals.get("__name__", "")).partition(".")[0] in _MODULES:
            return True
        frame = frame.f_back
    return False
