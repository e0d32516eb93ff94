"""Every screen in every language and size: no text is cut off, leaves its frame or lies upon another."""

import re
from collections.abc import Iterable
from fnmatch import fnmatch
from typing import Any

import pytest

from roborally.ui.toolkit.app import Screen
from roborally.ui.toolkit.controls.widgets import Button
from roborally.ui.toolkit.theme import Rect
from tests.screens.match_scenes import dialogs
from tests.screens.moments import EDITIONS, ELSEWHERE
from tests.screens.scenes import all_scenes

from .faults import faults

PARTS = 4
USUAL, SMALL, LARGE = (1280, 720, 100), (1024, 640, 100), (1920, 1080, 100)
SQUARE, TALL, BROAD = (1024, 768, 100), (800, 1200, 100), (2560, 1080, 100)
MAGNIFIED, TALL_MAGNIFIED = (1280, 720, 200), (800, 1200, 160)
LOOKS = [
    # Each page is opened once in the first size, and laid out anew for the others, as when a window is given them.
    ("de", (SMALL, USUAL, LARGE, BROAD, MAGNIFIED)),
    ("de", (TALL, SQUARE, TALL_MAGNIFIED)),
    ("en", (USUAL, TALL, SQUARE)),
    ("sv", (SMALL, SQUARE, TALL)),
]
FURTHER = (
    *("building-nothing", "game-settings", "lesson-1", "online-lobby-host", "online-match", "program-volt"),
    "replay-volt",
    "statistics-empty",
)
"""Scenes that the short look opens beside the first ones whose names begin with a word."""
SLOW = ("building", "statistics")
"""Words of whose scenes the first one takes seconds, most of them for matches that are played before."""


def faulty(stage: Any, watch: Any, language: str, sizes: Iterable[tuple[int, int, int]], scenes: Iterable[Any]) -> str:
    """Open scenes in a language and in sizes; return what is wrong with their layout, in lines."""
    studio, library = stage
    studio.speak(language)
    found: dict[str, list[str]] = {}
    for scene in scenes:
        studio.clear()  # a page that is left is not laid out again
        for number, size in enumerate(sizes):
            studio.pretend_size(*size)
            if not number:
                scene.show(studio, library)
            for fault in faults(watch.frame(studio.app, studio.draw)):
                place = re.sub(r" \([-\d]+, [-\d]+, .*?\)", "", fault)
                found.setdefault(place, []).append(f"{scene.name} {size[0]}x{size[1]}@{size[2]}")
    return "\n".join(f"{fault} [{at[0]}, {len(at) - 1} more]" for fault, at in found.items())


def test_the_texts_of_each_page_have_their_place(stage: Any, watch: Any, pytestconfig: pytest.Config) -> None:
    """Each page once: German words are the longest, and letters are widest where they are smallest.

    With `--page NAME` only these, but in every language and size.
    """
    if asked := pytestconfig.getoption("--page"):
        scenes = [scene for scene in all_scenes() if fnmatch(scene.name, asked)]
        assert scenes, f"no screen is called {asked}: tools/gallery --list names them"
        found = "\n".join(filter(None, (faulty(stage, watch, language, sizes, scenes) for language, sizes in LOOKS)))
        assert not found, found
        return
    first: dict[str, Any] = {}
    for scene in all_scenes():
        first.setdefault(scene.name if scene.name in FURTHER else scene.name.partition("-")[0], scene)
    assert set(FURTHER) <= set(first)
    scenes = [scene for name, scene in first.items() if name not in SLOW]
    assert not (found := faulty(stage, watch, "de", [SMALL], scenes)), found


@pytest.mark.long
@pytest.mark.parametrize(("language", "sizes"), LOOKS)
@pytest.mark.parametrize("part", range(PARTS))
def test_every_text_has_its_place(
    stage: Any, watch: Any, language: str, sizes: tuple[tuple[int, int, int], ...], part: int
) -> None:
    assert not (found := faulty(stage, watch, language, sizes, all_scenes()[part::PARTS])), found


def test_there_is_a_scene_for_every_question(library: Any) -> None:
    """Programs and lists of objectives have interfaces of their own, and new commands are a button there."""
    asked = {kind for mode, extras in EDITIONS for kind in library.game(mode, extras=extras).rules.decisions}
    assert sorted(asked - ELSEWHERE) == dialogs()


@pytest.mark.long
def test_every_question_is_shown(stage: Any) -> None:
    _studio, library = stage
    assert sorted(library.questions()) == dialogs()


def test_eight_players_leave_the_own_row_and_the_buttons_in_view(stage: Any) -> None:
    """CLI-302: with the largest texts the rows do not fit, and the log stands below them."""
    studio, library = stage
    studio.speak("en")
    studio.clear()
    studio.pretend_size(1280, 800, 200)
    next(scene for scene in all_scenes() if scene.name == "moving-watched").show(studio, library)
    panel = studio.top.panels.moving
    rows = sorted(panel.rows, key=lambda index: -panel.rows[index].rect.top)
    assert rows == [studio.top.context.own_piece, *range(1, 8)]
    assert panel.rows[rows[0]].rect.top < panel.leave.rect.y
    assert studio.top.panel_space.room.holds(*studio.top.panel_space.shown(panel.rows[rows[0]].rect).centre)


def test_what_is_wrong_is_found(app: Any, watch: Any, driver: Any) -> None:
    """A caption, a title and a text that are too long, and controls upon each other."""
    screen = Screen(app)
    app.push(screen)
    layer, add = screen.layer, screen.controls.add

    def wrong() -> list[str]:
        return faults(watch.frame(app, lambda: driver.send("on_draw")))

    layer.frame("panel", Rect(100, 100, 300, 200))
    heading = layer.heading("Title", 250, 260, anchor_x="center")
    button = add(Button(layer, Rect(120, 120, 120, 40), "Back", app.pop))
    layer.label("One word", 120, 200, width=100, wrap=True)
    assert wrong() == []
    heading.text = "A title that is wider than the panel around it"
    assert ["does not fit" in fault for fault in wrong()] == [True]
    heading.text = "Title"
    button.text = "Back to where one came from"
    assert ["is cut off" in fault for fault in wrong()] == [True]
    button.text = "Back"
    add(Button(layer, Rect(230, 120, 120, 40), "Start", app.pop))
    assert ["overlap" in fault for fault in wrong()] == [True]
    screen.controls.widgets.pop().rect = Rect(0, 0, 0, 0)
    layer.label("Upon it", 122, 205)
    layer.label("Donaudampfschifffahrtsgesellschaft", 120, 230, width=100, wrap=True)
    layer.label("Outside", 1270, 600)
    kinds = [next(word for word in ("overlap", "longer", "window", "fit") if word in fault) for fault in wrong()]
    assert sorted(kinds) == ["fit", "longer", "overlap", "window"]
