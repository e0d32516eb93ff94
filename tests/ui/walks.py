"""Random walks of clicks and keys through the whole program, with real events, from a seed."""

import random
from collections.abc import Callable, Iterator
from typing import Any

import arcade

from roborally.core.match import Match
from roborally.game.records.recorder import load_save
from roborally.profile.kept import kept_matches
from roborally.ui.match.match_screen import MatchScreen
from roborally.ui.match.windows.game_menu import GameMenu
from roborally.ui.pages.main_menu import MainMenu
from roborally.ui.pages.settings_page import SettingsPage
from roborally.ui.toolkit.controls.widget_group import WidgetGroup
from roborally.ui.toolkit.dialogs import Dialog
from roborally.ui.toolkit.part import Part
from tests.ui import desks

from .desks import replays
from .walked_program import Program

SIZES = ((1024, 640), (1024, 768), (1280, 720), (1600, 900), (800, 600))
"""Sizes of the window, real ones and one smaller than a player can choose."""
MODES = ("standard", "classic", "crash-and-burn", "auenland", "roboball", "volt")
ENDED = ("standard", "volt")
"""The modes of matches that are watched, or continued with their last turn."""
TIMER = 60
"""The seconds for a program in the matches of `Library`."""
WORDS = (
    "Ada",
    "x",
    "ä ß ñ",
    "127.0.0.1:9",
    "7",
    "A name that is longer than any field will take, surely",
    "../..",
    "{0}",
)
LOOKED_AT, SMALLEST = 0.2, 0.8
"""How often the place of every text is checked, and the scale of the smallest window that players can choose."""
PATIENCE = 60
"""The number of steps back after which the main menu must be reached from any screen."""
STUCK = 6
"""How many times in a row Esc may change nothing."""
OFTEN = 20
"""Every so many steps back, Esc leaves a dialog instead of a button."""


def keys() -> list[tuple[int, int]]:
    """Return the keys to press, each with its modifiers."""
    key = arcade.key
    plain = (
        *(
            key.ENTER,
            key.NUM_ENTER,
            key.TAB,
            key.SPACE,
            key.UP,
            key.DOWN,
            key.LEFT,
            key.RIGHT,
            key.PAGEUP,
            key.PAGEDOWN,
        ),
        *(key.HOME, key.END, key.DELETE, key.BACKSPACE, key.L, key.G, key.I, key.C, key.R, key.P, key.D, key.M),
        *(key.KEY_1, key.KEY_2, key.KEY_3, key.KEY_4, key.KEY_5, key.PLUS, key.MINUS, key.COMMA, key.PERIOD, key.B),
    )
    return [(symbol, 0) for symbol in plain] + [(key.TAB, key.MOD_SHIFT), (key.LEFT, key.MOD_SHIFT)]


class Walk:
    """One walk, or a part of a longer one: the next part may continue where this one ends."""

    def __init__(self, program: Program, seed: int) -> None:
        self.program = program
        self.app = program.app
        self.driver = program.driver
        self.seed = seed
        self.chance = self.driver.chance = random.Random(seed)
        self._steps_back = 0

    @property
    def trace(self) -> list[str]:
        """The actions since the start of the program, as texts."""
        return self.program.trace

    def go(self, steps: int, *, begins: bool = True, ends: bool = True) -> None:
        """Start somewhere, walk, and return to the main menu; raise any fault, with the trace."""
        try:
            if begins:
                self.trace.clear()
                self.program.start()
                self._do(self.chance.choices(*zip(*self._beginnings(), strict=True))[0])
            for _ in range(steps):
                self._do(self.chance.choices(*zip(*self._actions(), strict=True))[0])
            if ends:
                self.leave()
                self.program.end()
        except BaseException as error:
            error.add_note(f"walk {self.seed}: {', '.join(self.trace)}")
            self.program.end()
            raise

    def _do(self, action: Callable[[], str]) -> None:
        before = self._running()
        answers = len(desks.matches(self.program.client).recorder.record.answers) if before is not None else 0
        digest = before.session.digest() if before is not None else ""
        number = len(self.trace)
        self.trace.append(action.__name__)
        self.trace[number] = f"{action.__name__.strip('_')} {action()}".strip()
        if not self.app.screens:  # the window was closed
            self.trace.append("start again")
            self.program.end()
            self.program.start()
        self.program.take_over_the_clock()
        if self.chance.random() < LOOKED_AT and self.app.frame.scale >= SMALLEST:
            assert not (found := self.program.look()), found
        self._check(before, answers, digest)

    def _running(self) -> Any:
        """Return the screen of the running match in this process, or `None`."""
        found = next((screen for screen in self.app.screens if type(screen) is MatchScreen), None)
        return found if found is not None and not found.session.over else None

    def _check(self, before: Any, answers: int, digest: str) -> None:
        """Check that a running match is still open, or can be continued."""
        if before is None or before in self.app.screens or before.session.over:
            return
        kept = kept_matches(self.program.folder / "running")
        assert kept, "a match has gone, and nothing has been kept"
        _game, match, recorder = load_save(kept[0][0], self.program.catalogue)
        assert isinstance(match, Match)
        # In a power cut the newest answers may not be on the disk yet.
        assert len(recorder.record.answers) >= answers or self.trace[-1].startswith("power_cut")
        if len(recorder.record.answers) == answers:
            assert match.digest() == digest

    # --- what is done -----------------------------------------------------------------------------------------------

    def _beginnings(self) -> Iterator[tuple[Callable[[], str], float]]:
        yield self._stay, 3
        yield self._match_begins, 10
        yield self._hot_seat_begins, 8
        yield self._last_turn_begins, 4
        yield self._tutorial_begins, 2
        yield self._replay_begins, 2
        yield self._exhibition_begins, 1
        yield self._hosting_begins, 1

    def _actions(self) -> Iterator[tuple[Callable[[], str], float]]:
        yield self._click_control, 24
        yield self._click_anywhere, 4
        yield self._press_key, 12
        yield self._press_escape, 4
        yield self._press_enter, 8
        yield self._let_time_run_out, 8
        yield self._drag, 3
        yield self._scroll, 2
        yield self._type, 2
        yield self._wait, 8
        yield self._resize, 2
        yield self._speak, 3
        yield self._power_cut, 0.3

    def _stay(self) -> str:
        return ""

    def _match_begins(self) -> str:
        mode = self.chance.choice(MODES)
        self.program.play(mode, 1)
        return mode

    def _hot_seat_begins(self) -> str:
        mode = self.chance.choice(MODES)
        self.program.play(mode, 2)
        return mode

    def _last_turn_begins(self) -> str:
        mode = self.chance.choice(ENDED)
        self.program.load_the_end(mode)
        return mode

    def _tutorial_begins(self) -> str:
        self.program.client.router.open("lessons")
        return ""

    def _replay_begins(self) -> str:
        mode = self.chance.choice(ENDED)
        recorder = self.program.library.finished(mode).recorder
        replays(self.program.client).watch(recorder.game, recorder.record)
        return mode

    def _exhibition_begins(self) -> str:
        self.program.exhibit()
        return ""

    def _hosting_begins(self) -> str:
        self.program.host()
        return ""

    def _click_control(self) -> str:
        found = list(controls(self.app.screen_on_top))
        if not found:
            return self._click_anywhere()
        widget = self.chance.choice(found)
        rect = widget.rect
        point = (
            rect.x + self.chance.uniform(0.1, 0.9) * rect.width,
            rect.y + self.chance.uniform(0.1, 0.9) * rect.height,
        )
        text = f"{type(widget).__name__} {getattr(widget, 'text', '')!r} of {type(self.app.screen_on_top).__name__}"
        self.driver.click(point)
        return text

    def _click_anywhere(self) -> str:
        point = self._point()
        self.driver.press(point, self.chance.choice((1, 1, 1, 2, 4)))
        self.driver.release(point)
        self.driver.frame()
        return f"{point[0]:.0f}, {point[1]:.0f}"

    def _point(self) -> tuple[float, float]:
        return self.chance.uniform(-20, 1300), self.chance.uniform(-20, 740)

    def _press_key(self) -> str:
        symbol, modifiers = self.chance.choice(keys())
        self.driver.key(symbol, modifiers)
        return f"{symbol:#x}"

    def _press_escape(self) -> str:
        self.driver.key(arcade.key.ESCAPE)
        return ""

    def _press_enter(self) -> str:
        self.driver.key(arcade.key.ENTER)
        return ""

    def _let_time_run_out(self) -> str:
        """Let the time run out, which submits the answer, and wait for the next question."""
        self.program.clock.time += TIMER
        self.program.pass_time(self.chance.choice((2, 8)))
        return ""

    def _drag(self) -> str:
        found = list(controls(self.app.screen_on_top))
        start = self.chance.choice(found).rect.centre if found and self.chance.random() < 0.7 else self._point()
        self.driver.drag(start, self._point())
        return ""

    def _scroll(self) -> str:
        frame = self.driver.pixel(self._point())
        self.driver.send("on_mouse_scroll", *frame, 0, self.chance.choice((-3, -1, 1, 3)))
        self.driver.frame()
        return ""

    def _type(self) -> str:
        text = self.chance.choice(WORDS)
        for letter in text:
            self.driver.send("on_text", letter)
        self.driver.frame()
        return repr(text)

    def _wait(self) -> str:
        frames = self.chance.choice((1, 4, 10, 25))
        self.program.pass_time(frames)
        return str(frames)

    def _resize(self) -> str:
        width, height = self.chance.choice(SIZES)
        self.app.set_size(width, height)
        self.driver.send("on_resize", width, height)
        self.program.pass_time(5)  # until the size has settled
        return f"{width} x {height}"

    def _speak(self) -> str:
        """Open the settings if possible, and choose another language there."""
        top = self.app.screen_on_top
        if type(top) not in (MainMenu, GameMenu, SettingsPage):
            self.driver.key(arcade.key.ESCAPE)
        top = self.app.screens[-1] if self.app.screens else None
        if isinstance(top, MainMenu | GameMenu):
            self.driver.click(top.controls.widgets[-3].rect.centre)
        top = self.app.screens[-1] if self.app.screens else None
        if not isinstance(top, SettingsPage):
            return "nowhere"
        languages = language_choice(top)
        side = languages.rect.right - 20 if self.chance.random() < 0.5 else languages.rect.x + 20
        self.driver.click((side, languages.rect.centre[1]))
        for _ in range(self.chance.choice((0, 2))):
            if self.app.screens and type(self.app.screen_on_top) is not MainMenu:
                self.driver.key(arcade.key.ESCAPE)
        return str(self.app.settings.language)

    def _power_cut(self) -> str:
        self.program.die()
        self.program.start()
        return ""

    # --- the way out ------------------------------------------------------------------------------------------------

    def leave(self) -> None:
        """Return to the main menu with Esc and the buttons of dialogs."""
        stuck = 0
        for _ in range(PATIENCE):
            if not self.app.screens or type(self.app.screen_on_top) is MainMenu:
                return
            before = list(self.app.screens)
            self._do(self._step_back)
            self.program.pass_time(2)
            stuck = stuck + 1 if before == self.app.screens else 0
            assert stuck < STUCK, f"there is no way out of {type(self.app.screen_on_top).__name__}"
        raise AssertionError(f"no way leads back from {type(self.app.screen_on_top).__name__}")

    def _step_back(self) -> str:
        top = self.app.screen_on_top
        self._steps_back += 1
        if isinstance(top, Dialog) and self._steps_back % OFTEN:  # some dialogs return, such as "Watch again"
            self.driver.click(top.controls.widgets[-2 if isinstance(top, GameMenu) else -1].rect.centre)
        else:
            self.driver.key(arcade.key.ESCAPE)
        return f"from {type(top).__name__}"


def language_choice(page: Any) -> Any:
    """Return the control for the language in the settings."""
    return next(widget for widget in page.controls.widgets if ("de", "Deutsch") in getattr(widget, "options", ()))


def controls(screen: Any) -> Iterator[Any]:
    """Yield the enabled controls of a screen and of its parts, some of which may be scrolled out of view."""
    places = [screen]
    if hasattr(screen, "panels"):
        places += [screen.panels.shown]
    if hasattr(screen, "bar"):
        places += [screen.bar]
    for place in places:
        for value in list(vars(place).values()):
            if isinstance(value, WidgetGroup):
                yield from (widget for widget in value.widgets if widget.enabled)
        for part in getattr(place, "parts", ()):
            assert isinstance(part, Part)
            yield from controls(part)
