"""Whole turns in the window, with the mouse and with the keyboard."""

import itertools
import math
import re
from pathlib import Path
from typing import Any

import arcade
import pytest

import roborally
from roborally.narration.chronicle import is_sentence
from roborally.ui.board.board_art import CELL
from roborally.ui.toolkit.theme import HEIGHT
from tests.waiting import Clock

from .conftest import Driver
from .playing import available, fill, written


def test_the_second_of_two_clicks_does_not_hit_the_other_panel(
    app: Any, driver: Driver, open_match: Any, new_game: Any
) -> None:
    """Confirm and a speed lie on one spot (CLI-213, CLI-309); so do Clear and another speed."""
    screen = open_match(new_game(), speed="fast")
    panel, spot = screen.panels.asking["program"], screen.panels.asking["program"].confirm.rect.centre
    fill(driver, panel)
    driver.click(spot)
    screen.playback.paused = True
    driver.until(lambda: screen.panels.shown is screen.panels.moving)
    assert any(button.rect.holds(*spot) for button in screen.panels.moving.speeds.values())
    driver.click(spot)
    assert screen.playback.speed == "fast"
    driver.frame(12, 1 / 20)
    driver.click(spot)
    assert screen.playback.speed != "fast"

    screen.playback.paused, screen.playback.speed = False, "skip"
    driver.until(lambda: screen.panels.shown is panel)
    driver.click(available(panel)[0].rect.centre)
    assert not any(panel.hand.slots)
    driver.frame(12, 1 / 20)
    driver.click(available(panel)[0].rect.centre)
    assert any(panel.hand.slots)


def test_another_language_tells_the_log_again(
    app: Any, driver: Driver, open_match: Any, new_game: Any, speak: Any
) -> None:
    screen = open_match(new_game(), speed="skip")
    screen.panels.asking["program"].hand_in()
    driver.until(lambda: screen.question_controller.asked is not None)
    english = list(screen.context.log)
    assert english[0] == "Turn 1"
    assert any(": Move" in line or ": Rotate" in line for line in english)
    speak("de")
    screen.translate()
    driver.frame()
    german = list(screen.context.log)
    assert german[0] == "Runde 1"
    assert any("Schritt" in line or ": Links" in line or ": Rechts" in line for line in german)
    assert not {line for line in german if line in english and is_sentence(line)}, "Register 1 is German, too"
    screen.panels.moving.log.refresh()
    assert german[-1].endswith(screen.panels.moving.log.lines[0].text.strip())
    driver.key(arcade.key.L)
    from roborally.ui.toolkit import theme

    shown = app.screen_on_top.labels
    assert german[-1] in [label.text for label in shown]
    assert {label.tint for label in shown if label.text and not is_sentence(label.text)} == {theme.colour("accent")}
    ada = theme.seat_colours(screen.context.display.robots[0].livery).light
    for label in (*shown, *screen.panels.moving.log.lines):
        assert not label.text.startswith("Ada") or label.tint == ada
    assert (
        screen.context.tint_of("Adas Karten: Ada und Bolt.") == screen.context.tint_of("Ein Laser trifft Ada.") == ada
    )
    driver.key(arcade.key.L)
    screen.panels.asking["program"].hand_in()
    driver.until(lambda: len(screen.context.log) > len(german))
    assert screen.context.log[: len(german)] == german
    speak("en")
    screen.translate()
    assert screen.context.log[: len(english)] == english


def test_a_banner_hides_no_cell(driver: Driver, open_match: Any, new_game: Any) -> None:
    """Also a long one fits where the title of the panel stands."""
    screen = open_match(new_game())
    notices = screen.notices
    destroyed = {"type": "destroy", "beat": 99, "piece": 0, "cell": (1, 1), "by": (), "cause": "edge"}
    screen.on_event_in_order(destroyed)
    assert notices.sentence.text == "Ada falls off the board."
    notices.announce("A sentence so long that it needs the second line that there is.", screen.actors[0].colours.light)
    driver.frame()
    strip, *frame = notices.banner.sprites
    left, right = min(piece.left for piece in frame), max(piece.right for piece in frame)
    bottom, top = min(piece.bottom for piece in frame), max(piece.top for piece in frame)
    assert left < strip.left, "what covers the title stands within the frame"
    assert left >= screen.board_area.right
    assert top <= HEIGHT
    assert bottom >= screen.panels.moving.rows[0].rect.top
    width, height = notices.sentence.shown_size
    assert width < right - left
    assert height < top - bottom


def test_virtual_robots_on_one_cell_stand_side_by_side(driver: Driver, open_match: Any, new_game: Any) -> None:
    """They go there softly, none hides another, and who is alone again stands in the middle in full size."""
    screen = open_match(new_game(bots=3))
    actors, robots = screen.actors.actors, screen.context.display.robots
    before = [(actor.body.position, actor.body.width) for actor in actors]
    middle, homes = screen.board.centre((5, 5)), [robot.cell for robot in robots]
    for robot in robots:
        robot.cell, robot.solid = (5, 5), False
        screen.actors.settle(robot.index)
    assert {actor.body.position for actor in actors} == {middle}
    screen.actors.update(1 / 60)
    first = [math.dist(actor.body.position, middle) for actor in actors]
    screen.actors.update(1 / 60)
    assert all(0 < near < math.dist(actor.body.position, middle) for near, actor in zip(first, actors, strict=True))
    for _ in range(60):
        screen.actors.update(1 / 60)
    for one, other in itertools.combinations(actors, 2):
        apart = math.dist(one.body.position, other.body.position)
        assert apart > 0.8 * max(one.body.width, other.body.width)
    for actor in actors:
        assert max(abs(actor.body.center_x - middle[0]), abs(actor.body.center_y - middle[1])) < CELL / 2
        assert actor.body.width < before[actor.index][1]
    for robot, home in zip(robots, homes, strict=True):
        robot.cell, robot.solid = home, True
        screen.actors.settle(robot.index)
    for _ in range(60):
        screen.actors.update(1 / 60)
    assert [(actor.body.position, actor.body.width) for actor in actors] == before


def test_robots_glide_and_turn_from_cell_to_cell(driver: Driver, open_match: Any, new_game: Any) -> None:
    screen = open_match(new_game(), speed="slow")
    fill(driver, screen.panels.asking["program"])
    screen.panels.asking["program"].send()
    between = turned = 0
    for _ in range(4000):
        screen.update(1 / 60)
        for actor in screen.actors.actors:
            x, y, angle = (value % side for value, side in ((actor.x - 32, 64), (actor.y - 32, 64), (actor.angle, 90)))
            between += 1 < x < 63 or 1 < y < 63
            turned += 1 < angle < 89
        if screen.panels.asking["program"].is_open or screen.ended or (between > 20 and turned > 20):
            break
    assert between > 20
    assert turned > 20


def test_the_clock_stands_while_the_turn_is_shown_and_then_takes_what_lies_there(
    driver: Driver, open_match: Any, new_game: Any
) -> None:
    clock = Clock()
    screen = open_match(new_game(timer=30), now=clock, speed="slow")
    panel = screen.panels.asking["program"]
    driver.click(available(panel)[0].rect.centre)
    placed = panel.hand.slots[0]
    clock.time = 29.99
    driver.frame()
    assert not screen.playback.dry
    assert screen.session.match.state.turn == 2
    driver.until(lambda: bool(screen.context.display.stage), 20)
    assert screen.context.display.robots[0].slots[0] == placed
    clock.time = 200
    driver.frame(3)
    assert screen.session.seconds_left() == 30
    assert screen.session.match.state.turn == 2
    screen.playback.speed = "skip"
    driver.frame(2)
    assert screen.panels.shown is panel
    clock.time = 210
    assert screen.session.seconds_left() == 20
    assert screen.session.match.state.turn == 2


def test_what_happens_meanwhile_does_not_take_the_program_away(driver: Driver, open_match: Any, new_game: Any) -> None:
    screen = open_match(new_game(), speed="slow")
    panel = screen.panels.asking["program"]
    driver.click(available(panel)[0].rect.centre)
    placed = panel.hand.answer()
    screen.session.match.hurt(screen.session.match.state.pieces[1], 2, "test")
    driver.frame()
    assert not screen.playback.dry
    driver.until(lambda: screen.playback.dry, 100)
    driver.frame()
    assert screen.panels.shown is panel
    assert panel.is_open
    assert panel.hand.answer() == placed
    assert screen.context.display.robots[1].damage == 2


def test_a_question_is_asked_in_a_dialog_and_a_cell_on_the_board(
    app: Any, driver: Driver, open_match: Any, new_game: Any
) -> None:
    """CLS-302: the owner of a returning robot chooses the cell if its place is taken, and the facing.

    Without a panel that asks for the facing it has a dialog of its own.
    """
    screen = open_match(new_game(mode="classic"), speed="skip")
    match, questions, log = screen.session.match, screen.question_controller, screen.panels.moving.log
    match.destroy(match.state.pieces[0], "test")
    match.place(match.state.pieces[1], match.state.ext["archive"]["cells"][0], 0, "test")
    match.settle()
    screen.panels.asking["program"].hand_in()
    driver.until(lambda: match.state.turn == 2 and questions.asked is not None, 100)
    if questions.asked["kind"] == "respawn-cell":
        cell = sorted(questions.marked)[-1]
        assert log.lines[0].box.y > log.rect.y + 20, "the prompt covers it"
        driver.click(screen.board.to_design(*screen.board.centre(cell)))
        driver.until(lambda: screen.panels.asking["program"].is_open, 50)
        assert screen.context.display.robots[0].cell == cell
    assert log.lines[0].box.y < log.rect.y + 20, "there is room again"
    screen.answer(0, questions.asked["id"], ())
    driver.until(lambda: questions.dialog is not None, 100)
    dialog = app.screen_on_top
    assert dialog is not screen
    assert "Choose a direction" in written(dialog)
    driver.frame()
    assert match.state.turn == 2, "the next turn has begun"
    assert screen.panels.shown.title.text == "Turn 2", "and the heading says so (CLI-2227)"
    newest = log.lines[0]
    assert newest.text, "the log tells what has happened"
    assert newest.box.y >= dialog.area.top, "the dialog covers what has just happened"
    assert all(line.box.top <= log.rect.top for line in log.lines if line.visible)
    west = next(button for button in dialog.controls.widgets if button.text == "West")
    facing = questions.asked["id"]
    answers: list[Any] = []
    screen.session.record = lambda seat, id_, answer: answers.append((id_, answer))
    driver.click(west.rect.centre)
    assert (facing, "west") in answers


@pytest.mark.parametrize("count", [6, pytest.param(120, marks=pytest.mark.long)])
def test_the_lines_of_the_log_are_whole_in_every_size(
    app: Any, driver: Driver, open_match: Any, new_game: Any, count: int
) -> None:
    """They are split anew when the window changes: letters do not grow exactly with it."""
    screen = open_match(new_game())
    before = app.get_size()
    catalogue = (Path(roborally.__file__).parent / "base" / "locale" / "de.po").read_text(encoding="utf-8")
    sentences = [line for line in re.findall('msgid "(.*)"', catalogue) if 60 < len(line) < 140 and "{" not in line]
    panel = screen.panels.moving
    cut: list[str] = []

    def resize(width: int, height: int) -> None:
        app.set_size(width, height)
        driver.send("on_resize", width, height)
        driver.frame()

    def look() -> None:
        panel.draw()
        cut.extend(line.text for line in panel.log.lines if line.is_shortened)

    try:
        for first in range(0, count, 3):
            resize(800, 600)
            look()
            resize(1024, 768)  # while the panel is not shown
            for sentence in sentences[first : first + 3]:
                panel.write(sentence)
            look()
            resize(1280, 720)
            look()
    finally:
        resize(*before)
    assert not cut
