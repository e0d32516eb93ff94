"""Another language and size while anything is open: every screen and dialog outlives it, and no match is lost."""

import re
from collections.abc import Iterable
from typing import Any

import msgspec
import pytest

from roborally.ui.match.match_screen import MatchScreen
from tests.screens.scenes import all_scenes

PARTS = 6
SMALL, LARGE = (1024, 640), (1600, 900)
CHANGES = (("de", SMALL), ("en", LARGE)), (("sv", LARGE), ("en", SMALL))
"""Languages and sizes, for one scene and the next in turn: from English into another language, and back."""
FEW = ("editor", "program-crash-and-burn", "moving-volt", "curtain", "online-match")
"""Scenes of the most different kinds: what is worked on, a match with and without a question, and one of others."""


def different_scenes() -> list[Any]:
    """Return the first scene of each kind: the 21 helps are one page, and so are the lessons."""
    kinds: dict[str, Any] = {}
    for scene in all_scenes():
        kinds.setdefault(re.sub(r"-\d+$", "", scene.name), scene)
    return list(kinds.values())


def matches(app: Any) -> list[Any]:
    return [screen for screen in app.screens if isinstance(screen, MatchScreen)]


def change(stage: Any, scenes: Iterable[Any]) -> None:
    """Change both over each scene in turn, with the settings: as over a match when a question or a notice comes."""
    studio, library = stage
    app = studio.app
    for number, scene in enumerate(scenes):
        studio.clear()
        studio.speak("en")
        scene.show(studio, library)
        before = matches(app)
        for language, size in CHANGES[number % 2]:
            studio.client.settings.open()
            page = app.screen_on_top
            studio.client.settings.change(msgspec.structs.replace(app.settings, language=language))
            studio.pretend_size(*size)
            studio.go_on(0.2)
            assert app.screens, scene.name
            if page in app.screens:
                app.screens.remove(page)
                page.closed()
            studio.go_on(0.3)
            studio.draw()
            assert all(screen in app.screens for screen in before), scene.name
            for screen in matches(app):
                assert_whole(app, screen)


def test_another_language_and_size_over_a_few(stage: Any) -> None:
    scenes = {scene.name: scene for scene in all_scenes()}
    change(stage, [scenes[name] for name in FEW])


@pytest.mark.long
@pytest.mark.parametrize("part", range(PARTS))
def test_another_language_and_size_over_everything(stage: Any, part: int) -> None:
    change(stage, different_scenes()[part::PARTS])


def assert_whole(app: Any, screen: Any) -> None:
    """What a match asks is still to be seen: the dialog or curtain stands in the window once."""
    controller = screen.question_controller
    shown = [controller.dialog, controller.hot_seat.curtain]
    for part in shown:
        if part is not None:
            assert app.screens.count(part) == 1
    kinds = [type(above) for above in app.screens]
    for part in filter(None, shown):
        assert kinds.count(type(part)) == 1
