"""The pages outside a match: menus, lobby, files, settings, statistics, tutorial, credits, replays."""

import random
from collections.abc import Callable
from dataclasses import replace
from errno import ENOSPC
from functools import partial
from typing import Any

import arcade

from roborally.base import paths
from roborally.base.errors import Message, reason
from roborally.features.story.window.story_page import StoryPage
from roborally.ui.pages.keys_page import turn_to_keys
from roborally.ui.pages.openings import FACTORY, opening_of
from tests.ui import desks

from . import profile
from .moments import COURSES, Library
from .studio import STANDARD_ROBOTS, STEP, Studio

Show = Callable[[Studio, Library], None]
PAGES = 7
"""The number of pages of the lobby's settings."""


def scenes() -> dict[str, Show]:
    """Return the scenes by name."""
    found: dict[str, Show] = {"menu": lambda studio, library: studio.client.router.home()}
    found |= {f"quick-match-{mode}": partial(quick_match, mode) for mode in COURSES}
    found |= {f"quick-match-{robot}": partial(quick_match, "standard", robot=robot) for robot in STANDARD_ROBOTS}
    found |= {f"lobby-{mode}": partial(lobby, mode) for mode in COURSES}
    found |= {f"lobby-settings-{page}": partial(lobby_settings, page) for page in range(1, PAGES + 1)}
    found |= {
        "menu-play": partial(menu_group, 0),
        "menu-learn": partial(menu_group, 1),
        "menu-workshop": partial(menu_group, 2),
        "surprise": partial(surprise, 1),
        "surprise-variants": partial(surprise, 3),
        "lobby-cards": lobby_cards,
        "lobby-hot-seat": lobby_hot_seat,
        "lobby-eight": lobby_eight,
        "lobby-nobody": lobby_nobody,
        "lobby-refused": lobby_refused,
        "settings": settings,
        "welcome": welcome,
    }
    found |= {f"settings-help-{number}": partial(settings, at=number) for number in range(22)}
    found |= {f"story-{number}": partial(story, number) for number in range(1, len(FACTORY) + 1)}
    for mode in ("crash-and-burn", "roboball", "volt"):
        found |= {f"opening-{mode}-{number}": partial(opening, mode, number) for number in range(1, 4)}
    found |= {
        "settings-refused": settings_refused,
        "keys-menu": keys,
        "keys-text": partial(keys, focus=True),
        "statistics-empty": statistics_empty,
        "statistics": partial(statistics, 0),
        "statistics-end": partial(statistics, 40),
    }
    found |= {
        "credits": partial(credits_page, 0),
        "credits-end": partial(credits_page, 1),
        "menu-newcomer": newcomer,
        "exhibition-page": exhibition_page,
    }
    return found


# --- setting up -----------------------------------------------------------------------------------------------------


def quick_match(mode: str, studio: Studio, library: Library, robot: str = "") -> None:
    """Show the page of a quick match with the rules of an edition, and a robot."""
    wishes = replace(desks.setup(studio.client).wishes, mode=mode, course=COURSES[mode])
    desks.setup(studio.client).wishes = replace(wishes, robot=robot or wishes.robot)
    studio.client.router.open("quick-match")
    settle(studio)


def menu_group(number: int, studio: Studio, library: Library) -> None:
    """Show the entries of a group of the main menu."""
    studio.client.router.home()
    studio.top.open(studio.top.groups[number])


def surprise(seed: int, studio: Studio, library: Library) -> None:
    """Show a random match."""
    studio.client.router.home()
    desks.setup(studio.client).lot = random.Random(seed)
    studio.client.router.open("surprise")
    settle(studio)


def lobby(mode: str, studio: Studio, library: Library) -> Any:
    """Show the lobby with an edition and four players, and return its page."""
    studio.client.router.open("lobby")
    page = studio.top
    page.load_match(library.game(mode).config)
    settle(studio)
    return page


def settle(studio: Studio) -> None:
    """Draw frames until a page has made the rest of its content."""
    studio.draw()
    studio.go_on(STEP)
    while not studio.top.ready:
        studio.go_on(STEP)


def lobby_settings(number: int, studio: Studio, library: Library) -> None:
    """Show page `number` of all settings, expanded, of the edition with the most."""
    page = lobby("crash-and-burn", studio, library)
    section = page.settings
    page.show("settings")
    section.opened = {plugin.id for plugin, _settings in page.lobby.settings()}
    page.changed(anew=True)
    section.area.scroll_to((number - 1) * (section.area.rect.height - 40))
    studio.go_on(STEP)


def lobby_cards(studio: Studio, library: Library) -> None:
    """Show the lobby with the list of option cards, two of them left out."""
    page = lobby("crash-and-burn", studio, library)
    section = page.settings
    page.show("settings")
    section.opened = {"option-cards", "option-cards without"}
    page.lobby.set_value("option-cards", "without", ["brakes", "reverse-gears"])
    page.changed(anew=True)
    section.area.show(section.area.group.named["option-cards without power-down-shield"].rect)
    studio.go_on(STEP)


def lobby_hot_seat(studio: Studio, library: Library) -> None:
    """Show several people, one of them not ready."""
    page = lobby("standard", studio, library)
    for number in (0, 1, 2):
        page.lobby.change_seat(number, controller="human")
    page.lobby.seats[0].ready = True
    page.show("seats")
    settle(studio)


def lobby_eight(studio: Studio, library: Library) -> None:
    """Show eight seats, two of them with the same name."""
    page = lobby("roboball", studio, library)
    while len(page.lobby.seats) < 8:
        page.lobby.add_bot()
    page.lobby.change_seat(7, name="Ada")
    page.show("seats")
    settle(studio)


def lobby_nobody(studio: Studio, library: Library) -> None:
    """Show the lobby without players."""
    page = lobby("volt", studio, library)
    page.lobby.seats.clear()
    page.show("seats")
    settle(studio)


def lobby_refused(studio: Studio, library: Library) -> None:
    """Show a match that cannot start."""
    page = lobby("standard", studio, library)
    page.lobby.seats.clear()
    page.start()


# --- settings, statistics, credits ----------------------------------------------------------------------------------


def welcome(studio: Studio, library: Library) -> None:
    """Show the questions of a first start."""
    studio.client.router.home()
    studio.client.settings.welcome()


def settings(studio: Studio, library: Library, at: int | None = None) -> None:
    """Show the settings, and the explanation of one with the focus."""
    studio.client.router.home()
    studio.client.settings.open()
    widgets = studio.top.controls.widgets
    if at is not None and at < len(widgets):
        studio.top.controls.set_focus(widgets[at])
        studio.top.space.show(widgets[at].rect)


def keys(studio: Studio, library: Library, *, focus: bool = False) -> None:
    """Show the page of keys, over the settings with the focus on the name, or over the main menu."""
    studio.client.router.home()
    if focus:
        studio.client.settings.open()
        studio.top.controls.set_focus(studio.top.name)
    turn_to_keys(studio.app)


def story(number: int, studio: Studio, library: Library) -> None:
    """Show a page of the story, counted from 1."""
    studio.client.router.home()
    studio.client.router.open("story")
    for _page in range(number - 1):
        studio.top.go_on()


def opening(mode: str, number: int, studio: Studio, library: Library) -> None:
    """Show a page of a mode's opening, counted from 1, as before the first match."""
    studio.client.router.home()
    own = opening_of(studio.catalogue.get(mode))
    studio.app.push(StoryPage(studio.app, studio.catalogue, [own]))
    for _page in range(number - 1):
        studio.top.go_on()


def settings_refused(studio: Studio, library: Library) -> None:
    """Show the message when the settings cannot be written."""
    studio.client.router.home()
    studio.client.settings.open()
    text = Message.of("Your settings apply until you quit, but could not be saved.")
    why = Message.of("cannot be written: {error}", paths.settings_file(), error=reason(OSError(ENOSPC, "")))
    studio.client.settings.report([text, why])


def statistics(rows: int, studio: Studio, library: Library) -> None:
    """Show statistics and achievements of a player, scrolled down by some rows."""
    profile.write_history(library)
    studio.client.router.home()
    studio.client.router.open("statistics")
    studio.top.table.to(rows)
    studio.top.list.to(rows)


def statistics_empty(studio: Studio, library: Library) -> None:
    """Show statistics before any game."""
    profile.forget_history()
    studio.client.router.home()
    studio.client.router.open("statistics")


def credits_page(end: int, studio: Studio, library: Library) -> None:
    """Show the credits, or their end."""
    studio.client.router.home()
    studio.client.router.open("credits")
    if end:
        studio.key(arcade.key.END)


def newcomer(studio: Studio, library: Library) -> None:
    """Show the main menu of a player who has not done a lesson."""
    profile.mark_lessons([])
    studio.client.router.home()


def exhibition_page(studio: Studio, library: Library) -> None:
    """Show the page that sets up an exhibition."""
    studio.client.router.home()
    studio.client.router.open("exhibition")
    while not studio.top.preview.ready:
        studio.go_on(STEP)
