"""The rulebook in the window, the steps of a turn, and what leads to them (CLI-1501, CLI-1505 to CLI-1508)."""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from roborally.base import paths
from roborally.narration.rulebook.pages import PAGES
from roborally.profile import mark_done
from tests.sweeps import few_of
from tests.ui.conftest import Driver
from tests.ui.seen import button, labels, texts

pytestmark = pytest.mark.window


@pytest.fixture
def client(open_program: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr(paths, "lessons_file", lambda: tmp_path / "lessons.toml")
    return open_program(speed="slow")


@pytest.fixture
def menu(client: Any, driver: Driver) -> Any:
    client.router.home()
    driver.frame(2)
    return client


@pytest.fixture
def match(client: Any, app: Any, driver: Driver, new_game: Any) -> Any:
    client.start(new_game())
    driver.frame(12, 1 / 20)
    return app.screen_on_top


def key(driver: Driver, name: str) -> Any:
    import arcade

    driver.key(getattr(arcade.key, name))
    driver.frame(30)
    return driver.app.screen_on_top


def shown_text(page: Any) -> str:
    return " ".join(label.text for label in page.text.layer.labels)


def test_f1_opens_and_closes_the_rulebook(menu: Any, app: Any, driver: Driver) -> None:
    """CLI-1505."""
    before = app.screen_on_top
    page = key(driver, "F1")
    assert page.title.text == "Standard"
    assert "Be the first to reach all checkpoints" in shown_text(page).replace("  ", " ")
    assert key(driver, "F1") is before
    key(driver, "F1")
    assert key(driver, "ESCAPE") is before


def test_menus_lead_to_the_rulebook(menu: Any, app: Any, driver: Driver, new_game: Any) -> None:
    """CLI-1505."""
    driver.click(button(app, "Rulebook").rect.centre)
    driver.frame(2)
    assert app.screen_on_top.title.text == "Standard"
    app.pop()
    menu.router.open("lobby")
    driver.frame(2)
    app.screen_on_top.lobby.choose_mode("volt")
    app.open_rules()
    driver.frame(30)
    assert app.screen_on_top.title.text == "VOLT"
    menu.start(new_game())
    driver.frame(12, 1 / 20)
    key(driver, "ESCAPE")
    driver.click(button(app, "Rulebook (F1)").rect.centre)
    driver.frame(2)
    assert app.screen_on_top.title.text == "Standard"


def test_a_search_leads_to_a_rule_and_back(menu: Any, app: Any, driver: Driver) -> None:
    """CLI-1505."""
    page = key(driver, "F1")
    driver.send("on_text", "STD-704")
    driver.frame(2)
    found = key(driver, "ENTER")
    assert found is page
    assert page.target == "STD-704"
    assert page.title.text == "Standard · Robots move"
    assert "STD-704 Pushing." in shown_text(page)
    page.go_back()
    assert page.title.text == "Standard"
    key(driver, "ESCAPE")
    assert app.screen_on_top is page, "Esc empties the search first"
    assert key(driver, "ESCAPE") is not page


def test_a_word_that_is_found_is_in_view(menu: Any, app: Any, driver: Driver) -> None:
    """CLI-1505: one of the last words of the long table, so that its beginning is not enough."""
    page = key(driver, "F1")
    driver.send("on_text", "hitch")
    key(driver, "ENTER")
    driver.until(lambda: page.text.position > page.text.rect.height)  # a long page is laid out in parts
    row = next(label for label in page.text.layer.labels if label.text.startswith("hitch"))
    text = page.text.rect
    assert text.y <= row.y + page.text.position - row.shown_size[1] < row.y + page.text.position <= text.top
    marked = page.target
    page.open(page.places.contents(marked)[0][2])
    page.go_back()
    assert page.target == marked


def test_a_page_keeps_its_place_when_the_window_gets_another_shape(menu: Any, app: Any, driver: Driver) -> None:
    """What has been searched stays as well."""
    page = key(driver, "F1")
    driver.frame(60)
    page.text.scroll_to(page.text.height / 4)
    part = page.text.position / page.text.height
    assert part > 0
    page.field.set("laser")
    found = page.list.entries
    app.adapt_to(800, 1200)
    page.settled()
    try:
        assert page.text.position / page.text.height == pytest.approx(part, abs=0.01)
        assert page.list.rect.holds(*page.text.rect.centre), "the list lies over the text"
        assert page.field.value == "laser"
        assert len(page.list.entries) == len(found)
        assert page.list.entries[0][0] == found[0][0]
    finally:
        app.on_resize(app.width, app.height)


@pytest.mark.parametrize("code", few_of(["sv", "de", "en"]))
def test_the_contents_have_whole_titles(
    menu: Any, app: Any, driver: Driver, speak: Callable[[str], None], code: str
) -> None:
    """CLI-2328: what is cut off would be told by a tooltip."""
    speak(code)
    page = key(driver, "F1")
    page.open(page.places.contents("")[-1][2])
    driver.frame(30)
    text = []
    for _step in range(len(page.list.entries)):
        rect = page.list.rect
        text += [page.list.tooltip_at(rect.x + 30, y) for y in range(int(rect.y) + 10, int(rect.top) - 8, 20)]
        page.list.scroll(-1)
    assert set(text) == {""}


def test_what_is_looked_for_is_in_view_in_a_small_window(menu: Any, app: Any, driver: Driver) -> None:
    """CLI-2328: where there is no room for both, the text is seen, and a button opens the contents over it."""
    app.adapt_to(640, 400)
    try:
        page = key(driver, "F1")
        assert (page.list, page.space.overflows) == (None, False), "only the text is scrolled"
        assert page.text.rect.height > 0.4 * page.space.room.height
        switch = page.controls.named["switch"].rect.centre
        driver.click(switch)
        assert page.list.rect.holds(*page.text.rect.centre)
        assert (key(driver, "ESCAPE"), page.list) == (page, None)
        driver.click(switch)
        opened = page.list.entries[2][0]
        page.list.choose(2)
        driver.frame(2)
        assert (page.list, page.title.text) == (None, opened)
    finally:
        app.on_resize(app.width, app.height)


@pytest.mark.parametrize("percent", few_of([200, 160]))
def test_no_word_of_a_table_runs_into_the_next_column(
    menu: Any, app: Any, driver: Driver, speak: Any, percent: int
) -> None:
    """CLI-2386: German words, such as Kehrtwende, are the longest."""
    from roborally.features.rulebook.window.flow import CELL_SIZE

    speak("de")
    app.settings = msgspec.structs.replace(app.settings, interface_scale=percent)
    app.adapt_to(800, 1200)
    menu.router.open("rulebook", rule="COM-15")
    driver.frame(40)
    cells = [label for label in app.screen_on_top.text.layer.labels if label.size == CELL_SIZE]
    assert "Kehrtwende" in {label.text.replace("\N{ZERO WIDTH SPACE}", "") for label in cells}
    for label in cells:
        assert label.shown_size[0] <= label.width + 1, label.text
    app.adapt_to(app.width, app.height)


def test_a_link_and_the_buttons_lead_from_page_to_page(menu: Any, app: Any, driver: Driver) -> None:
    """CLI-1505."""
    page = key(driver, "F1")
    link = next(widget for widget in page.text.group.widgets)
    driver.click(link.rect.centre)
    driver.frame(30)
    assert page.title.text.startswith("Standard · ")
    chapter = page.title.text
    driver.click(button(app, "Next page").rect.centre)
    driver.frame(30)
    assert page.title.text != chapter
    for _ in range(2):
        driver.click(button(app, "Back").rect.centre)
        driver.frame(30)
    assert page.title.text == "Standard"


def test_all_rules_are_told_in_the_players_language_or_say_that_they_are_not(
    menu: Any, app: Any, driver: Driver, speak: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """CLI-1505."""
    speak("de")
    page = key(driver, "F1")
    assert "Jede Person hat einen Roboter" in shown_text(page).replace("  ", " ")
    page.open("STD-704")
    driver.frame(30)
    assert "STD-704 Schieben" in shown_text(page).replace("  ", " ")
    assert page.note.text == ""
    app.pop()
    english = paths.rule_folder()
    for name in PAGES:
        shutil.copy(english / f"{name}.md", tmp_path)
    monkeypatch.setattr(paths, "rule_folder", lambda: tmp_path)
    page = key(driver, "F1")
    page.open("STD-704")
    driver.frame(30)
    assert "STD-704 Pushing" in shown_text(page).replace("  ", " ")
    assert page.note.text == "Diese Seite gibt es nur auf Englisch."


def test_a_rulebook_that_cannot_be_read_is_told(
    menu: Any, app: Any, driver: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from roborally.features.rulebook.window import rulebook_page

    def refuse() -> Any:
        from roborally.narration.rulebook.pages import read_rulebook

        return read_rulebook(tmp_path)

    monkeypatch.setattr(rulebook_page, "read_rulebook", refuse)
    key(driver, "F1")
    assert "This page cannot be opened" in labels(app)


def test_f1_opens_the_rule_about_what_is_under_the_mouse(match: Any, app: Any, driver: Driver) -> None:
    """CLI-1506: the panel that asks, a line of the log, and while robots move what is being shown."""
    match.on_event_in_order({"type": "checkpoint", "beat": 9, "piece": 0, "number": 1, "last": False})
    driver.frame(2)
    log = match.panels.shown.log
    row = next(number for number, line in enumerate(log.numbers) if line == match.context.log.written - 1)
    driver.move((log.rect.centre[0], log.lines[row].y))
    assert key(driver, "F1").target == "STD-1001"
    app.pop()
    screen = key(driver, "L")
    label = screen.labels[len(match.context.log) - 1]
    driver.move((label.x + 20, label.y))
    assert key(driver, "F1").target == "STD-1001"
    app.pop()
    app.pop()

    board = match.session.game.course.board
    cell = next(element.cell for element in board.elements if element.kind == "gear")
    driver.move(match.board.to_design(*match.board.centre(cell)))
    driver.frame(40)
    assert key(driver, "F1").target == "STD-807"
    app.pop()
    driver.move((1200.0, 20.0))  # nothing but the panel that asks
    assert key(driver, "F1").target == "STD-501"


def test_f1_opens_the_rule_behind_what_is_being_shown(
    match: Any, app: Any, driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """CLI-1506: while robots move nothing is asked; they stop, or the page says that they go on (CLI-706)."""
    match.question_controller.close()
    match.playback.paused = True
    match.playback.feed([{"type": "heal", "beat": 90, "piece": 0, "points": 1, "damage": 0, "cause": "repair"}])
    match.on_event({"type": "checkpoint", "beat": 9, "piece": 0, "number": 1, "last": False})
    driver.move((1200.0, 20.0))
    assert (match.stands_still, key(driver, "F1").target) == (False, "STD-1001")
    assert (match.stands_still, match.going_on) == (True, "")
    monkeypatch.setattr(type(match), "stands_still", False)  # as on the network
    assert match.going_on == "Robots are acting"


def test_the_steps_of_the_turn_follow_the_match(match: Any, app: Any, driver: Driver, speak: Any) -> None:
    """CLI-1501."""
    sheet = key(driver, "T")
    assert [row.of.title for row in sheet.rows if row.running] == ["Everybody programs"]
    match.rules.on_event({"type": "card", "beat": 9, "piece": 0, "card": "move1", "register": 1})
    driver.frame(2)
    assert [row.of.title for row in sheet.rows if row.running] == ["Robots move, highest number first"]
    match.rules.on_event({"type": "turn", "beat": 10, "piece": 0, "how": "gear"})
    driver.frame(2)
    gears = next(row for row in sheet.rows if row.running)
    assert gears.of.title == "Gears turn"
    driver.click(gears.rect.centre)
    driver.frame(30)
    assert app.screen_on_top.target == "STD-807"
    app.pop()
    assert key(driver, "T") is match
    speak("de")
    match.translate()
    sheet = key(driver, "T")
    assert [row.of.title for row in sheet.rows if row.running] == ["Zahnräder drehen"]


def test_an_edition_says_what_is_different(menu: Any, app: Any, driver: Driver) -> None:
    """CLI-1507."""
    menu.router.open("quick-match")
    driver.frame(2)
    assert "• Checkpoints count the moment a robot enters them." in labels(app)
    app.pop()
    menu.router.open("lobby")
    driver.frame(2)
    app.screen_on_top.course.choose_mode("roboball")
    driver.frame(2)
    assert "Lives have no limit" in texts(app)


def test_newcomers_are_led_to_the_first_lesson(menu: Any, app: Any, driver: Driver) -> None:
    """CLI-1508."""
    from roborally.ui.match.attempt_screen import AttemptScreen

    text = "New here?"
    driver.click(button(app, text).rect.centre)
    driver.frame(3)
    assert isinstance(app.screen_on_top, AttemptScreen)
    menu.router.home()
    assert text in labels(app)
    mark_done("some-lesson")
    menu.router.home()
    assert text not in labels(app)
