"""The window with a player's files and recorded matches, in which tests open every scene of the gallery."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest


@contextmanager
def open_stage(app: Any, library: Any, folder: Path) -> Iterator[tuple[Any, Any]]:
    """Yield the studio and a library of matches, with the player's files in a folder; clean up the window."""
    from tests.screens import profile
    from tests.screens.studio import Studio

    with pytest.MonkeyPatch.context() as patch:
        profile.use(folder, patch.setattr)
        studio = Studio(app, library.catalogue)
        profile.fill(library)
        yield studio, library
        studio.clear()
        app.on_resize(app.width, app.height)
