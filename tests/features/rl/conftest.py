"""Environments are tested where the extra `rl` is installed; the reason for a skip says what is missing."""

from typing import Any

import pytest

from roborally.plugin_system.loader import Catalogue

REASON = "the extra rl is not installed: pip install 'roborally[rl]'"
COURSES = {
    "standard": "first-steps",
    "classic": "first-steps",
    "auenland": "first-steps",
    "crash-and-burn": "quick-fuse",
    "roboball": "kick-off",
    "volt": "spark-pit",
}
MODES = list(COURSES)


@pytest.fixture(scope="session")
def rl() -> Any:
    """The package with the environments."""
    for name in ("numpy", "gymnasium", "pettingzoo"):
        pytest.importorskip(name, reason=REASON)
    import roborally.features.rl

    return roborally.features.rl


@pytest.fixture
def setup(request: pytest.FixtureRequest, catalogue: Catalogue) -> dict[str, Any]:
    """What to play in the mode that a test is parametrised with."""
    mode = request.param
    rules = {"dealt_at_start": 3} if mode == "crash-and-burn" else {}
    return {"mode": mode, "course": COURSES[mode], "rules": rules, "turns": 12, "catalogue": catalogue}
