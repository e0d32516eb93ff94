"""What the tests of plugins for authors share with those of the command line and of plugins."""

from collections.abc import Callable
from pathlib import Path

import pytest

from roborally.features.authoring.scaffold import create
from tests.cli.conftest import user_plugins
from tests.plugins.conftest import workshop
from tests.writing import change

__all__ = ["user_plugins", "workshop"]


Trials = Callable[..., Path]


@pytest.fixture
def trial_of(tmp_path: Path) -> Trials:
    """Return a function that writes the template of a kind as the plugin `trial`, with changes `(file, old, new)`."""

    def write(kind: str, *changes: tuple[str, str, str]) -> Path:
        folder = create("Trial", kind, tmp_path)
        for file, old, new in changes:
            change(folder / file, old, new)
        return folder

    return write


@pytest.fixture
def trial(trial_of: Trials) -> Path:
    """An element's template, which is not installed."""
    return trial_of("element")
