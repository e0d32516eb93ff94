"""The window draws only frames that look different, and none that does is left out."""

import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from pyglet.window import key

from roborally.ui.toolkit import theme
from roborally.ui.toolkit.app import Screen
from roborally.ui.toolkit.frames.pace import ASLEEP, AT_REST, CALM, MAX_PAUSE, FramePace
from roborally.ui.toolkit.frames.rehearsal import is_rehearsal, note
from roborally.ui.toolkit.theme import HEIGHT, WIDTH, Rect

from . import seen
from .conftest import Driver

FRAME = 1 / 60
WHOLE = Rect(0, 0, WIDTH, HEIGHT)


class Still:
    """A window that draws one thing."""

    def __init__(self) -> None:
        self.shows = 0
        self.rates: list[float] = []

    def on_draw(self) -> None:
        assert is_rehearsal()
        note("thing", self.shows)

    def set_update_rate(self, rate: float) -> None:
        self.rates.append(rate)


@pytest.fixture
def still() -> Still:
    return Still()


@pytest.fixture
def pace(still: Still) -> Iterator[FramePace]:
    made = FramePace(still)
    assert made.is_due(FRAME)
    yield made
    assert not is_rehearsal()


def test_a_frame_like_the_one_before_is_not_drawn(still: Still, pace: FramePace) -> None:
    assert not pace.is_due(FRAME)
    still.shows = 1
    assert pace.is_due(FRAME)
    assert not pace.is_due(FRAME)


def test_what_has_changed_is_drawn_though_it_is_in_the_same_place(still: Still, pace: FramePace) -> None:
    still.on_draw = lambda: note("thing", 0, changed=True)  # type: ignore[method-assign]
    assert pace.is_due(FRAME)


def test_a_still_window_falls_asleep_and_wakes_by_an_event(still: Still, pace: FramePace) -> None:
    for _ in range(CALM):
        pace.is_due(FRAME)
    assert pace.asleep
    pace.note_event("on_update")
    assert pace.asleep
    pace.note_event("on_mouse_motion")
    assert not pace.asleep
    assert still.rates == [ASLEEP, FRAME]


def test_a_change_wakes(still: Still, pace: FramePace) -> None:
    for _ in range(CALM):
        pace.is_due(FRAME)
    still.shows = 1
    assert pace.is_due(ASLEEP)
    assert not pace.asleep


def test_a_window_that_was_hidden_is_drawn_again(pace: FramePace) -> None:
    pace.note_event("on_expose")
    assert pace.is_due(FRAME)


def test_a_still_window_is_drawn_from_time_to_time(pace: FramePace) -> None:
    due = [number / 2 for number in range(1, 140) if pace.is_due(0.5)]
    waited = [after - before for before, after in zip([0.0, *due], due, strict=False)]
    assert waited == [MAX_PAUSE, 2 * MAX_PAUSE, 4 * MAX_PAUSE, AT_REST, AT_REST, AT_REST]
    pace.note_event("on_mouse_motion")
    assert pace.is_due(0.5)
    assert [pace.is_due(0.5) for _ in range(8)] == [False] * 7 + [True]


def test_a_minimised_window_goes_on_without_drawing(
    app: Any, driver: Driver, open_match: Any, new_game: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """CLI-2038: bots play on; a system that shows its frames seldom would let every one of them wait."""
    screen = open_match(new_game(people=0, bots=3), speed="fast")
    shown: list[int] = []
    monkeypatch.setattr(app, "flip", lambda: shown.append(screen.playback.waiting))
    app.pace = FramePace(app)

    def look_on(frames: int) -> int:
        shown.clear()
        for _frame in range(frames):
            driver.send("on_update", FRAME)
            app.draw(FRAME)
        return len(shown)

    assert look_on(30) > 10
    driver.send("on_hide")
    before = screen.session.beat
    assert look_on(300) == 0
    assert screen.session.beat > before
    driver.send("on_show")
    assert look_on(1) == 1


KEYS = (key.TAB, key.DOWN, key.UP, key.RIGHT, key.LEFT, key.SPACE, key.G, key.L, key.T, key.ESCAPE)


@pytest.fixture
def begin_mode(open_mode: Any, open_match: Any, new_game: Any) -> Callable[[str], Any]:
    """Return a way to show a match of a mode with a person and two bots."""
    return lambda mode: open_match(new_game(), speed="fast") if mode == "standard" else open_mode(mode, speed="fast")


@pytest.mark.parametrize(
    ("mode", "steps"),
    [
        ("standard", 20),
        *[pytest.param(mode, 60, marks=pytest.mark.long) for mode in ("standard", "crash-and-burn", "auenland")],
    ],
)
def test_no_frame_that_differs_is_left_out(
    app: Any, driver: Driver, mode: str, steps: int, begin_mode: Callable[[str], Any]
) -> None:
    """Whatever the player does, a frame that the window leaves out would show what it shows already."""
    begin_mode(mode)
    chance = random.Random(f"pace of {mode}")
    app.pace = FramePace(app)
    before, left_out = None, 0
    for _number in range(steps):
        if chance.random() < 0.4:
            point = chance.uniform(0, WIDTH), chance.uniform(0, HEIGHT)
            driver.move(point)
            if chance.random() < 0.5:
                driver.press(point)  # a click would draw a frame
                driver.release(point)
        elif chance.random() < 0.3:
            driver.send("on_key_press", chance.choice(KEYS), 0)
        if not app.screens:
            break
        for _step in range(chance.choice((1, 5, 80))):
            driver.send("on_update", 0.1)
        app.switch_to()
        due = app.pace.is_due(FRAME)
        now = seen.picture(driver, WHOLE).tobytes()
        if not due:
            left_out += 1
            assert now == before
        before = now
    assert left_out > 2


def test_a_frame_begins_with_an_empty_window(app: Any, driver: Driver) -> None:
    """Also after a picture that ended with a part of the window, such as a board: a new one must not show through."""
    filled = Screen(app)
    filled.layer.fill(WHOLE, theme.colour("bad"))
    app.push(filled)
    assert seen.share(seen.picture(driver, WHOLE), theme.colour("bad")) == 1
    app.push(Screen(app))
    app.ctx.screen.viewport = (0, 0, app.width // 2, app.height)
    assert seen.share(seen.picture(driver, WHOLE), theme.colour("background"), 1) == 1


CLOSED = """
import arcade, gc, pyglet, weakref
from roborally.ui.toolkit.app import App
first = App(vsync=False)
first.quit()
gone, looks = weakref.ref(first), []
App.on_update = lambda window, seconds: looks.append(window is gone())
del first
second = App(vsync=False)
gc.collect()
pyglet.clock.schedule_once(lambda passed: pyglet.app.exit(), 0.2)
arcade.run()
print(any(looks), not all(looks), gone() is None, arcade.get_window() is second)
"""


@pytest.mark.window
def test_a_closed_window_does_nothing_any_more() -> None:
    """CLI-2382: it is neither updated nor kept, and does not close the one after it when it is freed."""
    done = subprocess.run([sys.executable, "-c", CLOSED], capture_output=True, text=True, check=True, timeout=300)
    assert done.stdout.split() == ["False", "True", "True", "True"]
