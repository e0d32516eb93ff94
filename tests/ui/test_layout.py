"""Every screen in every language and size: no text is cut off, leaves its frame or lies upon another."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from roborally.loader import Catalogue
from roborally.texts import use_language
from roborally.ui.theme import HEIGHT, WIDTH, Rect

pytestmark = [pytest.mark.window, pytest.mark.xdist_group("window"), pytest.mark.timeout(900)]

LANGUAGES = ("en", "de", "sv")
SIZES = ((1024, 640), (1280, 720), (1920, 1080))
WINDOW = Rect(0, 0, WIDTH, HEIGHT)


@pytest.fixture(scope="module")
def put() -> Iterator[Any]:
    with pytest.MonkeyPatch.context() as patch:
        yield patch.setattr


@pytest.fixture(scope="module")
def watch(put: Any) -> Any:
    from .drawn import Watch

    found = Watch()
    found.watch(put)
    return found


@pytest.fixture(scope="module")
def stage(
    _app: Any, watch: Any, put: Any, catalogue: Catalogue, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Any]:
    """Return the window with a player's files, and the matches that are shown."""
    from tools.screens import profile
    from tools.screens.moments import Library
    from tools.screens.studio import Studio

    folder: Path = tmp_path_factory.mktemp("profile")
    profile.use(folder, put)
    studio = Studio(_app, catalogue)
    library = Library(catalogue, studio.thinker)
    profile.fill(library)
    size = _app.width, _app.height
    yield studio, library
    studio.clear()
    use_language()
    studio.set_size(*size)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_has_its_place(stage: Any, watch: Any, language: str) -> None:
    from tools.screens.scenes import all_scenes

    from .faults import faults

    studio, library = stage
    studio.speak(language)
    found: dict[str, list[str]] = {}
    for scene in all_scenes():
        scene.show(studio, library)
        for size in SIZES:
            studio.set_size(*size)
            for fault in faults(watch.frame(studio.app, studio.draw)):
                found.setdefault(f"{scene.name}: {fault}", []).append(f"{size[0]}x{size[1]}")
    assert not found, "\n".join(f"{fault} [{', '.join(sizes)}]" for fault, sizes in found.items())
