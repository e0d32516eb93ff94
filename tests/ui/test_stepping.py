"""One action per key press, and slow beats where something happens to the own robot (CLI-2028, CLI-2029)."""

from typing import Any

import arcade
import msgspec
import pytest

from .conftest import Driver


def event(type_: str, beat: int, **more: Any) -> dict[str, Any]:
    return {"type": type_, "beat": beat, **more}


def step(beat: int, piece: int, *, by: int, how: str = "forward") -> dict[str, Any]:
    ends = {"from": (beat, 0), "to": (beat + 1, 0), "direction": 1}
    return event("step", beat, piece=piece, how=how, by=by, **ends)


def turn_of_two() -> list[dict[str, Any]]:
    """Two robots act, one pushes the other, belts run, lasers fire."""
    return [
        event("reveal", 1, register=1, cards=((0, "move2@700"), (1, "move1@490"))),
        event("card", 2, piece=0, register=1, card="move2@700"),
        step(3, 1, by=0, how="push"),
        step(3, 0, by=0),
        step(4, 0, by=0),
        event("card", 5, piece=1, register=1, card="move1@490"),
        step(6, 1, by=1),
        step(7, 0, by=-1, how="belt"),
        step(8, 1, by=-1, how="belt"),
        event("beam", 9, cells=((0, 0),), direction=1, piece=0, targets=(), cause="robot-laser"),
    ]


@pytest.fixture
def screen(app: Any, driver: Driver, open_match: Any, new_game: Any) -> Any:
    """A match that has been programmed, with a turn of its own to show."""
    shown = open_match(new_game(), speed="step")
    shown.panels.show_moving()
    driver.frame(12, 1 / 20)
    return shown


def until_halt(screen: Any) -> int:
    """Let time pass until the playback halts or has shown everything; return how many beats have begun meanwhile."""
    before = screen.playback.waiting
    for _ in range(400):
        screen.playback.update(1 / 20)
        if screen.playback.halted or screen.playback.dry:
            break
    return int(before - screen.playback.waiting)


def test_each_action_waits_for_a_key(screen: Any, driver: Driver) -> None:
    """CLI-2028: a register is turned up, a robot acts with all it does, the belts run, the lasers fire."""
    screen.playback.feed(turn_of_two())
    counts = [until_halt(screen)]
    while not screen.playback.dry:
        assert screen.playback.halted
        assert "next action" in screen.waiting_text()
        before = screen.playback.waiting
        screen.panels.moving.key(arcade.key.SPACE, 0)
        until_halt(screen)
        counts.append(before - screen.playback.waiting)
    assert counts == [0, 1, 3, 2, 2, 1], "beats: none, the cards, the first robot, the second, the belts, the lasers"
    assert screen.waiting_text() != "Space for the next action"


def test_another_speed_ends_the_halt(screen: Any, driver: Driver) -> None:
    """CLI-2028."""
    screen.playback.feed(turn_of_two())
    until_halt(screen)
    assert screen.playback.halted
    screen.panels.moving.key(arcade.key.PERIOD, 0)
    until_halt(screen)
    assert screen.playback.dry
    for _press in range(4):
        screen.panels.moving.key(arcade.key.COMMA, 0)
    assert screen.playback.speed == "step"
    screen.playback.feed(turn_of_two())
    until_halt(screen)
    assert screen.playback.halted
    screen.panels.moving.set_speed("skip")
    screen.playback.update(1 / 20)
    assert screen.playback.dry


def test_a_key_in_the_middle_of_an_action_shows_the_rest_of_it(screen: Any, driver: Driver) -> None:
    """CLI-2028: and nothing is paused, so that the next key goes on as before."""
    screen.playback.feed(turn_of_two())
    until_halt(screen)
    screen.panels.moving.key(arcade.key.SPACE, 0)
    until_halt(screen)
    screen.panels.moving.key(arcade.key.SPACE, 0)
    screen.playback.update(1 / 20)
    assert not screen.playback.halted, "the first robot moves"
    screen.panels.moving.key(arcade.key.SPACE, 0)
    assert (screen.playback.halted, screen.playback.paused) == (True, False)
    assert screen.playback.waiting == 5, "the second robot's card, and what follows"
    screen.panels.moving.key(arcade.key.SPACE, 0)
    until_halt(screen)
    assert screen.playback.waiting == 3


def until_acts(screen: Any, piece: int) -> None:
    """Let time pass until a robot acts."""
    while piece not in screen.playback.acting:
        screen.playback.update(1 / 60)


def test_space_shows_the_rest_at_once_and_p_pauses(screen: Any) -> None:
    """CLI-2028: at every speed; after a pause Space goes on."""
    playback, panel = screen.playback, screen.panels.moving
    playback.speed = "normal"
    playback.feed(turn_of_two())
    until_acts(screen, 0)
    panel.key(arcade.key.SPACE, 0)
    assert (playback.acting, playback.paused) == ({1}, False)
    panel.key(arcade.key.P, 0)
    assert playback.paused
    panel.key(arcade.key.SPACE, 0)
    assert (playback.acting, playback.paused) == ({1}, False), "it only goes on"


def test_space_held_shows_the_register_again(screen: Any, driver: Driver) -> None:
    """CLI-2028: from its beginning, once while it is held, and neither log nor banners tell it twice."""
    playback, events = screen.playback, turn_of_two()
    before = list(screen.context.log)
    cells = [robot.cell for robot in screen.context.display.robots]
    playback.speed = "normal"
    playback.feed(events)
    until_acts(screen, 1)
    driver.send("on_key_press", arcade.key.SPACE, 0)
    held = screen.app.held_key
    playback.paused = True
    screen.panels.update(0.4, held)
    assert playback.waiting < 5
    screen.panels.update(0.2, held)
    assert playback.waiting == len({event["beat"] for event in events})
    assert [robot.cell for robot in screen.context.display.robots] == cells
    playback.paused = False
    playback.update(1 / 60)
    screen.panels.update(9, held)
    assert playback.waiting < len({event["beat"] for event in events}), "it goes on though Space is held"
    driver.send("on_deactivate")
    assert screen.app.held_key is None, "its release goes to another window"
    until_acts(screen, 1)
    screen.panels.moving.key(arcade.key.BACKSPACE, 0)
    assert playback.waiting == len({event["beat"] for event in events}), "without holding anything, for gamepads, too"
    until_acts(screen, 1)
    playback.speed = "skip"
    playback.update(0.0)
    told = list(screen.context.log)[len(before) :]
    assert len(told) == len(set(told)) > 3
    assert [robot.cell for robot in screen.context.display.robots[:2]] == [(8, 0), (9, 0)]


PUSHED = [step(1, 0, by=1, how="push")]
OWN = [step(1, 0, by=0)]
OTHERS = [step(1, 1, by=0, how="push")]
CARRIED = [step(1, 0, by=-1, how="belt")]
SHOT = [event("beam", 1, cells=((0, 0),), direction=1, piece=1, targets=(0,), cause="robot-laser")]
MISSED = [event("beam", 1, cells=((0, 0),), direction=1, piece=1, targets=(), cause="robot-laser")]
GONE = [event("destroy", 1, piece=0, cell=(1, 0), by=(), cause="pit")]


def test_what_happens_to_the_own_robot_is_shown_slowly(app: Any, screen: Any) -> None:
    """CLI-2029: as slow as at the slow speed, if the setting is on."""

    def frames(beat: list[dict[str, Any]], setting: bool) -> int:
        app.settings = msgspec.structs.replace(app.settings, slow_when_it_matters=setting)
        screen.playback.speed = "fast"
        screen.playback.feed(beat)
        for number in range(1000):
            if screen.playback.dry:
                return number
            screen.playback.update(1 / 60)
        raise AssertionError("it does not end")

    for slow, beats in ((False, (OWN, OTHERS, CARRIED, MISSED)), (True, (PUSHED, SHOT, GONE))):
        for beat in beats:  # what fades does so as ever
            assert (frames(beat, setting=True) > 3 * frames(beat, setting=False)) is slow, beat


def two_turns(screen: Any) -> list[dict[str, Any]]:
    """The rest of a turn, and the first register of the next one."""
    turn = screen.context.display.turn
    return [
        event("card", 1, piece=0, register=1, card="left@90"),
        event("moment", 2, name="start", turn=turn + 1, stage=0),
        event("moment", 3, name="register", turn=turn + 1, stage=1),
        event("card", 4, piece=0, register=1, card="right@80"),
    ]


def test_who_plays_skips_one_turn(screen: Any, driver: Driver) -> None:
    """CLI-2028: the next one is shown at the speed of before."""
    panel = screen.panels.moving
    panel.set_speed("fast")
    driver.click(screen.panel_space.shown(panel.speeds["skip"].rect).centre)
    assert screen.playback.speed == "skip"
    screen.playback.feed(two_turns(screen))
    screen.playback.update(1 / 20)
    assert screen.playback.speed == "fast"
    assert [beat[0]["beat"] for beat in screen.playback.beats] == [3, 4]


def test_who_has_set_that_speed_skips_every_turn(screen: Any) -> None:
    """CLI-2028."""
    screen.panels.moving.set_speed("skip")
    screen.playback.feed(two_turns(screen))
    screen.playback.update(1 / 20)
    assert screen.playback.speed == "skip"
    assert screen.playback.dry


def test_a_pause_holds_at_the_highest_speed_too(screen: Any) -> None:
    screen.playback.feed(turn_of_two())
    screen.playback.speed, screen.playback.paused = "skip", True
    screen.playback.update(1.0)
    assert screen.playback.waiting
    screen.playback.paused = False
    screen.playback.update(1.0)
    assert screen.playback.dry
