"""Content of plugins in the lists of courses and lessons: a course that needs others, and unusable files."""

from collections.abc import Callable
from functools import partial

from roborally.base import paths
from roborally.features.lessons.window.lesson_run import TutorialCoordinator
from roborally.features.lobby.model import LobbyModel
from roborally.features.lobby.window.lobby_page import LobbyPage
from roborally.plugin_system.loader import Catalogue, find_plugins

from .menu_scenes import settle
from .moments import Library
from .studio import Studio

MANIFEST = """
id = "night-shift"
title = "Night shift in the old stamping works"
description = "A course and two lessons."
version = "1.0.0"
authors = ["Ada"]
license = "CC0-1.0"
api = 2
"""
COURSE = """
name = "Press and Flame"
description = "Everything that stamps, burns and pushes, in one hall. The gap between two strokes is short."
plugins = ["crushers", "flamers", "pushers"]
grid = \"\"\"
 d1>  .  crush15  .  c1
 d2>  .  flame24  .  c2
\"\"\"
"""
LESSON = """
name = "Between two strokes of the press"
plugins = ["crushers"]

[lesson]
steps = [{ text = "The press comes down in the first and fifth registers. Stop in front of it." }]
wrong = ["move1", "move1", "left", "left", "left"]

[board]
grid = " .  .  crush15  .  . "

[[robots]]
name = "Dot"
cell = [0, 0]
facing = "east"
deal = ["move1@490", "move1@500", "left@70", "left@90", "left@110", "right@80", "u-turn@10"]
program = ["move1@490", "left@70", "left@90", "left@110", "right@80"]

[[expect]]
after = "register 2"
robots.Dot = { cell = [1, 0] }
"""


def scenes() -> dict[str, Callable[[Studio, Library], None]]:
    """Return the scenes by name."""
    return {
        "lobby-course-needs": partial(lobby, "press-and-flame"),
        "lobby-course-unusable": partial(lobby, "unfinished"),
        "tutorial-plugins": partial(tutorial, False),
        "tutorial-unusable": partial(tutorial, True),
    }


def with_plugin() -> Catalogue:
    """Write a plugin with a course and lessons among the player's files, and return all plugins."""
    folder = paths.user_plugin_folder() / "night-shift"
    broken = LESSON.replace("name =", "title =")
    files = {
        "plugin.toml": MANIFEST,
        "boards/press-and-flame.toml": COURSE,
        "boards/unfinished.toml": COURSE.replace('"flamers"', '"flamerz"'),
        "lessons/01-strokes.toml": LESSON,
        "lessons/02-unfinished.toml": broken,
    }
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")
    return find_plugins([paths.plugin_folder(), paths.user_plugin_folder()], installed=False)


def lobby(course: str, studio: Studio, library: Library) -> None:
    """Show the lobby with a course of a plugin that cannot be played as it is."""
    model = LobbyModel(with_plugin(), studio.client.bots)
    while len(model.seats) > 2:
        model.remove(2)
    model.course = course
    studio.app.push(LobbyPage(studio.app, model, lambda config: None, lambda path: None))
    settle(studio)


def tutorial(unusable: bool, studio: Studio, library: Library) -> None:
    """Show the end of the list of lessons, and the reason why the last one cannot be used."""
    TutorialCoordinator(studio.app, with_plugin(), studio.client.router.home, lambda mode: None, speed="skip").open()
    page = studio.top
    if unusable:
        page.editions.choose(len(page.editions.entries) - 1)
    page.list.choose(len(page.list.entries) - 1)
    if unusable:
        page.act()
