"""Environments for machine learning in the form of PettingZoo: `parallel_env` and `aec_env` (docs/rl.md)."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from roborally.base.annotations import argument_problem
from roborally.base.errors import GameError
from roborally.plugin import text

if TYPE_CHECKING:
    from roborally.features.rl.aec import RoboRallyAEC
    from roborally.features.rl.match_stepper import Setup
    from roborally.features.rl.parallel import RoboRallyParallel

_MISSING = text("the environments for machine learning need: pip install 'roborally[rl]' ({error})")


def _setup(wishes: Mapping[str, Any]) -> "Setup":
    from roborally.features.rl.match_stepper import Setup

    for name, value in wishes.items():
        if problem := argument_problem(Setup, name, value):
            raise GameError(problem)
    return Setup(**wishes)


def parallel_env(*, render_mode: str | None = None, **wishes: Any) -> "RoboRallyParallel":
    """Return an environment whose agents all answer at once.

    `wishes` are fields of `roborally.features.rl.match_stepper.Setup`. Raises `GameError` for an invalid setup, or if
    the extra `rl` is not installed.
    """
    try:
        from roborally.features.rl.parallel import RoboRallyParallel
    except ImportError as error:
        raise GameError(_MISSING, error=error) from error
    return RoboRallyParallel(_setup(wishes), render_mode)


def aec_env(*, render_mode: str | None = None, **wishes: Any) -> "RoboRallyAEC":
    """Return an environment whose agents act in turn, one card or answer per step; otherwise like `parallel_env`."""
    try:
        from roborally.features.rl.aec import RoboRallyAEC
    except ImportError as error:
        raise GameError(_MISSING, error=error) from error
    return RoboRallyAEC(_setup(wishes), render_mode)
