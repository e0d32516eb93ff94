"""The programming interface as a player sees and uses it (CLI-101, CLI-104, CLI-105, CLI-201 to CLI-223)."""

from itertools import combinations
from typing import Any

import arcade
import pytest

from roborally.ui.toolkit import theme
from roborally.ui.toolkit.theme import Rect
from tests.slots import put_in
from tests.waiting import Clock

from .conftest import Driver
from .programming import CLEAR, CONFIRM, HAND, HELP, USUAL, choose, click, slots
from .seen import contrast, difference, find, labels, picture, place, share, texts

# --- the board --------------------------------------------------------------------------------------------------------


def test_every_cell_and_every_robot_is_there_and_told(app: Any, driver: Driver, begin: Any) -> None:
    """CLI-201, CLI-105, CLI-104: from the tooltips, and in the colours of the owners."""
    screen = begin()
    board = screen.board
    words = {
        "conveyor": "belt",
        "gear": "Gear",
        "pit": "Pit",
        "checkpoint": "Checkpoint",
        "wall": "Wall",
        "laser": "aser",
        "oil": "Oil",
        "dock": "Start space",
        "repair-site": "epair",
    }
    kinds = {element.kind for element in board.board.elements}
    assert len(kinds & set(words)) >= 6
    for element in board.board.elements:
        text = screen.tooltip_at(*board.to_design(*board.centre(element.cell)))
        assert words.get(element.kind, "") in text, element
    for robot, name in zip(
        screen.context.display.robots, ("Ada – Tanky", "Bot 1 – Peach", "Bot 2 – Peach"), strict=True
    ):
        x, y = board.to_design(*board.centre(robot.cell))
        assert screen.tooltip_at(x, y).startswith(name)
        seen = picture(driver, theme.Rect(x - 25, y - 25, 50, 50))
        shares = [share(seen, theme.seat_colours(seat).body) for seat in range(3)]
        assert max(shares) == shares[robot.seat] > 0.05


def test_a_gauge_of_very_many_is_a_number(app: Any, new_game: Any, begin_session: Any, show_session: Any) -> None:
    """A server may send any number: a row of so many symbols would fill the memory."""
    session = begin_session(new_game())
    slot = session.match.state.ext["archive"]
    slot["lives"] = (20_000, *slot["lives"][1:])
    show_session(session)
    assert "20000" in texts(app).split("\n")


def test_kinds_of_cells_look_different(app: Any, driver: Driver, begin: Any) -> None:
    """CLI-105."""
    board = begin().board
    cells = {"floor": (0, 5), "gear": (3, 3), "pit": (6, 4), "belt": (3, 1), "checkpoint": (1, 4), "oil": (5, 6)}
    seen = {}
    for name, cell in cells.items():
        x, y = board.to_design(*board.centre(cell))
        seen[name] = picture(driver, Rect(x - 25, y - 25, 50, 50))
    for one, other in combinations(seen, 2):
        assert difference(seen[one], seen[other]) > 5, (one, other)


def test_it_is_seen_from_straight_above_in_both_phases(app: Any, driver: Driver, begin: Any) -> None:
    """CLI-101: all cells are squares of one size, north is up, and the moving phase changes nothing of it."""
    screen = begin(hand=HAND, speed="slow")

    def corners() -> list[tuple[float, float]]:
        cells = [(x, y) for x in range(8) for y in range(8)]
        return [screen.board.to_design(*screen.board.centre(cell)) for cell in cells]

    before = corners()
    side = before[8][0] - before[0][0]
    for number, (x, y) in enumerate(before):
        assert (x, y) == pytest.approx((before[0][0] + number // 8 * side, before[0][1] - number % 8 * side))
        assert screen.board.cell_at(x + side * 0.45, y - side * 0.45) == (number // 8, number % 8)
    choose(driver, "Move 1", "Move 1", "Rotate Left", "Rotate Right", "U-Turn")
    click(driver, CONFIRM)
    driver.frame(30)
    assert find(app, CONFIRM) is None
    assert corners() == before


def test_a_register_stays_not_lit_when_the_mouse_has_left_it(app: Any, driver: Driver, begin: Any) -> None:
    """While the robots move, or a menu lies over it, it hears nothing of the mouse."""
    screen = begin(hand=HAND, speed="fast")
    panel = screen.panels.shown
    choose(driver, "Move 1", "Move 1", "Rotate Left", "Rotate Right", "U-Turn")
    driver.move(place(app, "Register 1:").centre)
    assert panel.slots[0].hovered
    driver.key(arcade.key.ESCAPE)
    driver.move((10, 10))
    assert not panel.slots[0].hovered
    driver.key(arcade.key.ESCAPE)
    driver.move(place(app, "Register 1:").centre)
    driver.key(arcade.key.ENTER)
    driver.until(lambda: screen.panels.shown is screen.panels.moving)
    driver.move((10, 10))
    driver.until(lambda: screen.panels.shown is panel)
    assert not panel.slots[0].hovered
    assert not panel.slots[0].frame.visible


# --- time and fellow players ------------------------------------------------------------------------------------------


def test_the_time_that_is_left_is_shown(app: Any, driver: Driver, begin: Any) -> None:
    """CLI-202; without a timer there is no clock (CLI-1103)."""
    clock = Clock()
    begin(timer=90, now=clock)
    assert "1:30" in labels(app)
    clock.time = 12.5
    driver.frame()
    assert "1:18" in labels(app)
    clock.time = 85
    driver.frame()
    assert "0:05" in labels(app)
    begin()
    assert not [text for text in labels(app) if text[1:2] == ":"]


def test_fellow_players_are_listed_and_a_click_tells_more(app: Any, driver: Driver, begin: Any) -> None:
    """CLI-203, CLI-204: name and picture, in the colour of the seat; the own robot is no fellow player."""
    screen = begin()
    for index in (1, 2):
        area = place(app, f"Bot {index} – Peach")
        assert f"Bot {index}" in labels(app, area)
        seen = picture(driver, area._replace(width=area.height))
        shares = [share(seen, theme.seat_colours(seat).body) for seat in range(3)]
        assert max(shares) == shares[index] > 0.02
        driver.click((area.x + 20, area.centre[1]))
        assert app.screen_on_top is not screen
        assert f"Bot {index}" in texts(app)
        driver.click((40, 40))
        assert app.screen_on_top is screen


# --- commands and slots -----------------------------------------------------------------------------------------------


def test_every_command_is_there_with_its_number(app: Any, driver: Driver, begin: Any) -> None:
    """CLI-205, CLI-206, CLI-217: the blue number says how many are left; a click puts one into the first free slot."""
    begin(hand=HAND)
    for command in USUAL:
        assert command in labels(app, place(app, HELP[command]))

    def number(command: str) -> str:
        return next((text for text in labels(app, place(app, HELP[command])) if text.isdigit()), "")

    assert [number(command) for command in USUAL] == ["2", "1", "", "1", "1", "3", "1"]
    blue = theme.colour("accent-cool")
    assert blue[2] > blue[0]
    assert share(picture(driver, place(app, HELP["Rotate Left"])), blue) > 0.03
    assert share(picture(driver, place(app, HELP["Move 3"])), blue) < 0.01
    choose(driver, "Rotate Left", "Move 1", "Rotate Left")
    assert [number(command) for command in USUAL] == ["1", "1", "", "1", "1", "1", "1"]
    assert slots(app) == ["Rotate Left", "Move 1", "Rotate Left", "empty", "empty"]


def test_what_is_not_available_is_transparent(app: Any, driver: Driver, begin: Any) -> None:
    """CLI-207: from the beginning, or when the last one has been placed; a click on it places nothing."""
    begin(hand=HAND)
    area = place(app, HELP["U-Turn"])
    driver.move((400, 300))
    driver.frame()
    there, missing = contrast(picture(driver, area)), contrast(picture(driver, place(app, HELP["Move 3"])))
    assert missing < there / 2
    choose(driver, "U-Turn")
    driver.move((400, 300))
    driver.frame()
    assert contrast(picture(driver, area)) < there / 2
    choose(driver, "Move 3")
    assert slots(app) == ["U-Turn", *["empty"] * 4]
    driver.drag(place(app, HELP["Move 3"]).centre, place(app, "Register 3:").centre)
    assert slots(app) == ["U-Turn", *["empty"] * 4]


def test_slots_are_filled_by_dragging_exchanged_and_emptied(app: Any, driver: Driver, begin: Any) -> None:
    """CLI-209, CLI-218, CLI-219."""
    begin(hand=HAND)
    spots = {number: place(app, f"Register {number}:").centre for number in range(1, 6)}
    assert slots(app) == ["empty"] * 5
    empty = picture(driver, place(app, "Register 4:"))
    driver.drag(place(app, HELP["Move 2"]).centre, spots[4])
    assert slots(app) == ["empty", "empty", "empty", "Move 2", "empty"]
    driver.move((400, 300))
    driver.frame()
    assert difference(picture(driver, place(app, "Register 4:")), empty) > 8
    choose(driver, "Back Up")
    driver.drag(spots[1], spots[4])
    assert slots(app) == ["Move 2", "empty", "empty", "Back Up", "empty"]
    driver.drag(spots[1], spots[5])
    assert slots(app) == ["empty", "empty", "empty", "Back Up", "Move 2"]
    driver.drag(place(app, HELP["U-Turn"]).centre, spots[5])  # occupied: Move 2 can be chosen again
    assert slots(app) == ["empty", "empty", "empty", "Back Up", "U-Turn"]
    choose(driver, "Move 2")
    driver.drag(spots[1], (300, 300))  # dropped nowhere
    assert slots(app) == ["Move 2", "empty", "empty", "Back Up", "U-Turn"]
    driver.click(spots[4])
    assert slots(app) == ["Move 2", "empty", "empty", "empty", "U-Turn"]


def test_a_locked_slot_has_a_coloured_frame_and_stays(app: Any, driver: Driver, begin: Any) -> None:
    """CLI-210, CLI-218, CLI-214: neither dragging nor clicking nor Clear changes it; nor does the Del key."""
    screen = begin(hand=HAND)
    match = screen.session.match
    match.hurt(match.state.pieces[0], 5, "test")
    put_in(match.state.ext["program-cards"], "slots", 0, ("", "", "", "", "move3@800"))
    screen.panels.shown.open(screen.panels.shown.question)
    driver.until(lambda: bool(screen.playback.dry), 100)
    driver.move((400, 300))
    driver.frame()
    assert slots(app) == [*["empty"] * 4, "Move 3"]
    areas = [place(app, f"Register {number}:").inset(-4) for number in range(1, 6)]
    frames = [tile.frame for tile in screen.panels.shown.slots]
    assert [frame.visible for frame in frames] == [False] * 4 + [True]
    assert screen.panels.shown.slots[4].lock.visible
    assert frames[4].tint == theme.colour("bad")
    locked, first = areas[4].centre, areas[0].centre
    driver.drag(place(app, HELP["U-Turn"]).centre, locked)
    driver.click(locked)
    assert slots(app) == [*["empty"] * 4, "Move 3"]
    choose(driver, "Move 2")
    driver.drag(first, locked)
    driver.drag(locked, first)
    assert slots(app) == ["Move 2", "empty", "empty", "empty", "Move 3"]
    click(driver, CLEAR)
    assert slots(app) == [*["empty"] * 4, "Move 3"]
    choose(driver, "Move 2", "Move 1")
    driver.key(arcade.key.DELETE)
    assert slots(app) == [*["empty"] * 4, "Move 3"]


# --- the own robot ----------------------------------------------------------------------------------------------------


def test_damage_is_a_row_of_which_some_points_are_lit(app: Any, driver: Driver, begin: Any) -> None:
    """CLI-211: what has not been received is transparent."""
    screen = begin()
    red = theme.colour("bad")

    def lit(text: str, tint: Any) -> float:
        return share(picture(driver, place(app, text)), tint, 40)

    match = screen.session.match
    seen = [lit("Damage 0 of 9", red)]
    for damage in (3, 6):
        match.hurt(match.state.pieces[0], 3, "test")
        driver.until(lambda: bool(screen.playback.dry), 100)
        driver.frame(2)
        seen.append(lit(f"Damage {damage} of 9", red))
    assert seen[0] == 0
    assert seen[1] > 0.05
    assert seen[2] == pytest.approx(2 * seen[1], rel=0.2)


def test_lives_are_a_row_of_which_those_left_are_lit(app: Any, driver: Driver, begin: Any) -> None:
    """CLI-212."""
    screen = begin()
    area = place(app, "Lives left: 3")
    before = share(picture(driver, area), theme.colour("good"), 40)
    match = screen.session.match
    match.destroy(match.state.pieces[0], "test")
    match.settle()
    screen.panels.shown.hand_in()
    driver.until(lambda: find(app, "Lives left: 2") is not None, 100)
    assert place(app, "Lives left: 2").x == area.x
    after = share(picture(driver, area), theme.colour("good"), 40)
    assert before > 0.05
    assert after == pytest.approx(before * 2 / 3, rel=0.1)


def test_a_digit_brings_the_registers_into_view(driver: Driver, begin: Any, look: Any) -> None:
    """CLI-2002: a low panel may have been scrolled to the log."""
    look(1280, 720, 200)
    screen = begin()
    panel, space = screen.panels.open, screen.panel_space
    space.go_to(0, 0)
    register, digit = panel.slots[0].rect, next(at for at, tile in enumerate(panel.commands, 1) if tile.enabled)
    assert register.top > space.seen.top
    driver.key(getattr(arcade.key, f"KEY_{digit}"))
    assert panel.hand.answer()[0]
    assert register.within(space.seen) == register
