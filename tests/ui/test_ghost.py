"""The programming aid in the window (CLI-222, STD-1701): it follows every change of the program."""

from collections.abc import Callable
from typing import Any

import arcade
import pytest

from roborally.game.factory import Game
from roborally.plugin_system.loader import Catalogue
from roborally.profile import Settings
from roborally.ui.toolkit import pictures, theme
from tests.shipped import drawn
from tests.slots import put_in
from tests.sweeps import few_of

from .conftest import Driver, answer_default
from .playing import available, lay, tile


@pytest.fixture
def open_aided(begin_session: Any, show_session: Any) -> Callable[..., Any]:
    def make(game: Game, *, seed: int = 3) -> Any:
        return show_session(begin_session(game, seed))

    return make


def deal(screen: Any, *cards: str) -> Any:
    """Give the player's robot these cards and restart its program."""
    slot = screen.session.match.state.ext["program-cards"]
    put_in(slot, "hands", 0, cards)
    panel = screen.panels.asking["program"]
    panel.open(panel.question)
    screen.board_pane.rest(screen.session.observe(0))
    return panel


def shown(screen: Any) -> tuple[Any, ...]:
    ghost = screen.board_pane.ghost.ghost
    return ghost.cell, ghost.facing, ghost.stops


def test_it_follows_clicks_drags_and_swaps(driver: Driver, open_aided: Any, new_game: Any) -> None:
    screen = open_aided(new_game())
    panel = deal(screen, "move1@500", "move2@700", "left@70", "right@80", "u-turn@10", "move3@800")
    driver.frame()
    assert shown(screen) == ((1, 7), 0, {})
    driver.click(tile(panel, "right").rect.centre)
    assert shown(screen) == ((1, 7), 1, {1: (1, 7)})
    driver.drag(tile(panel, "move1").rect.centre, panel.slots[2].rect.centre)
    assert shown(screen) == ((2, 7), 1, {1: (1, 7), 3: (2, 7)})
    driver.drag(panel.slots[2].rect.centre, panel.slots[0].rect.centre)  # first the step, then the turn
    assert shown(screen) == ((1, 6), 1, {1: (1, 6), 3: (1, 6)})
    driver.click(panel.slots[0].rect.centre)
    assert shown(screen) == ((1, 7), 1, {3: (1, 7)})
    screen.key(*delete())
    driver.frame()
    assert shown(screen) == ((1, 7), 0, {})


def delete() -> tuple[int, int]:
    return arcade.key.DELETE, 0


def test_it_stands_on_the_board_with_its_way_and_its_numbers(driver: Driver, open_aided: Any, new_game: Any) -> None:
    screen = open_aided(new_game())
    panel = deal(screen, "move1@500", "move2@700", "left@70", "right@80", "u-turn@10")
    driver.click(tile(panel, "move2").rect.centre)
    driver.click(tile(panel, "right").rect.centre)
    aid, centre = screen.board_pane.ghost, screen.board.centre
    body, plate, ring = aid.above[0], aid.above[-1], aid.way[-1]  # the ring lies below the robots
    assert body.position == centre((1, 5))
    assert body.angle == 90
    assert body.alpha < 200  # paler than the robot
    assert ring.color != screen.actors[0].body.color
    assert plate.texture.file_path is None
    lines = [sprite for sprite in aid.way if sprite.width != sprite.height]
    assert {sprite.position for sprite in lines} == {
        ((centre((1, 7))[0]), (centre((1, 7))[1] + centre((1, 6))[1]) / 2),
        ((centre((1, 6))[0]), (centre((1, 6))[1] + centre((1, 5))[1]) / 2),
    }
    driver.move(screen.board.to_design(*centre((1, 5))))
    driver.frame(30)
    assert "Ada at the end of the turn" in screen.app.tooltip
    assert "Register 1–2" in screen.app.tooltip
    assert "(G)" in screen.app.tooltip


def test_a_robot_that_would_fall_is_crossed_out_where_it_falls(
    driver: Driver, open_aided: Any, new_game: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """CLI-2034: the numbers of the cell do not lie over the sentence."""
    screen = open_aided(new_game())
    panel = deal(screen, "u-turn@10", "move1@500", "left@70", "right@80", "move2@700")
    for command in ("u-turn", "move1", "left"):
        driver.click(tile(panel, command).rect.centre)
    aid = screen.board_pane.ghost
    assert aid.ghost.cell == (1, 8)  # beyond the edge
    assert aid.above[0].position == screen.board.centre((1, 8))
    assert aid.ghost.stops == {1: (1, 7), 2: (1, 8)}
    assert aid.warning.startswith("Register 2: Ada")
    driver.frame()
    assert aid.bubble.text == aid.warning
    aid.bubble.text, aid.silent = "", True
    aid.draw_above()
    assert aid.bubble.text == "", "the recap lies there"
    aid.silent = False
    own = screen.board.point_of((1, 7))
    assert not aid.bubble.spot.holds(*own), "the robot stays in sight"
    assert screen.board.rect.holds(*aid.bubble.spot.centre)
    middle = screen.board.rect.centre[0]
    screen.board.zoom_by(4, *screen.board.rect.centre)  # now the edges are out of view
    for far, side in (((99, 7), 1), ((-99, 7), -1)):
        covered = [cell for cell in screen.board.board.inside if (screen.board.point_of(cell)[0] - middle) * side > 0]
        aid.bubble.draw("Ada falls", far, [], covered)
        assert (aid.bubble.spot.centre[0] - middle) * side > 0, "at the edge beyond which it happens"
    screen.board.fit()
    assert [slot.cross.visible for slot in panel.slots] == [False, True, False, False, False]
    explained = panel.slots[1].tooltip_at(0, 0)
    assert aid.warning in explained
    assert "The highest in a register moves first." in explained, "what the number on the card is"
    drawn: list[str] = []
    with monkeypatch.context() as patched:
        patched.setattr(screen.board_pane.rulers, "draw", lambda: drawn.append("numbers"))
        patched.setattr(aid, "draw_above", lambda: drawn.append("sentence"))
        driver.frame()
    assert drawn == ["numbers", "sentence"]
    driver.click(panel.slots[0].rect.centre)
    driver.frame()
    assert aid.warning == aid.bubble.text == ""
    assert not any(slot.cross.visible for slot in panel.slots)
    assert aid.ghost.cell == (1, 6)
    screen.key(*delete())
    driver.click(tile(panel, "left").rect.centre)
    driver.click(tile(panel, "move2").rect.centre)
    assert aid.ghost.cell == (-1, 7)
    assert aid.above[-1].left >= 0, "the number of the register is on the board"


def confirm(driver: Driver, panel: Any, *commands: str) -> None:
    """Lay the cards with the mouse, and confirm them once."""
    for command in commands:
        driver.click(tile(panel, command).rect.centre)
    driver.frame()
    driver.click(panel.confirm.rect.centre)


@pytest.mark.parametrize("asks", few_of([True, False]))
def test_a_program_that_destroys_the_robot_is_confirmed_twice(
    app: Any, driver: Driver, open_aided: Any, new_game: Any, monkeypatch: pytest.MonkeyPatch, asks: bool
) -> None:
    """CLI-2034: unless the player does not want to be asked; one that destroys nobody is confirmed once."""
    monkeypatch.setattr(app, "settings", Settings(ask_before_loss=asks))
    screen = open_aided(new_game())
    panel = deal(screen, "u-turn@10", "move1@500", "left@70", "right@80", "move2@700")
    confirm(driver, panel, "u-turn", "move1", "left", "right", "move2")
    assert screen.session.match.state.turn == (1 if asks else 2)
    if not asks:
        return
    assert panel.objection.text == f"{screen.board_pane.ghost.warning} “Anyway” confirms it all the same."
    assert panel.confirm.text == "Anyway"
    assert panel.objection.tint == theme.colour("bad")
    driver.drag(panel.slots[3].rect.centre, panel.slots[4].rect.centre)
    driver.frame()
    assert (panel.objection.text, panel.confirm.text) == ("", "Confirm"), "another program is another question"
    driver.click(panel.confirm.rect.centre)
    assert screen.session.match.state.turn == 1
    panel = deal(screen, "u-turn@10", "right@81", "left@70", "right@80", "left@71")
    confirm(driver, panel, "u-turn", "right", "left", "right", "left")
    assert screen.session.match.state.turn == 2


def test_setting_button_and_key_switch_it(
    app: Any, driver: Driver, open_aided: Any, new_game: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By mouse, by G, and by Tab and Space; the picture of the button differs, not its colour alone."""
    monkeypatch.setattr(app, "settings", Settings(programming_aid=False))
    screen = open_aided(new_game())
    aid, button = screen.board_pane.ghost, screen.panels.shown.ghost_button
    on, off = pictures.icon("ghost", 32), pictures.icon("ghost-off", 32)
    driver.frame()
    assert aid.ghost is None
    assert not aid.above
    assert (button.selected, button.icon.texture, button.tooltip[:10]) == (False, off, "Ghost: off")
    driver.key(arcade.key.G)
    assert aid.ghost is not None
    assert [sprite.position for sprite in aid.way] == [screen.actors[0].place], "a ring around the robot, which stays"
    assert not aid.above, "there is no second robot on it"
    assert (button.selected, button.icon.texture, button.tooltip[:9]) == (True, on, "Ghost: on")
    driver.click(button.rect.centre)
    assert not aid.switched_on
    assert (button.selected, button.icon.texture) == (False, off)
    controls = screen.panels.shown.controls
    while controls.focus is not button:
        driver.key(arcade.key.TAB)
    assert controls.ring.rect.centre == button.rect.centre
    driver.key(arcade.key.SPACE)
    assert aid.switched_on
    assert aid.ghost is not None
    assert button.icon.texture is on


def test_it_tells_nothing_that_the_seat_does_not_know(driver: Driver, open_aided: Any, new_game: Any) -> None:
    """What others have programmed does not change it."""
    screen = open_aided(new_game())
    panel = deal(screen, "move1@500", "move2@700", "left@70", "right@80", "u-turn@10")
    driver.click(tile(panel, "move2").rect.centre)
    before = shown(screen)
    match = screen.session.match
    put_in(match.state.ext["program-cards"], "hands", 1, ("move3@800",) * 5)
    match.place(match.state.pieces[1], match.floor.index((1, 6)), 2, "test")  # in the way
    screen.board_pane.rest(screen.session.observe(0))
    driver.frame()
    assert shown(screen) == before


@pytest.fixture
def in_a_row(catalogue: Catalogue, open_aided: Any, new_game: Any) -> Any:
    """Return a match in which a bot stands ahead of Ada, and a wall behind the next cell; a laser crosses the first."""
    grid = """
      .   .  l< c1
     d1> d2> .:e .
      .   .   . .
    """
    return open_aided(new_game(bots=1, course=drawn(grid, catalogue)))


def test_it_tells_before_what_stops_it_and_whom_it_pushes(driver: Driver, in_a_row: Any) -> None:
    """CLI-2036: in a mark and in words, as if nobody else moved."""
    panel, aid = deal(in_a_row, "move3@800", "left@70", "right@80", "u-turn@10", "left@71"), in_a_row.board_pane.ghost
    driver.frame()
    assert (aid.hint, aid.bubble.text) == ("", "")
    driver.click(tile(panel, "move3").rect.centre)
    driver.frame()
    assert list(aid.notes.stops) == [((1, 1), 1)]
    assert aid.notes.moved == {1: [(1, 1), (2, 1)]}
    wall, pushed = "is stopped by a wall behind Bot 1", "pushes Bot 1"
    assert aid.hint == f"If nobody else moves:\nRegister 1: {pushed}; {wall}"
    assert (aid.bubble.text, aid.warning) == (aid.hint, "")
    assert in_a_row.board.centre((2, 1)) in [sprite.position for sprite in aid.above]


def test_it_tells_of_lasers_that_surely_hit(driver: Driver, in_a_row: Any) -> None:
    """CLI-2036: of those of the board, not of those of robots that will have moved."""
    panel, aid = deal(in_a_row, "left@70", "move1@500", "right@80", "u-turn@10", "left@71"), in_a_row.board_pane.ghost
    for command in ("left", "move1"):
        driver.click(tile(panel, command).rect.centre)
    driver.frame()
    assert aid.notes.harm == {(0, 0): 4}
    assert aid.hint.splitlines()[1] == "Register 2–5, each time: takes 1 damage (a laser)"
    in_a_row.flow.check = False  # what is shown does not follow from events
    match = in_a_row.session.match
    match.state.pieces[0].damage = 8
    match.place(match.state.pieces[0], 0, 1, "test")
    panel = deal(in_a_row, "left@70", "right@81", "right@80", "left@71", "u-turn@10")
    driver.frame()
    assert aid.ghost.lost, "a robot that stays where it is may be destroyed there"
    assert len(aid.above) >= 3, "which is crossed out"


@pytest.mark.parametrize("mode", few_of(["crash-and-burn", "auenland"]))
def test_other_editions_have_it_too(app: Any, driver: Driver, open_mode: Any, mode: str) -> None:
    screen = open_mode(mode)
    for _ in range(400):
        driver.send("on_update", 1 / 20)
        if screen.question_controller.asked is not None and screen.question_controller.asked["kind"] == "program":
            break
        answer_default(app, driver, screen)
    lay(screen.panels.open)
    driver.frame()
    ghost = screen.board_pane.ghost.ghost
    assert ghost.cell is not None
    assert ghost.lost or set(ghost.stops) == {1, 2, 3, 4, 5}


def test_it_is_played_forward_only_when_the_program_changes(driver: Driver, open_aided: Any, new_game: Any) -> None:
    """Frames in between cost nothing, and the match to play in is made once for all changes."""
    screen = open_aided(new_game())
    panel, aid = screen.panels.asking["program"], screen.board_pane.ghost
    driver.frame()
    match, before = aid.forecaster, aid.ghost
    sprites = list(aid.way), list(aid.above)
    driver.frame(20)
    assert aid.ghost is before
    assert (list(aid.way), list(aid.above)) == sprites
    while not panel.hand.full:
        driver.click(available(panel)[0].rect.centre)
        assert aid.ghost is not before
        before = aid.ghost
    assert aid.forecaster is match
