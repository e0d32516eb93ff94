"""The tutorial in the window: the list, a lesson that is solved, one that fails and is tried again."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from roborally.base import paths
from roborally.plugin_system.loader import Catalogue, find_plugins
from roborally.profile import done_lessons
from tests.writing import LESSON, write_content_plugin

from .conftest import Driver

pytestmark = pytest.mark.window


@pytest.fixture
def tutorial(app: Any, driver: Driver, catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    """Open the list of lessons with a separate profile."""
    from roborally.ui.pages.main_menu import MainMenu
    from roborally.ui.tutorial.coordinator import TutorialCoordinator

    monkeypatch.setattr("roborally.base.paths.lessons_file", lambda: tmp_path / "lessons.toml")

    def leave() -> None:
        app.replace(lambda: MainMenu(app, [("Tutorial", "info", app.quit)]))

    found = TutorialCoordinator(app, catalogue, leave, speed="skip", check=True)
    found.open()
    driver.frame()
    return found


@pytest.fixture
def play(app: Any, driver: Driver) -> Callable[[list[str]], None]:
    """Return a function that clicks a program, confirms it and waits for what comes of it."""
    from roborally.ui.tutorial.lesson_screen import LessonEnd

    def click_program(cards: list[str], power_down: bool = False) -> None:
        screen = app.screen_on_top
        driver.frame(12, 1 / 20)  # a panel that has just come takes no clicks
        panel = next(iter(screen.panels.asking.values()))
        for card in cards:
            command = card.partition("@")[0]
            tile = next(entry for entry in panel.commands if entry.command == command)
            driver.click(tile.rect.centre)
        if power_down:
            driver.click(panel.power_button.rect.centre)
        driver.click(panel.confirm.rect.centre)
        driver.until(lambda: isinstance(app.screen_on_top, LessonEnd), 400)

    return click_program


def texts(screen: Any) -> str:
    return " ".join(label.text for label in screen.layer.labels)


def button(screen: Any, text: str) -> Any:
    return next(entry for entry in screen.controls.widgets if getattr(entry, "text", "") == text)


def test_a_lesson_is_solved_with_the_mouse(app: Any, driver: Driver, tutorial: Any, play: Callable[..., None]) -> None:
    driver.click(button(app.screen_on_top, "Begin").rect.centre)
    screen = app.screen_on_top
    first = tutorial.lessons[0]
    assert screen.attempt.lesson is first
    assert screen.text.text == first.guidance.steps[0].text
    driver.click(screen.next.rect.centre)
    assert screen.text.text == first.guidance.steps[1].text
    driver.click(screen.back.rect.centre)
    assert screen.step == 0

    play(first.scenario["robots"][0]["program"])
    assert "Done!" in texts(app.screen_on_top)
    assert done_lessons() == {first.id}
    driver.click(button(app.screen_on_top, "Next lesson").rect.centre)
    assert app.screen_on_top.attempt.lesson is tutorial.lessons[1]


def test_a_lesson_fails_and_is_tried_again(app: Any, driver: Driver, tutorial: Any, play: Callable[..., None]) -> None:
    lesson = tutorial.lessons[0]
    tutorial.begin(lesson)
    play(lesson.guidance.wrong)
    assert "Dot should stand at column 5, row 2; it stands at " in texts(app.screen_on_top)
    assert done_lessons() == set()
    driver.click(button(app.screen_on_top, "Try again").rect.centre)
    play(lesson.scenario["robots"][0]["program"])
    assert "Done!" in texts(app.screen_on_top)


@pytest.mark.parametrize("number", range(1, 5))
def test_the_other_lessons_can_be_solved(
    app: Any, driver: Driver, tutorial: Any, play: Callable[..., None], number: int
) -> None:
    lesson = tutorial.lessons[number]
    tutorial.begin(lesson)
    play(lesson.scenario["robots"][0]["program"], power_down=bool(lesson.scenario.get("decisions")))
    assert "Done!" in texts(app.screen_on_top)


def test_keys_alone(app: Any, driver: Driver, tutorial: Any) -> None:
    from arcade import key

    from roborally.ui.pages.main_menu import MainMenu
    from roborally.ui.tutorial.lesson_list import LessonList
    from roborally.ui.tutorial.lesson_screen import LessonEnd

    driver.key(key.DOWN)
    driver.key(key.ENTER)
    screen = app.screen_on_top
    assert screen.attempt.lesson is tutorial.lessons[1]
    driver.key(key.PAGEDOWN)
    assert screen.step == 1
    driver.key(key.PAGEUP)
    driver.key(key.PAGEUP)
    assert screen.step == 0
    driver.frame(12, 1 / 20)
    panel = screen.panels.shown
    while not panel.complete():
        driver.key(key.TAB)
        if hasattr(panel.controls.focus, "command"):
            driver.key(key.SPACE)
    driver.key(key.ENTER)
    driver.until(lambda: isinstance(app.screen_on_top, LessonEnd), 400)
    assert screen.panels.shown is screen.panels.moving, "the old hand is not shown behind the end"
    driver.key(key.ESCAPE)
    assert isinstance(app.screen_on_top, LessonList)
    driver.key(key.ENTER)
    driver.key(key.ESCAPE)
    assert isinstance(app.screen_on_top, LessonList)
    driver.key(key.ESCAPE)
    assert isinstance(app.screen_on_top, MainMenu)


def test_what_is_done_is_marked(app: Any, driver: Driver, tutorial: Any) -> None:
    from roborally.profile import mark_done

    assert "Done" not in [title for title, _line in app.screen_on_top.list.entries]
    mark_done(tutorial.lessons[0].id)
    tutorial.open()
    shown = app.screen_on_top.list
    assert [line for _title, line in shown.entries] == ["Done", *["Not done yet"] * 4]
    assert shown.at == 1


def test_a_lesson_of_a_plugin_is_played_and_a_damaged_one_told(
    app: Any,
    driver: Driver,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    play: Callable[..., None],
) -> None:
    from roborally.ui.tutorial.coordinator import TutorialCoordinator
    from roborally.ui.tutorial.lesson_list import LessonList

    monkeypatch.setattr("roborally.base.paths.lessons_file", lambda: tmp_path / "lessons.toml")
    swamp = write_content_plugin(tmp_path)
    (swamp / "lessons" / "02-bad.toml").write_text("[", encoding="utf-8")
    (swamp / "lessons" / "03-tar.toml").write_text(LESSON.replace("crush1", "tar"), encoding="utf-8")
    catalogue = find_plugins([paths.plugin_folder(), tmp_path], installed=False)
    tutorial = TutorialCoordinator(app, catalogue, app.quit, speed="skip", check=True)
    tutorial.open()
    driver.frame()
    page = app.screen_on_top
    assert page.list.entries[5] == ("6  Into the press", "Swamp · Not done yet")
    assert page.list.entries[7] == ("02-bad.toml", "Cannot be used")
    for row, reason in ((7, "not readable as TOML"), (6, "there is no element 'tar'")):
        page.list.choose(row)
        page.begin()
        driver.frame()
        assert reason in texts(app.screen_on_top)
        driver.click(button(app.screen_on_top, "OK").rect.centre)
        assert app.screen_on_top is page
    page.list.choose(5)
    page.begin()
    play(tutorial.lessons[5].scenario["robots"][0]["program"])
    assert done_lessons() == {"swamp/mud"}
    driver.click(button(app.screen_on_top, "All lessons").rect.centre)
    driver.frame()
    assert isinstance(app.screen_on_top, LessonList)
    assert app.screen_on_top.list.entries[5][1] == "Swamp · Done"
