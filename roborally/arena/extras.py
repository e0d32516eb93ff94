"""Optional packages for reports, clusters and videos: finds missing ones, and explains how to install them."""

import importlib.util

from roborally.base.errors import GameError, Message

_PACKAGES = {"arena": ("jinja2", "matplotlib", "openskill"), "cluster": ("distributed",), "video": ("av",)}


def missing(extra: str) -> list[str]:
    """Return the packages of an extra that are not installed."""
    return [name for name in _PACKAGES[extra] if importlib.util.find_spec(name) is None]


def how_to_install(extra: str) -> Message:
    """Return the instructions for installing an extra."""
    return Message.of(
        "install {packages} with: {command}", packages=", ".join(_PACKAGES[extra]), command=command(extra)
    )


def command(extra: str) -> str:
    """Return the command that installs an extra."""
    return f"pip install 'roborally[{extra}]'"


def demand(extra: str, purpose: str | Message) -> None:
    """Raise `GameError` if an extra is not installed."""
    if missing(extra):
        raise GameError(
            "{purpose} needs packages that are missing; {remedy}", purpose=purpose, remedy=how_to_install(extra)
        )
