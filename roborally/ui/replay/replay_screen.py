"""`ReplayScreen`, which shows a recorded match: a match screen with a timeline below the board."""

from bisect import bisect_left
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Protocol

from roborally.base.errors import Message
from roborally.base.translation import _
from roborally.core.events import Event
from roborally.narration.match_log import DAMAGED
from roborally.plugin import text
from roborally.ui.lost_views import report_lost_views
from roborally.ui.match.arrangement import crowds_board
from roborally.ui.match.match_screen import MatchScreen
from roborally.ui.match.shown_match import ShownMatch
from roborally.ui.match.watching.spectator_aids import Aids
from roborally.ui.match.windows.log_screen import LogScreen
from roborally.ui.replay.film import Film, beside, last_until
from roborally.ui.replay.timeline import ReplayBar, bar_height
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.controls.widget_group import WidgetGroup
from roborally.ui.toolkit.dialogs import message
from roborally.ui.toolkit.shortcuts import SHIFT, Shortcut, act_on
from roborally.ui.toolkit.theme import Rect

LEAST, STRIP = 20.0, 150.0
"""The least widths of a cell, in logical pixels, and of a strip beside the board for a banner, in units."""
GLANCE = 0.5
"""Seconds for which the end of each turn is shown at the speed `skip`."""


class ReplayOverlay(Protocol):
    """A feature's drawing in the upper left corner beside the board of a replay, such as a graph with controls."""

    controls: WidgetGroup
    takes: tuple[float, float]
    """The width that the overlay needs beside the board, or the height above the board, in units."""

    def lay_out(self) -> None:
        """Lay the overlay out again, because the window has another size."""

    def update(self, turn: int, at_end: bool) -> None:
        """Show the state for a turn, or with `at_end` for the end of the match."""

    def draw(self) -> None:
        """Draw the overlay."""

    def shortcuts(self) -> list[Shortcut]:
        """Return the keys that the overlay adds to the replay."""


class ReplayScreen(MatchScreen):
    """The screen of a recorded match, whose film is played forward and back; `at` is the position shown.

    `leave()` returns to the previous screen, `show_result(context)` shows the result. The film starts before the beat
    `first`. `caption` is a text below the board; with it `show_result` must also report plugins that cannot draw. A
    `bare` screen has neither the bar with the timeline nor buttons, which gives board and log more space.
    """

    pausing = False  # the bar has the button
    way_out = text("Back")

    def __init__(
        self,
        app: App,
        film: Film,
        *,
        leave: Callable[[], None],
        show_result: Callable[[ShownMatch], None],
        speed: str = "normal",
        first: int = 0,
        make_film: Callable[["ReplayScreen"], None] | None = None,
        caption: str = "",
        bare: bool = False,
    ) -> None:
        """Start playing; with `make_film` there is a button that calls `make_film(screen)`, to export a video.

        `speed` is a key of `SPEEDS`; the class explains the other arguments.
        """
        self.film = film
        self._showed_damage = False
        self.overlay: ReplayOverlay | None = None
        """A feature's drawing beside the board, `None` for none."""
        self.at = 0
        self._goal = len(film.events)
        self._wanted: int | None = None
        self._left: int | None = None
        """The position to return to when the result page is closed; `None` if that page is not open."""
        self._glance = 0.0
        self._looked = -1
        self._counted = False
        self._make_film = make_film
        self._caption = caption
        self.has_buttons = not bare
        self._unfolded = False
        super().__init__(
            app, film.session, finished=show_result, open_menu=lambda screen: leave(), speed=speed, check=False
        )
        self.camera.least = LEAST
        self.bar = self._lay_out_bar()
        self.go_to(film.position_of(first) if first else 0)

    @property
    def aids(self) -> Aids:
        """The aids for spectators of a match, without remarks and zooms on great moments."""
        return super().aids._replace(remarks=False, moments=False)

    @property
    def _can_fold(self) -> bool:
        return self.has_buttons and crowds_board(self.space.whole)

    @property
    def is_folded(self) -> bool:
        """Whether the panel is out of view, as it is at first where it would leave little room for the board."""
        return self._can_fold and not self._unfolded

    def fold(self) -> None:
        """Show the panel beside the board, or hide it again, if the window is too narrow for both."""
        if self._can_fold:
            self._unfolded = not self._unfolded
            self.resized()
            self.settled()

    @property
    def board_area(self) -> Rect:
        """The rectangle of the board, which leaves room for the overlay."""
        area = super().board_area
        if self.overlay is None or (self.camera.fits(area) and self.board.is_beside(area, self.overlay.takes)):
            return area
        wide, high = self.overlay.takes
        beside = area._replace(x=area.x + wide, width=area.width - wide)
        return max(beside, area._replace(height=area.height - high), key=self.board.fitting)

    @property
    def banner_room(self) -> Rect:
        """The rectangle with banners in its upper left corner, with a folded panel beside board and overlay."""
        room = super().banner_room
        if not self.is_folded:
            return room
        wide, high = self.overlay.takes if self.overlay is not None else (0.0, 0.0)
        beside = self.board.seen.x - room.x
        if beside >= STRIP:
            return room._replace(width=beside, height=room.height - high)
        return room._replace(x=room.x + wide, width=room.width - wide)

    def strip_below(self, width: float) -> float:
        """Return the height of the bar with the timeline for a width, in units; 0 on a `bare` screen."""
        return bar_height(width) if self.has_buttons else 0.0

    def _lay_out_bar(self) -> ReplayBar:
        self.panels.moving.leave.wear("arrow-left", _("Back (Esc)"))
        self.panels.moving.log.on_line = self.show_line
        make_film = self._make_film
        more = [("robot", self.fold, _("Programs"), _("Programs and log (N)"))] if self._can_fold else []
        if self.is_folded:
            more.append(("cross", self.menu, _("Back"), _("Back (Esc)")))
        return ReplayBar(
            self.space,
            self.arrangement.strip,
            self.film,
            title=self.context.heading,
            go_to=self.go_to,
            step=self.step,
            play=self.toggle,
            result=self.result,
            make_film=partial(make_film, self) if make_film is not None else None,
            more=more,
        )

    def lay_out_again(self) -> None:
        """Lay out everything again, including the timeline and the overlay."""
        super().lay_out_again()
        self.bar = self._lay_out_bar()
        if self.overlay is not None:
            self.overlay.lay_out()

    # --- time -----------------------------------------------------------------------------------------------------

    def update(self, seconds: float) -> None:
        """Prepare more of the film's index, and play the film on by a number of seconds."""
        if not self._caption:  # else a dialog would hide the result
            report_lost_views(self.app)
        self.film.prepare()
        if self._left is not None and self.app.screen_on_top is self:
            self.go_to(self._left)
        if self.film.damaged and not self._showed_damage and self.app.screen_on_top is self:
            self._showed_damage = True
            text = Message.of("What comes after that cannot be shown: the file is damaged, or a plugin has changed.")
            message(self.app, _("This replay ends early"), text)
        self._goal = min(self._goal, len(self.film.events))
        if self._wanted is not None:
            self._reach(self._wanted)
        elif self.playback.dry and not self.playback.paused:
            self._feed(seconds)
        self._animate(seconds)
        if self.playback.dry and self._looked != self.at:
            self._look_back()
        self.panels.moving.refresh()
        self.bar.show(self.at, not self.playback.paused, self.film.ended and self.film.ready)
        area, whole = self.board_area, super().board_area
        has_moved = self.board.rect != area
        if has_moved:
            self.board.take_place(area)
        if has_moved or self.notices.room != self.banner_room:
            self._place_texts()
        if self.overlay is not None:
            self.notices.standing.corner = self.overlay.takes if area == whole else (0.0, 0.0)
            self.notices.waiting.beside = area.x - whole.x if self.overlay.takes[1] < whole.height / 2 else 0.0
            decided = len(self.film.events) - 1  # only the event that says who has won is missing
            self.overlay.update(self.context.display.turn, self.film.ready and self.at >= decided)
        for part in self.parts:
            part.update(seconds)

    def _feed(self, seconds: float) -> None:
        """Pass the events up to the next turn to the playback; call `_arrive` if the goal has been reached."""
        if self.at >= self._goal:
            self._arrive()
            return
        self._glance -= seconds
        if self.playback.speed == "skip" and self._glance > 0:
            return
        self._glance = GLANCE
        end = min(self._goal, self.film.next_turn(self.at))
        self.playback.feed(self.film.events[self.at : end])

    def _arrive(self) -> None:
        """Pause at the position to which the film was to be played; if it is the end of the film, show the result."""
        self.playback.paused = True
        whole = len(self.film.events)
        if self._goal == whole and self.film.ended and self.app.screen_on_top is self:
            self.result()
        self._goal = whole

    def _look_back(self) -> None:
        self._looked = self.at
        seen, events = self.film.observation_at(self.at)
        self.board_pane.rest(seen)
        for event in events:
            self.board_pane.on_event(event)
        self.panels.shown.refresh()

    def on_event_in_order(self, event: Event) -> None:
        """Advance the position by one event, then handle the event as in a match."""
        self.at += 1
        super().on_event_in_order(event)

    def play(self, first: int, last: int) -> None:
        """Play from the position `first` to `last`, and pause there."""
        self.go_to(first)
        self._goal = last
        self.playback.paused = False

    # --- moving to a moment ---------------------------------------------------------------------------------------

    def go_to(self, at: int) -> None:
        """Show a position without animation, now or as soon as the film is prepared for it."""
        self._left = None
        self.playback.drop()
        self.cards.clear()
        self.notices.hide()
        self._goal = len(self.film.events)
        self._glance = 0.0
        self._reach(max(0, at))

    def _reach(self, at: int) -> None:
        self._wanted = at if at > self.film.built and not self.film.ready else None
        if self._wanted is not None:
            return
        at = min(at, len(self.film.events))
        for event in self.film.restore(self.context.display, at):
            self.context.display.apply(event)
        self.at = at
        self._looked = -1
        self.context.remarks.forget()
        self.actors.settle_all()
        self.camera.cut()
        self.context.log.take(self.film.lines, self.film.logged_until(at))
        self.context.log.causes = self.context.display.causes()
        self.panels.moving.log.rewrite(self.context.log)

    def show_line(self, number: int) -> None:
        """Show the moment to which the log line with a number belongs."""
        self.go_to(self.film.line_at[number])

    def open_log(self) -> None:
        """Open the log of the whole film, at the line of the present position."""
        of, lines, sheet = (self.context.tint_of, self.rules.links.event), self.film.lines, self.arrangement.sheet
        self.app.push(LogScreen(self.app, lines, sheet, *of, self.show_line, self._line_now()))

    def step(self, direction: int) -> None:
        """Play the next step (`direction` 1), or go back to the end of the previous one (-1), and pause there."""
        self.playback.drop()
        target = beside(self.film.steps, self.at, direction)
        if direction < 0:
            self.playback.paused = True
            self.go_to(target or 0)
        elif target is not None:
            self.playback.paused = False
            self._goal = target
            self.playback.feed(self.film.events[self.at : target])

    def leap(self, positions: list[int], direction: int) -> None:
        """Go to the next (`direction` 1) or previous (-1) of the positions; without one, to the end or the start."""
        found = beside(positions, self.at, direction)
        self.go_to(found if found is not None else 0 if direction < 0 else len(self.film.events))

    def toggle(self) -> None:
        """Pause, or play on; at the end of the film play it from the beginning."""
        if self.playback.paused and self.playback.dry and self.at >= len(self.film.events):
            self.go_to(0)
        self.panels.moving.toggle_pause()

    def result(self) -> None:
        """Show the result of the match; when its page is closed, show the present moment again."""
        left = self.at
        self.go_to(len(self.film.events))
        self._left = left
        self.playback.paused = True
        if not self._counted:
            self._counted = True
            with suppress(*DAMAGED):
                self.session.tally.feed_all(self.film.record.events)
        self._finished(self.context)

    # --- drawing and input ----------------------------------------------------------------------------------------

    def draw(self) -> None:
        """Draw the match, the bar and the overlay."""
        super().draw()
        if self.has_buttons:
            self.bar.layer.draw()
        if self.overlay is not None:
            self.overlay.draw()

    def waiting_text(self) -> str:
        """Return the caption, or a hint to play the next action, or what a folded panel would have as its title."""
        display = self.context.display
        title = self.context.heading(display.turn, display.stage) if self.is_folded else ""
        return self._caption or (_("Space for the next action") if self.playback.halted else title)

    def further_controls(self) -> list[WidgetGroup]:
        """Return the groups of controls of the overlay, of the bar, and over the board."""
        overlay = [self.overlay.controls] if self.overlay is not None else []
        return [*overlay, self.bar.controls, *super().further_controls()]

    def drag(self, x: float, y: float, dx: float, dy: float, button: int) -> None:
        """Move the knob of the timeline if the knob is pressed, otherwise move the board."""
        if self.bar.timeline.pressed:
            self.bar.timeline.drag(x)
        else:
            super().drag(x, y, dx, dy, button)

    def shortcuts(self) -> list[Shortcut]:
        """Return the keys of replays and of their overlay, and those of matches."""
        turns, stages = ([stop.at for stop in stops] for stops in (self.film.turns, self.film.stages))
        make_film = self._make_film
        return [
            Shortcut(("LEFT",), _("A step back"), partial(self.step, -1)),
            Shortcut(("RIGHT",), _("A step forward"), partial(self.step, 1)),
            Shortcut((f"{SHIFT}LEFT",), _("A card back"), partial(self.leap, self.film.actions, -1)),
            Shortcut((f"{SHIFT}RIGHT",), _("A card forward"), partial(self.leap, self.film.actions, 1)),
            Shortcut(("UP",), _("A register back"), partial(self.leap, stages, -1)),
            Shortcut(("DOWN",), _("A register forward"), partial(self.leap, stages, 1)),
            Shortcut(("PAGEUP",), _("A turn back"), partial(self.leap, turns, -1)),
            Shortcut(("PAGEDOWN",), _("A turn forward"), partial(self.leap, turns, 1)),
            Shortcut(("HOME",), _("To the beginning"), partial(self.go_to, 0)),
            Shortcut(("END",), _("To the end"), partial(self.go_to, len(self.film.events))),
            Shortcut(("L",), _("The whole log"), self.open_log),
            *([Shortcut(("N",), _("Programs and log"), self.fold)] if self._can_fold else []),
            *([Shortcut(("F",), _("Make a film"), partial(make_film, self))] if make_film is not None else []),
            *(self.overlay.shortcuts() if self.overlay is not None else []),
            Shortcut(("SPACE",), _("Play, and pause"), self._toggle_or_press),
            *super().shortcuts(),
        ]

    def pad_keys(self) -> dict[str, str]:
        """Return, by gamepad button, the name of its key in replays; the shoulder buttons go from turn to turn."""
        own = {"x": "SPACE", "leftshoulder": "PAGEUP", "rightshoulder": "PAGEDOWN", "righttilt": SHIFT}
        return {**super().pad_keys(), **own}

    def key(self, symbol: int, modifiers: int) -> None:
        """Handle a key of the replay, of the bar, or of the match."""
        if not (act_on(self.shortcuts(), symbol, modifiers) or self.bar.key(symbol, modifiers)):
            super().key(symbol, modifiers)

    def _toggle_or_press(self) -> bool:
        free = self.bar.controls.focus is None
        if free:
            self.toggle()
        return free

    @property
    def rule_now(self) -> str:
        """The id of the rule behind the latest event shown in this turn, or an empty text."""
        begun = last_until(self.film.turns, self.at)
        past = reversed(self.film.events[begun.at if begun is not None else 0 : self.at])
        return next((rule for event in past if (rule := self.rules.links.event(event))), "")

    def _line_now(self) -> int:
        return max(0, bisect_left(self.film.line_at, self.at + 1) - 1)
