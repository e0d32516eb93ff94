"""Letters that can be read on the pages with most of them, in a small window."""

from collections.abc import Iterator
from typing import Any

import pytest

from roborally.plugin_system.loader import Catalogue

from .stages import open_stage

pytestmark = pytest.mark.window


@pytest.fixture(scope="module")
def stage(_app: Any, catalogue: Catalogue, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    with open_stage(_app, catalogue, tmp_path_factory.mktemp("profile")) as found:
        yield found


@pytest.mark.parametrize("name", ["result-standard", "result-crash-and-burn", "result-eight", "replays"])
def test_letters_can_be_read_in_a_small_window(stage: Any, name: str) -> None:
    """CLI-2205: no letter has less than 11 pixels."""
    from screens.scenes import all_scenes

    studio, library = stage
    studio.speak("de")
    studio.pretend_size(1024, 768)
    next(scene for scene in all_scenes() if scene.name == name).show(studio, library)
    page = studio.app.screen_on_top
    small = {label.text: label.size for label in page.layer.labels if label.size * page.space.frame.scale < 11}
    assert not small
