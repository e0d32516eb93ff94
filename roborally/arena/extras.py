"""Finds missing optional packages of the extras `arena`, `cluster` and `video`, and says how to install an extra."""

import importlib.util

from roborally.base.errors import GameError, Message

_PACKAGES = {"arena": ("jinja2", "matplotlib", "openskill"), "cluster": ("distributed",), "video": ("av",)}


def missing(extra: str) -> list[str]:
    """Return the names of an extra's packages that are not installed."""
    return [name for name in _PACKAGES[extra] if importlib.util.find_spec(name) is None]


def how_to_install(extra: str) -> Message:
    """Return a message that names an extra's packages and the command that installs them."""
    return Message.of(
        "install {packages} with: {command}", packages=", ".join(_PACKAGES[extra]), command=command(extra)
    )


def command(extra: str) -> str:
    """Return the command for a terminal that installs an extra."""
    return f"pip install 'roborally[{extra}]'"


def demand(extra: str, purpose: str | Message) -> None:
    """Raise `GameError` if an extra's packages are not all installed; `purpose` says what needs them."""
    if missing(extra):
        raise GameError(
            "{purpose} needs packages that are missing; {remedy}", purpose=purpose, remedy=how_to_install(extra)
        )
