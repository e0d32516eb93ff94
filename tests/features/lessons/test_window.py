"""The tutorial in the window: the list, a lesson that is solved, one that fails and is tried again."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from roborally.base import paths
from roborally.game.scenario.lessons import all_lessons
from roborally.game.session.instant_thinker import InstantThinker
from roborally.plugin_system.loader import Catalogue, find_plugins
from roborally.profile import done_lessons
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.frames.rehearsal import rehearsal
from roborally.ui.toolkit.theme import Rect
from tests.shipped import catalogue
from tests.sweeps import few_of
from tests.ui import desks
from tests.ui.conftest import Driver
from tests.ui.playing import written
from tests.ui.seen import button, labels, picture, share
from tests.writing import LESSON, write_content_plugin

pytestmark = pytest.mark.window
offered: list[str] = []
"""The modes of which a quick match has been offered."""
FEW = ("crash-and-burn/option-cards", "volt/start-numbers")
"""Lessons with questions, one of them the last of its edition."""
NUMBERS = {lesson.id: number for number, lesson in enumerate(all_lessons(catalogue()).usable)}


@pytest.fixture
def tutorial(app: Any, driver: Driver, catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    """Open the list of lessons with a separate profile."""
    from roborally.features.lessons.window.lesson_run import TutorialCoordinator
    from roborally.ui.pages.main_menu import Group, MainMenu, MenuEntry

    monkeypatch.setattr("roborally.base.paths.lessons_file", lambda: tmp_path / "lessons.toml")

    offered.clear()

    def leave() -> None:
        end = MenuEntry("Tutorial", "info", app.quit)
        app.replace(lambda: MainMenu(app, [Group("Learn", "info", [end])], [end]))

    found = TutorialCoordinator(app, catalogue, leave, offered.append, speed="skip", check=True)
    found.open()
    driver.frame()
    return found


@pytest.fixture
def play(app: Any, driver: Driver) -> Callable[[list[str]], None]:
    """Return a function that clicks a program, confirms it and waits for what comes of it."""
    from roborally.ui.match.attempt_screen import AttemptEnd

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
        driver.until(lambda: isinstance(app.screen_on_top, AttemptEnd), 400)

    return click_program


def test_nothing_of_another_screen_is_left_around_the_guidance(app: Any, driver: Driver, tutorial: Any) -> None:
    """A rehearsed frame leaves the camera of the board in use, and that must not limit what is cleared."""
    driver.click(button(app.screen_on_top, "Begin").rect.centre)
    driver.frame()
    app.switch_to()
    app.ctx.screen.clear(color=(255, 0, 255), viewport=(0, 0, app.width, app.height))
    with rehearsal():
        driver.send("on_draw")
    strip = app.screen_on_top.arrangement.strip
    edge = picture(driver, Rect(strip.x + 2, strip.y, strip.width - 4, 3))
    assert share(edge, theme.colour("background"), 0) == 1


@pytest.mark.parametrize("id_", few_of(["checkpoints-and-power-down", "volt/start-numbers", "move", "coming-back"], 2))
def test_the_guidance_has_room_in_a_small_window_with_large_texts(
    app: Any, tutorial: Any, look: Callable[..., None], speak: Callable[[str], None], id_: str
) -> None:
    """At 800 x 600 and 200 % the panel leaves a narrow strip."""
    speak("de")
    look(800, 600, 200)
    tutorial.begin(tutorial.lessons[NUMBERS[id_]])
    screen = app.screen_on_top
    guide, strip = screen.guide, screen.arrangement.strip
    for step in range(len(screen.attempt.lesson.guidance.steps)):
        guide.turn_to(step)
        assert strip.x < guide.text.box.x < guide.text.box.right < strip.right
        assert guide.next.rect.right < strip.right
        assert guide.text.box.y > guide.next.rect.top, step


def test_short_guidance_leaves_its_room_to_the_board(
    app: Any, tutorial: Any, look: Callable[..., None], speak: Callable[[str], None]
) -> None:
    """At 1280 x 800 and 200 % two rows of the board were in view, above guidance that was half empty."""
    speak("de")
    look(1280, 800, 200)
    tutorial.begin(tutorial.lessons[NUMBERS["move"]])
    screen = app.screen_on_top
    strip, board = screen.arrangement.strip, screen.board.rect
    assert strip.height == screen.guide.height(strip.width)
    assert board.y == strip.top
    assert board.height > strip.height / 2


def test_a_lesson_is_solved_with_the_mouse(app: Any, driver: Driver, tutorial: Any, play: Callable[..., None]) -> None:
    """CLI-2327, too: nothing of the guidance is half seen behind the result, which covers nothing of the board."""
    driver.click(button(app.screen_on_top, "Begin").rect.centre)
    screen = app.screen_on_top
    first = tutorial.lessons[0]
    assert screen.attempt.lesson is first
    assert screen.guide.text.text == first.guidance.steps[0].text
    driver.click(screen.guide.next.rect.centre)
    assert screen.guide.text.text == first.guidance.steps[1].text
    driver.click(screen.guide.back.rect.centre)
    assert screen.guide.step == 0

    play(first.guidance.wrong)
    assert "Dot does not stand on the marked space." in written(app.screen_on_top)
    assert done_lessons() == set()
    driver.click(button(app.screen_on_top, "Try again").rect.centre)
    screen, title = app.screen_on_top, f"Lesson 1: {first.title}"
    assert title in labels(app)
    play(first.scenario["robots"][0]["program"])
    assert "Done!" in labels(app)
    assert title not in labels(app)
    assert app.screen_on_top.area.top <= screen.arrangement.strip.top
    assert done_lessons() == {first.id}
    driver.click(button(app.screen_on_top, "Next lesson").rect.centre)
    assert app.screen_on_top.attempt.lesson is tutorial.lessons[1]


def test_no_cell_is_framed_while_robots_move(app: Any, driver: Driver, tutorial: Any, play: Any) -> None:
    """CLI-1502: the robot that the step frames is pushed away."""
    lesson = tutorial.lessons[NUMBERS["push"]]
    tutorial.begin(lesson)
    screen = app.screen_on_top
    driver.frame(2)
    step = lesson.guidance.steps[0]
    assert [robot.cell for robot in screen.context.display.robots][1:] == [step.cells[0]] == [*screen.pointers.pointed]
    play(lesson.scenario["robots"][0]["program"])
    assert screen.guide.step == 0
    assert screen.pointers.pointed == ()


def lessons(found: Iterable[str], few: tuple[str, ...]) -> list[Any]:
    """Return lessons as parameters, of which all but a few are played in the long tests alone."""
    return few_of([*few, *(id_ for id_ in found if id_ not in few)], len(few))


@pytest.mark.parametrize("id_", lessons([id_ for id_ in NUMBERS if "/" not in id_], ("checkpoints-and-power-down",)))
def test_the_other_lessons_can_be_solved(
    app: Any, driver: Driver, tutorial: Any, play: Callable[..., None], id_: str
) -> None:
    lesson = tutorial.lessons[NUMBERS[id_]]
    tutorial.begin(lesson)
    play(lesson.scenario["robots"][0]["program"], power_down=bool(lesson.scenario.get("decisions")))
    assert "Done!" in written(app.screen_on_top)


@pytest.mark.parametrize("id_", lessons([id_ for id_ in NUMBERS if "/" in id_], FEW))
def test_the_lessons_of_all_editions_are_played_to_their_end(app: Any, driver: Driver, tutorial: Any, id_: str) -> None:
    """CLI-1502: the solution leads to *Done!*; the step of a question is shown while it is asked."""
    from roborally.ui.match.attempt_screen import AttemptEnd, AttemptScreen

    lesson = tutorial.lessons[NUMBERS[id_]]
    tutorial.begin(lesson)
    screen = app.screen_on_top
    shown = set()
    prepared = {entry["ask"]: entry["answer"] for entry in lesson.scenario.get("decisions", [])}
    for _ in range(400):
        driver.frame(2, 1 / 20)
        if isinstance(app.screen_on_top, AttemptEnd):
            break
        asked = screen.question_controller.asked
        if asked is None:
            continue
        kind = asked["kind"]
        if any(step.ask == kind for step in screen.attempt.lesson.guidance.steps):
            assert lesson.guidance.steps[screen.guide.step].ask == kind
            shown.add(kind)
        program = tuple(lesson.scenario["robots"][0]["program"])
        screen.answer(0, asked["id"], program if kind == "program" else prepared.get(kind, asked["default"]))
    assert isinstance(app.screen_on_top, AttemptEnd)
    assert "Done!" in written(app.screen_on_top)
    assert set(prepared) <= shown, "what is to be answered is told when it is asked"
    assert isinstance(screen, AttemptScreen)
    last = [entry for entry in tutorial.lessons if entry.mode == lesson.mode][-1]
    driver.click(button(app.screen_on_top, "Quick match" if lesson is last else "Next lesson").rect.centre)
    assert offered == ([lesson.mode] if lesson is last else [])


def test_the_training_of_volt_is_done_with_the_mouse(app: Any, driver: Driver, tutorial: Any) -> None:
    """VLT-502 to VLT-507 as a person does it: dice on crosses, confirming, a start number."""
    from arcade import key

    from roborally.ui.match.attempt_screen import AttemptEnd
    from tests.screens.studio import lay_die

    lesson = tutorial.lessons[NUMBERS["volt/start-numbers"]]
    tutorial.begin(lesson)
    screen = app.screen_on_top
    driver.frame(12, 1 / 20)
    panel = next(iter(screen.panels.asking.values()))
    for cross, die in enumerate(("fire east 1", "move north 1", "move south 1")):
        lay_die(panel.controller, cross, die)
    panel.refresh()
    driver.click(panel.confirm.rect.centre)
    driver.until(lambda: screen.question_controller.dialog is not None, 100)
    assert screen.guide.text.text == lesson.guidance.steps[2].text
    assert screen.guide.step == 2
    assert not screen.guide.back.enabled, "clicks are the question's"
    driver.frame(12, 1 / 20)
    dialog = app.screen_on_top
    driver.key(key.ESCAPE)
    assert [label.text for label in app.screen_on_top.layer.labels][:1] == ["Leave the game?"]
    driver.key(key.ENTER)
    assert app.screen_on_top is dialog
    number = next(w for w in app.screen_on_top.controls.widgets if getattr(w, "label", None) and "1" in w.label.text)
    driver.click(number.rect.centre)
    driver.until(lambda: isinstance(app.screen_on_top, AttemptEnd), 400)
    assert "That was the training, operator." in written(app.screen_on_top)


def test_the_lessons_are_listed_by_edition(app: Any, driver: Driver, tutorial: Any) -> None:
    """CLI-1502."""
    from arcade import key

    page = app.screen_on_top
    assert [title for title, _line in page.editions.entries] == [
        "Standard",
        "Auenland",
        "Classic",
        "Crash and Burn",
        "RoboBall",
        "VOLT",
    ]
    assert page.editions.entries[0][1] == "0 of 7 done"
    driver.key(key.LEFT)
    assert page.editions.at == 0
    driver.key(key.RIGHT)
    assert page.editions.at == 1
    assert [title for title, _line in page.list.entries] == ["1  Virtual robots", "2  Your own objectives"]
    page.editions.choose(5)
    driver.key(key.ENTER)
    assert app.screen_on_top.attempt.lesson.id == "volt/controller"
    driver.key(key.ESCAPE)
    assert app.screen_on_top.editions.at == 5, "the list opens at the edition of the last lesson"


def test_keys_alone(app: Any, driver: Driver, tutorial: Any) -> None:
    from arcade import key

    from roborally.features.lessons.window.lesson_list import LessonList
    from roborally.ui.match.attempt_screen import AttemptEnd
    from roborally.ui.pages.main_menu import MainMenu

    driver.key(key.DOWN)
    driver.key(key.ENTER)
    screen = app.screen_on_top
    assert screen.attempt.lesson is tutorial.lessons[1]
    driver.key(key.PAGEDOWN)
    assert screen.guide.step == 1
    driver.key(key.PAGEUP)
    driver.key(key.PAGEUP)
    assert screen.guide.step == 0
    driver.frame(12, 1 / 20)
    panel = screen.panels.shown
    while not panel.complete():
        driver.key(key.TAB)
        if hasattr(panel.controls.focus, "command"):
            driver.key(key.SPACE)
    driver.until(lambda: bool(screen.board_pane.ghost.warning), 100)
    for _confirmed in range(2):  # the second time though the robot falls
        driver.key(key.ENTER)
    driver.until(lambda: isinstance(app.screen_on_top, AttemptEnd), 400)
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
    assert [line for _title, line in shown.entries] == ["Done", *["Not done yet"] * 6]
    assert shown.at == 1


def test_a_lesson_of_a_plugin_is_played_and_a_damaged_one_told(
    app: Any,
    driver: Driver,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    play: Callable[..., None],
) -> None:
    from roborally.features.lessons.window.lesson_list import LessonList
    from roborally.features.lessons.window.lesson_run import TutorialCoordinator

    monkeypatch.setattr("roborally.base.paths.lessons_file", lambda: tmp_path / "lessons.toml")
    swamp = write_content_plugin(tmp_path)
    (swamp / "lessons" / "02-bad.toml").write_text("[", encoding="utf-8")
    away = LESSON.replace("crushers", "hoops")
    (swamp / "lessons" / "04-away.toml").write_text(away, encoding="utf-8")
    (swamp / "lessons" / "03-tar.toml").write_text(LESSON.replace("crush1", "tar"), encoding="utf-8")
    catalogue = find_plugins([paths.plugin_folder(), tmp_path], installed=False)
    tutorial = TutorialCoordinator(app, catalogue, app.quit, offered.append, speed="skip", check=True)
    tutorial.open()
    driver.frame()
    page = app.screen_on_top
    assert page.list.entries[7] == ("8  Into the press", "Swamp · Not done yet")
    assert page.list.entries[8] == ("9  Into the press", "Swamp · Not done yet")
    assert page.editions.entries[-1] == ("Cannot be used", "")
    page.list.choose(8)
    page.act()
    driver.frame()
    assert "there is no element 'tar'" in written(app.screen_on_top)
    driver.click(button(app.screen_on_top, "OK").rect.centre)
    page.editions.choose(len(page.editions.entries) - 1)
    assert page.list.entries == [("02-bad.toml", "Cannot be used"), ("04-away.toml", "Cannot be used")]
    for row, reason in ((0, "not readable as TOML"), (1, "there is no plugin 'hoops'")):
        page.list.choose(row)
        page.act()
        driver.frame()
        assert reason in written(app.screen_on_top)
        driver.click(button(app.screen_on_top, "OK").rect.centre)
        assert app.screen_on_top is page
    page.editions.choose(0)
    page.list.choose(7)
    page.act()
    play(tutorial.lessons[7].scenario["robots"][0]["program"])
    assert done_lessons() == {"swamp/mud"}
    driver.click(button(app.screen_on_top, "All lessons").rect.centre)
    driver.frame()
    assert isinstance(app.screen_on_top, LessonList)
    assert app.screen_on_top.list.entries[7][1] == "Swamp · Done"


def test_an_edition_without_lessons_is_told(app: Any, driver: Driver, tutorial: Any) -> None:
    from roborally.features.lessons.window.lesson_list import LessonList

    tutorial.lessons = [lesson for lesson in tutorial.lessons if lesson.mode != "volt"]
    tutorial.edition = "volt"
    tutorial.open()
    driver.frame()
    assert "There are no lessons for this edition yet." in written(app.screen_on_top)
    driver.click(button(app.screen_on_top, "OK").rect.centre)
    assert isinstance(app.screen_on_top, LessonList)
    tutorial.open()
    assert isinstance(app.screen_on_top, LessonList), "it is told once"


@pytest.mark.parametrize("page", few_of(["lobby", "quick-match"]))
def test_an_edition_that_is_chosen_leads_to_its_lessons(
    app: Any, driver: Driver, catalogue: Catalogue, page: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """CLI-1502: the way from an edition to its lessons, and back."""
    from dataclasses import replace

    from roborally.features.lessons.window.lesson_list import LessonList
    from roborally.ui.shell.window import open_services

    monkeypatch.setattr("roborally.base.paths.lessons_file", lambda: tmp_path / "lessons.toml")
    client = open_services(app, catalogue, InstantThinker(catalogue, "random"), ["random"], speed="skip")
    client.router.home()
    desks.setup(client).wishes = replace(desks.setup(client).wishes, mode="roboball")
    desks.setup(client).chosen().choose_mode("roboball")
    client.router.open(page)
    driver.frame()
    before = type(app.screen_on_top)
    widgets = [*app.screen_on_top.controls.widgets]
    driver.click(next(entry for entry in widgets if getattr(entry, "text", "") == "Lessons").rect.centre)
    shown = app.screen_on_top
    assert isinstance(shown, LessonList)
    assert shown.editions.entries[shown.editions.at][0] == "RoboBall"
    driver.click(button(shown, "Back").rect.centre)
    assert type(app.screen_on_top) is before
    assert desks.setup(client).wishes.mode == desks.setup(client).chosen().mode == "roboball"
