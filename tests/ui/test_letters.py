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
    from roborally.ui.toolkit.label import POINTS_PER_PIXEL, points
    from screens.scenes import all_scenes

    studio, library = stage
    studio.speak("de")
    studio.pretend_size(1024, 768)
    next(scene for scene in all_scenes() if scene.name == name).show(studio, library)
    page = studio.app.screen_on_top
    scale = page.space.frame.scale
    pixels = {label.text: points(label.size, scale) / POINTS_PER_PIXEL for label in page.layer.labels}
    assert not {text for text, size in pixels.items() if size < 11}


@pytest.mark.parametrize(
    ("size", "scale", "pixels"), [(12, 0.8, 11), (14, 0.8, 11.2), (10, 0.8, 10), (12, 1.0, 12), (12, 2.0, 24)]
)
def test_a_small_window_makes_no_letters_illegible(size: float, scale: float, pixels: float) -> None:
    """CLI-2207."""
    from roborally.ui.toolkit.label import POINTS_PER_PIXEL, points

    assert points(size, scale) == pytest.approx(pixels * POINTS_PER_PIXEL)
