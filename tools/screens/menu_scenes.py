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
from roborally.base.translation import _
from roborally.profile.kept import MatchKeeper
from roborally.records.file_format import REPLAY_SUFFIX, SAVE_SUFFIX
from roborally.scenario.lessons import Lesson, find_lessons
from roborally.ui.exhibition.from_menu import open_page
from roborally.ui.pages.keys_page import turn_to_keys
from roborally.ui.pages.living_floor import LivingFloor
from roborally.ui.pages.story_page import CHAPTERS
from roborally.ui.tutorial.coordinator import TutorialCoordinator

from . import profile
from .moments import COURSES, Library
from .studio import STANDARD_ROBOTS, STEP, Studio

Show = Callable[[Studio, Library], None]
LESSONS = 28
"""How many lessons there are, of all editions."""
PAGES = 6
"""How often the settings of the lobby are scrolled on."""


def scenes() -> dict[str, Show]:
    """Return the scenes by name."""
    found: dict[str, Show] = {"menu": lambda studio, library: studio.client.main_menu()}
    found |= {f"quick-match-{mode}": partial(quick_match, mode) for mode in COURSES}
    found |= {f"quick-match-{robot}": partial(quick_match, "standard", robot=robot) for robot in STANDARD_ROBOTS}
    found |= {f"lobby-{mode}": partial(lobby, mode) for mode in COURSES}
    found |= {f"lobby-settings-{page}": partial(lobby_settings, page) for page in range(1, PAGES + 1)}
    found |= {
        "menu-floor": menu_floor,
        "surprise": partial(surprise, 1),
        "surprise-variants": partial(surprise, 3),
        "lobby-cards": lobby_cards,
        "lobby-hot-seat": lobby_hot_seat,
        "lobby-eight": lobby_eight,
        "lobby-nobody": lobby_nobody,
        "lobby-refused": lobby_refused,
        "match-files-load": partial(match_files, ""),
        "match-files-damaged": partial(match_files, "damaged"),
        "match-files-save": partial(match_files, "save"),
        "match-files-replace": partial(match_files, "replace"),
        "match-files-saved": partial(match_files, "saved"),
        "match-files-no-name": partial(match_files, "no name"),
        "load-from-lobby": load_from_lobby,
        "load": partial(load, ""),
        "load-damaged": partial(load, f"damaged{SAVE_SUFFIX}"),
        "replays": partial(replays, ""),
        "replays-recent": partial(replays, "recent"),
        "replays-delete": partial(replays, "delete"),
        "replays-damaged": partial(replays, "damaged"),
        "menu-continue": partial(continuing, "menu"),
        "continue": partial(continuing, ""),
        "continue-delete": partial(continuing, "delete"),
        "continue-damaged": partial(continuing, "damaged"),
        "continue-nothing": partial(continuing, "nothing"),
        "settings": settings,
        "welcome": welcome,
        "settings-name": partial(settings, at=0),
    }
    found |= {f"settings-help-{number}": partial(settings, at=number) for number in range(1, 22)}
    found |= {f"story-{number}": partial(story, number) for number in range(1, len(CHAPTERS) + 1)}
    found |= {
        "settings-refused": settings_refused,
        "keys-menu": keys,
        "keys-text": partial(keys, focus=True),
        "statistics-empty": statistics_empty,
        "statistics": partial(statistics, 0),
        "statistics-end": partial(statistics, 40),
        "tutorial": tutorial,
    }
    found |= {f"rulebook-{mode}": partial(rulebook, f"edition:{mode}") for mode in COURSES}
    found |= {f"lesson-{number}": partial(lesson, number) for number in range(1, LESSONS + 1)}
    found |= {
        "lesson-done": partial(lesson_result, "done"),
        "lesson-not-yet": partial(lesson_result, "wrong"),
        "lesson-last": partial(lesson_result, "last"),
        "credits": partial(credits_page, 0),
        "credits-end": partial(credits_page, 1),
        "menu-newcomer": newcomer,
        "exhibition-page": exhibition_page,
        "rulebook-index": partial(rulebook, "index"),
        "rulebook-rule": partial(rulebook, "STD-603"),
        "rulebook-table": partial(rulebook, "COM-15"),
        "rulebook-search": rulebook_search,
    }
    return found


# --- setting up -----------------------------------------------------------------------------------------------------


def quick_match(mode: str, studio: Studio, library: Library, robot: str = "") -> None:
    """The page of a quick match with the rules of an edition, and a robot."""
    wishes = replace(studio.client.setup.wishes, mode=mode, course=COURSES[mode])
    studio.client.setup.wishes = replace(wishes, robot=robot or wishes.robot)
    studio.client.setup.quick_match()
    settle(studio)


def menu_floor(studio: Studio, library: Library) -> None:
    """The main menu with robots on the floor behind it."""
    floor = LivingFloor(studio.app, studio.catalogue)
    while floor.prepare():
        pass
    for _step in range(200):
        floor.update(STEP)
    before, studio.client.floor = studio.client.floor, lambda: floor
    studio.client.main_menu()
    studio.client.floor = before


def surprise(seed: int, studio: Studio, library: Library) -> None:
    """A match that has been drawn."""
    studio.client.main_menu()
    studio.client.setup.lot = random.Random(seed)
    studio.client.setup.surprise()
    settle(studio)


def lobby(mode: str, studio: Studio, library: Library) -> Any:
    """The lobby with an edition and four players."""
    studio.client.setup.lobby()
    page = studio.top
    page.load_match(library.game(mode).config)
    settle(studio)
    return page


def settle(studio: Studio) -> None:
    """Draw a frame, after which a page makes the rest of its contents."""
    studio.draw()
    studio.go_on(STEP)
    while not studio.top.ready:
        studio.go_on(STEP)


def lobby_settings(number: int, studio: Studio, library: Library) -> None:
    """Page `number` of all settings, unfolded, of the edition that has the most."""
    page = lobby("crash-and-burn", studio, library)
    section = page.settings
    section.opened = {plugin.id for plugin, _settings in page.lobby.settings()}
    section.fill()
    section.area.scroll_to((number - 1) * (section.area.rect.height - 40))
    studio.go_on(STEP)


def lobby_cards(studio: Studio, library: Library) -> None:
    """The lobby with the list of option cards, two of them left out."""
    page = lobby("crash-and-burn", studio, library)
    section = page.settings
    section.opened = {"option-cards", "option-cards without"}
    page.lobby.set_value("option-cards", "without", ["brakes", "reverse-gears"])
    section.fill()
    section.area.show(section.inner["option-cards without power-down-shield"].rect)
    studio.go_on(STEP)


def lobby_hot_seat(studio: Studio, library: Library) -> None:
    """Several people, of whom one is not ready."""
    page = lobby("standard", studio, library)
    for number in (0, 1, 2):
        page.lobby.change_seat(number, controller="human")
    page.lobby.seats[0].ready = True
    page.changed(*page.sections)
    settle(studio)


def lobby_eight(studio: Studio, library: Library) -> None:
    """Eight seats, of which two have the same name."""
    page = lobby("roboball", studio, library)
    while len(page.lobby.seats) < 8:
        page.lobby.add_bot()
    page.lobby.change_seat(7, name="Ada")
    page.changed(*page.sections)
    settle(studio)


def lobby_nobody(studio: Studio, library: Library) -> None:
    """The lobby without players."""
    page = lobby("volt", studio, library)
    page.lobby.seats.clear()
    page.changed(*page.sections)
    settle(studio)


def lobby_refused(studio: Studio, library: Library) -> None:
    """A match that cannot begin."""
    page = lobby("standard", studio, library)
    page.lobby.seats.clear()
    page.start()


# --- files ----------------------------------------------------------------------------------------------------------


def match_files(what: str, studio: Studio, library: Library) -> None:
    """The pages of match files and what they say."""
    page = lobby("standard", studio, library)
    if what in ("", "damaged"):
        page.open_match_files()
        if what:
            names = [path.stem for path, _content in studio.top.files]
            studio.top.list.choose(names.index(what))
            studio.top.act()
        return
    page.save_match_file()
    saving = studio.top
    if what != "save":
        saving.field.value = {"replace": "Sunday", "saved": "Monday", "no name": ""}[what]
        saving.field.refresh()
        saving.act()
    (paths.match_folder() / "Monday.toml").unlink(missing_ok=True)


def load_from_lobby(studio: Studio, library: Library) -> None:
    """The saved games, none of which fits the players."""
    page = lobby("standard", studio, library)
    for number in (0, 1):
        page.lobby.change_seat(number, controller="human")
    page.open_saves()


def load(name: str, studio: Studio, library: Library) -> None:
    """The saved games; with a name what is said of a file."""
    studio.client.main_menu()
    studio.client.setup.load_page()
    if name:
        names = [path.name for path, _summary in studio.top.files]
        studio.top.list.choose(names.index(name))
        studio.top.act()


def replays(what: str, studio: Studio, library: Library) -> None:
    """The recorded matches; what is said of a damaged one, or before one is deleted."""
    studio.client.main_menu()
    recent = studio.client.replays.recent
    before, recent.replays = recent.replays, profile.keep_replays(library) if what == "recent" else None
    studio.client.replays.open_page()
    recent.replays = before
    studio.go_on(1)
    while not studio.top.ready:
        studio.go_on(STEP)
    for path in paths.recent_folder().rglob(f"*{REPLAY_SUFFIX}"):
        path.unlink()
    if what == "damaged":
        studio.client.replays.watch_file(paths.save_folder() / f"broken{REPLAY_SUFFIX}")
    elif what == "delete":
        studio.top.ask_to_delete()


def continuing(what: str, studio: Studio, library: Library) -> None:
    """The main menu with matches that can be continued, their list, and what is said of them."""
    profile.leave_matches(library)
    folder = paths.save_folder() if what == "nothing" else paths.kept_folder()
    studio.client.rescue.keeper = MatchKeeper(folder / "none" if what == "nothing" else folder)
    studio.client.main_menu()
    if what == "menu":
        return
    studio.client.rescue.open_page()
    settle(studio)
    if what == "delete":
        studio.top.ask_to_delete()
    elif what == "damaged":
        names = [path.stem for path, _summary in studio.top.files]
        studio.top.cards.choose(names.index("match-9"))
        studio.top.act()
        for path in paths.kept_folder().glob("*.damaged*"):
            path.unlink()


# --- settings, statistics, credits ----------------------------------------------------------------------------------


def welcome(studio: Studio, library: Library) -> None:
    """The questions of a first start."""
    studio.client.main_menu()
    studio.client.welcome()


def settings(studio: Studio, library: Library, at: int | None = None) -> None:
    """The settings, and what a setting means that has the focus."""
    studio.client.main_menu()
    studio.client.settings_page()
    widgets = studio.top.controls.widgets
    if at is not None and at < len(widgets):
        studio.top.controls.set_focus(widgets[at])


def keys(studio: Studio, library: Library, *, focus: bool = False) -> None:
    """The page of keys, over the settings where the name has the focus, or over the main menu."""
    studio.client.main_menu()
    if focus:
        studio.client.settings_page()
        studio.top.controls.set_focus(studio.top.name)
    turn_to_keys(studio.app)


def story(number: int, studio: Studio, library: Library) -> None:
    """A page of the story, counted from 1."""
    studio.client.main_menu()
    studio.client.story(lambda: None, _("Main menu"))
    for _page in range(number - 1):
        studio.top.go_on()


def settings_refused(studio: Studio, library: Library) -> None:
    """The message when the settings cannot be written."""
    studio.client.main_menu()
    studio.client.settings_page()
    told = Message.of("Your settings apply until you quit, but could not be saved.")
    why = Message.of("cannot be written: {error}", paths.settings_file(), error=reason(OSError(ENOSPC, "")))
    studio.client.tell([told, why])


def statistics(rows: int, studio: Studio, library: Library) -> None:
    """Statistics and achievements of a player, scrolled down by some rows."""
    profile.write_history(library)
    studio.client.main_menu()
    studio.client.statistics_page()
    studio.top.table.to(rows)
    studio.top.list.to(rows)


def statistics_empty(studio: Studio, library: Library) -> None:
    """Statistics before any game."""
    profile.forget_history()
    studio.client.main_menu()
    studio.client.statistics_page()


def credits_page(end: int, studio: Studio, library: Library) -> None:
    """The credits, or their end."""
    studio.client.main_menu()
    studio.client.credits_page()
    if end:
        studio.key(arcade.key.END)


# --- tutorial -------------------------------------------------------------------------------------------------------


def new_tutorial(studio: Studio) -> TutorialCoordinator:
    """Return the tutorial, of which two lessons are done."""
    profile.mark_lessons([entry.id for entry in find_lessons()[:2]])
    return TutorialCoordinator(studio.app, studio.catalogue, studio.client.main_menu, lambda mode: None, speed="skip")


def tutorial(studio: Studio, library: Library) -> None:
    """The list of lessons."""
    new_tutorial(studio).open()


def begin_lesson(number: int, studio: Studio) -> tuple[Lesson, Any]:
    """Begin a lesson, wait until the first question is asked, and return the lesson and its screen."""
    made = new_tutorial(studio)
    found: Lesson = made.lessons[number - 1]
    made.begin(found)
    screen = studio.top
    studio.go_on(1)
    return found, screen


def lesson(number: int, studio: Studio, library: Library) -> None:
    """A lesson at the longest step of its guidance."""
    found, screen = begin_lesson(number, studio)
    lengths = [len(found.text(step.text)) for step in found.guidance.steps]
    screen.turn_to(lengths.index(max(lengths)))


def lesson_result(what: str, studio: Studio, library: Library) -> None:
    """The result of a lesson."""
    found, screen = begin_lesson(len(find_lessons()) if what == "last" else 1, studio)
    question = screen.question_controller.asked
    failing: list[str] = found.failing()["robots"][0]["programs"][0]
    cards = failing if what == "wrong" else found.scenario["robots"][0]["program"]
    panel = screen.panels.asking["program"]
    for card in cards:
        panel.add(card.partition("@")[0])
    if found.scenario.get("decisions") and what != "wrong":
        for other in screen.session.decisions(question["seat"]):
            if other["kind"] != "program":
                screen.session.answer(question["seat"], other["id"], "yes")
    panel.hand_in()
    for _step in range(400):
        if studio.top is not screen:
            return
        studio.go_on(STEP)
    raise SystemExit(f"lesson {found.id!r} does not come to its end")


def newcomer(studio: Studio, library: Library) -> None:
    """The main menu of somebody who has not done a lesson."""
    profile.mark_lessons([])
    studio.client.main_menu()


def rulebook(place: str, studio: Studio, library: Library) -> None:
    """The rulebook at a place."""
    studio.client.main_menu()
    studio.client.rulebook(place)
    studio.go_on(2)


def rulebook_search(studio: Studio, library: Library) -> None:
    """What a search has found."""
    studio.client.main_menu()
    studio.client.rulebook()
    studio.top.typed("laser")
    studio.go_on(1)


def exhibition_page(studio: Studio, library: Library) -> None:
    """The page that begins an exhibition."""
    studio.client.main_menu()
    open_page(studio.client)
