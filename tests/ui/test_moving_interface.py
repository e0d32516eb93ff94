"""The moving interface as a player sees and uses it (CLI-301 to CLI-310)."""

import re
from collections.abc import Callable
from typing import Any

import arcade
import pytest

from roborally.ui.match.gauges import Pips
from roborally.ui.match.panel.moving_panel import MovingPanel
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.theme import Rect
from tests.slots import put_in

from .conftest import Driver
from .seen import PANEL, difference, find, labels, picture, place, share, texts

OWN = ("left@70", "move1@490", "left@90", "u-turn@10", "right@80")
TITLES = ("Rotate Left", "Move 1", "Rotate Left", "U-Turn", "Rotate Right")
NAMES = ("Ada – Tanky", "Bot 1 – Peach", "Bot 2 – Peach")


@pytest.fixture
def begin(app: Any, driver: Driver, new_game: Any, begin_session: Any, show_session: Any) -> Callable[..., Any]:
    """Return a way to begin a match and confirm the own program; `prepare(match)` comes before."""

    def make(prepare: Callable[[Any], None] = lambda match: None, *, speed: str = "slow") -> Any:
        session = begin_session(new_game())
        put_in(session.match.state.ext["program-cards"], "hands", 0, OWN)
        prepare(session.match)
        session.poll()
        screen = show_session(session, speed=speed)
        for title in TITLES:
            driver.click(place(app, f"{title}: ").centre)
        driver.click(place(app, "Confirm").centre)
        driver.until(lambda: screen.panels.shown is screen.panels.moving, 20)
        screen.rows = [place(app, name) for name in NAMES]
        return screen

    return make


def seen(screen: Any, seat: int) -> list[str]:
    """Return the commands that can be seen in a player's row: what the mouse is told in it, from left to right."""
    sentence: list[str] = []
    for x in range(PANEL, 1280, 6):
        text = screen.tooltip_at(x, screen.rows[seat].centre[1])
        if text.startswith("Register ") and (not sentence or sentence[-1] != text):
            sentence.append(text)
    return [text.split(": ")[1] for text in sentence]


def stage(screen: Any) -> int:
    return int(screen.context.display.stage)


def test_robots_act_by_themselves(app: Any, driver: Driver, begin: Any) -> None:
    """CLI-301, CLI-102: clicks and keys on the board and the panel change no program, and all the robots move on."""
    screen = begin(speed="fast")
    digest = screen.session.match.digest()
    assert find(app, "Confirm") is None
    before = [screen.board.to_design(actor.x, actor.y) for actor in screen.actors.actors]
    for _ in range(100):
        driver.click((400, 300))
        driver.key(arcade.key.ENTER)
        driver.key(arcade.key.DELETE)
        driver.frame(10)
        if stage(screen) >= 2:
            break
    assert stage(screen) >= 2
    driver.until(lambda: stage(screen) >= 3, 600)
    after = [screen.board.to_design(actor.x, actor.y) for actor in screen.actors.actors]
    assert after != before
    assert screen.session.match.digest() == digest
    assert " of 9" in screen.tooltip_at(*after[0]), "the board tells as in the other phase"


def test_commands_are_turned_over_register_by_register(app: Any, driver: Driver, begin: Any) -> None:
    """CLI-303, CLI-304, CLI-R07: all of a register come together, before any robot moves; the player's come first.

    CLI-302, CLI-R09: a row for every player, the viewer's at the bottom, as in the list of figure 2.
    """
    screen = begin()
    own, first, second = screen.rows
    assert own.top <= min(first.y, second.y)
    assert first.top <= second.y or second.top <= first.y
    for area, name in zip((own, first, second), ("Ada", "Bot 1", "Bot 2"), strict=True):
        assert name in labels(app, area)
    assert seen(screen, 0) == list(TITLES)
    assert len(seen(screen, 1)) == len(seen(screen, 2)) <= 1
    for register in range(1, 4):
        driver.until(lambda register=register: bool(seen_by_all(screen, register)), 400)  # type: ignore[misc]
        assert seen(screen, 0) == list(TITLES)
        assert [len(seen(screen, seat)) for seat in (1, 2)] == [register] * 2
        assert len([line for line in screen.context.log if re.search(r": (Move|Back Up|Rotate|U-Turn)", line)]) == 3 * (
            register - 1
        )


def seen_by_all(screen: Any, register: int) -> bool:
    return len(seen(screen, 1)) >= register or len(seen(screen, 2)) >= register


def test_who_is_out_of_the_match_can_skip_to_its_result(app: Any, driver: Driver, begin: Any) -> None:
    """STD-1005: for all others the pictures come back with the next turn."""
    screen = begin()
    panel = screen.panels.moving
    panel.refresh()
    assert "Skip to the result" not in texts(app)
    screen.flow.check = False  # the session does not know it
    screen.context.display.robots[0].eliminated = True
    panel.refresh()
    assert "Skip to the result" in texts(app)
    driver.until(lambda: not screen.panels.is_deaf)
    driver.click(panel.to_result.rect.centre)
    driver.until(lambda: screen.panels.shown is not panel, 400)
    screen.panels.shown.hand_in()
    driver.until(lambda: screen.context.display.turn == 3)
    assert screen.playback.speed == "skip"


def test_locked_commands_of_opponents_are_seen_from_the_start(
    app: Any, begin: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """CLI-304: while one of them still programs, that one has no commands, and one sees one's own."""

    def lock(match: Any) -> None:
        slot = match.state.ext["program-cards"]
        match.hurt(match.state.pieces[1], 6, "test")
        put_in(slot, "slots", 1, ("", "", "", "u-turn@20", "move2@700"))

    screen = begin(lock)
    assert seen(screen, 1)[-2:] == ["U-Turn", "Move 2"]
    assert len(seen(screen, 2)) <= 1, "at most that of the first register"
    context, panel = screen.context, screen.panels.moving
    monkeypatch.setattr(context.session, "waiting_for", lambda: [2])
    context.display.stage = 0
    for robot in context.display.robots:
        robot.slots = [""] * 5
    panel.refresh()
    assert panel.rows[0].shown == list(context.confirmed[2])
    assert [set(panel.rows[seat].shown) for seat in (1, 2)] == [{""}, {None}]
    assert [index for index, frame in panel.lit.items() if frame.visible] == [2], "whom all wait for"


def power_down(match: Any) -> None:
    """Power a robot down that has locked commands."""
    match.hurt(match.state.pieces[1], 6, "test")
    put_in(match.state.ext["program-cards"], "slots", 1, ("", "", "", "u-turn@20", "move2@700"))
    put_in(match.state.ext["power-down"], "down", 1, True)
    match.state.decisions[:] = [entry for entry in match.state.decisions if entry["piece"] != 1]


def test_the_row_of_a_robot_that_is_powered_down_stays_empty(app: Any, driver: Driver, begin: Any) -> None:
    """CLI-305."""
    screen = begin(power_down, speed="fast")
    assert "Powered down" in app.screen_on_top.tooltip_at(*screen.rows[1].centre)
    for register in (1, 2):
        driver.until(lambda register=register: len(seen(screen, 2)) >= register, 400)  # type: ignore[misc]
        assert seen(screen, 1) == []
    assert screen.context.display.robots[1].resting


def test_a_robot_that_dies_looks_different_and_shows_no_more_moves(app: Any, driver: Driver, begin: Any) -> None:
    """CLI-306: its picture changes for the rest of the turn."""

    def doom(match: Any) -> None:
        """It turns round before a pit, and then goes backwards."""
        match.hurt(match.state.pieces[2], 8, "test")
        slot = match.state.ext["program-cards"]
        put_in(slot, "hands", 2, ("u-turn@15",) * 9)
        put_in(slot, "slots", 2, ("", "back-up@430", "u-turn@30", "u-turn@40", "u-turn@50"))
        match.place(match.state.pieces[2], match.floor.index((5, 4)), 1, "test")

    screen = begin(doom, speed="fast")
    area = screen.rows[2]
    portrait = area._replace(width=50)
    driver.move((400, 300))
    driver.frame()
    alive = picture(driver, portrait)
    assert seen(screen, 2)[-4:] == ["Back Up", *["U-Turn"] * 3]
    driver.until(lambda: bool(screen.context.display.robots[2].destroyed), 1000)
    driver.frame(2)
    assert difference(picture(driver, portrait), alive) > 5
    assert "Destroyed" in app.screen_on_top.tooltip_at(*area.centre)
    while stage(screen) < 5:
        driver.frame(5)
        assert seen(screen, 2) == []
    assert "Destroyed" in app.screen_on_top.tooltip_at(*area.centre)


def test_own_damage_follows_every_register(app: Any, driver: Driver, begin: Any) -> None:
    """CLI-307: a number of symbols that are lit, brought up to date while the turn is shown."""

    def before_a_laser(match: Any) -> None:
        match.place(match.state.pieces[0], match.floor.index((5, 2)), 0, "test")
        match.hurt(match.state.pieces[0], 2, "test")

    screen = begin(before_a_laser)
    red, area = theme.colour("bad"), place(app, "Own damage: ")
    found: dict[str, tuple[int, float]] = {}
    while len(found) < 2 and not screen.playback.dry:
        text = screen.tooltip_at(*area.centre)
        if text not in found:
            found[text] = stage(screen), share(picture(driver, area), red, 40)
        driver.frame(3)
    assert list(found) == ["Own damage: 2 of 9", "Own damage: 3 of 9"]
    (_, some), (register, more) = found.values()
    assert more == pytest.approx(1.5 * some, rel=0.2)
    assert some > 0.03
    assert register == 1, "not only at the end of the turn"


def test_own_damage_stands_below_the_own_row_where_it_fits(begin: Any) -> None:
    """CLI-307: also where the log stands beside the rows."""
    screen = begin()
    for height, below in ((459, True), (250, False)):
        panel = MovingPanel(screen.space, screen.context, Rect(0, 0, 720, height), screen.playback, lambda: None)
        row = panel.rows[0].rect
        (pips,) = (widget.rect for widget in panel.controls.widgets if isinstance(widget, Pips))
        assert panel.log is not None
        log = panel.log.rect
        assert log.x > row.right
        if below:
            assert row.x <= pips.x < pips.right <= row.right
            assert row.y - 30 < pips.y < pips.top < row.y
        else:
            assert log.x <= pips.x
            assert pips.y > log.top


def test_programs_and_state_of_the_others_can_be_looked_at(app: Any, driver: Driver, begin: Any) -> None:
    """CLI-309, CLI-204, CLI-104: damage and lives in the row; what has been turned over; and more by a click."""

    def hurt(match: Any) -> None:
        match.hurt(match.state.pieces[1], 4, "test")

    screen = begin(hurt)
    area = screen.rows[1]
    assert "4" in labels(app, area)
    assert "3" in labels(app, area)
    text = app.screen_on_top.tooltip_at(*area.centre)
    assert "Damage 4 of 9" in text
    assert "Lives left: 3" in text
    driver.until(lambda: len(seen(screen, 1)) == 1, 400)
    driver.frame(12, 1 / 20)
    driver.click((area.x + 10, area.centre[1]))
    assert app.screen_on_top is not screen
    assert "Damage 4 of 9" in texts(app)


def test_announced_power_downs_of_others_are_shown(app: Any, driver: Driver, begin: Any) -> None:
    """CLI-310: as a symbol at the picture, in words for the mouse, and in the log."""

    def announce(match: Any) -> None:
        for decision in list(match.state.decisions):
            if decision["kind"] == "power-down" and decision["piece"]:
                match.answer(decision["id"], "yes" if decision["piece"] == 1 else "no", decision["seat"])

    screen = begin(announce)
    one, other = screen.rows[1:]
    assert "Bot 1 will power down next turn." in screen.context.log
    assert "Bot 2 will power down next turn." not in screen.context.log
    assert "Will power down next turn" in screen.tooltip_at(*one.centre)
    assert "Will power down next turn" not in screen.tooltip_at(*other.centre)
    lit = [share(picture(driver, area._replace(width=56)), theme.colour("accent"), 30) for area in (one, other)]
    assert lit[0] > lit[1] + 0.005
