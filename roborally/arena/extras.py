"""Optional packages for reports, clusters and videos: which are missing, and how to install them."""

import importlib.util

from roborally.base.errors import GameError

_PACKAGES = {"arena": ("jinja2", "matplotlib", "openskill"), "cluster": ("distributed",), "video": ("av",)}


def missing(extra: str) -> list[str]:
    """Return the packages of an extra that are not installed."""
    return [name for name in _PACKAGES[extra] if importlib.util.find_spec(name) is None]


def how_to_install(extra: str) -> str:
    """Return what to do in order to have an extra."""
    return f"install {', '.join(_PACKAGES[extra])} with: pip install 'roborally[{extra}]'"


def demand(extra: str, for_what: str) -> None:
    """Raise `GameError` when an extra is not installed."""
    if missing(extra):
        raise GameError(f"{for_what} needs packages that are not here; {how_to_install(extra)}")
