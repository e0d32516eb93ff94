"""The number of files and sockets that this process may have open at once."""

import sys

if sys.platform != "win32":
    import resource

WANTED = 65_536
"""More descriptors than any server needs; some systems have no limit and refuse one that is too high."""


def most_connections(spare: int) -> int:
    """Return the number of connections that leave `spare` descriptors for everything else; at least a quarter of all.

    This raises the limit of the process as far as the system allows.
    """
    limit = _raised_limit()
    return max(limit - spare, limit // 4)


def _raised_limit() -> int:
    """Raise the number of descriptors that the process may have open as far as possible, and return it."""
    if sys.platform == "win32":
        return WANTED
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = WANTED if hard == resource.RLIM_INFINITY else min(hard, WANTED)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return WANTED if soft == resource.RLIM_INFINITY else soft
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    except (OSError, ValueError):  # macOS has a lower limit than it reports
        return soft
    return wanted
