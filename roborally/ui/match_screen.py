"""A match in the window: the board at the left, one of two interfaces at the right (CLI-101 to CLI-105)."""

from collections.abc import Callable, Sequence
from typing import Any

import arcade

from roborally.core.events import Event, is_for
from roborally.core.views import View
from roborally.session import Session
from roborally.texts import _
from roborally.ui import theme
from roborally.ui.animation import Player
from roborally.ui.app import App
from roborally.ui.asker import Asker
from roborally.ui.board_screen import BOARD, PANEL, BoardScreen
from roborally.ui.field import Field
from roborally.ui.foreground import Foreground
from roborally.ui.ghost import Plan
from roborally.ui.interfaces import Interfaces
from roborally.ui.log import LogScreen
from roborally.ui.match_sounds import MatchSounds
from roborally.ui.moving import MovingPanel
from roborally.ui.notices import Notices
from roborally.ui.player_info import Earned, PlayerInfo
from roborally.ui.preparing import set_aside
from roborally.ui.table import Table
from roborally.ui.views import Desk

ENOUGH = 20
"""With how many beats still to be shown the match waits: bots alone would run far ahead of what is seen."""


class MatchScreen(BoardScreen):
    """Shows a session and answers for the people at this machine.

    `finished(table)` is called when the match is over and all of it has been shown; `open_menu(screen)` opens the
    in-game menu; `show_moment(first, last)` shows again what has happened from a beat to another; `earned(seat)` are
    the achievements of a player. With `check` the display is compared with the session whenever the animation has run
    dry.
    """

    def __init__(
        self,
        app: App,
        session: Session,
        *,
        finished: Callable[[Table], None],
        open_menu: Callable[["MatchScreen"], None],
        show_moment: Callable[[int, int], None] | None = None,
        earned: Earned | None = None,
        speed: str = "normal",
        check: bool = False,
    ) -> None:
        """Show the session as it stands; it must not have been polled yet."""
        super().__init__(app)
        self.session = session
        self.table = Table.lay(session)
        self.sounds = MatchSounds(app.audio, self.table)
        self.check = check
        self._finished = finished
        self._open_menu = open_menu
        self._show_moment = show_moment
        self._beat = session.beat
        self._earned = earned
        self.table.inform = self.inform
        aid = app.settings.programming_aid
        self.field = Field(app, self.table, self.board_area, self._plan, aid=aid)
        self.board, self.actors = self.field.board, self.field.actors
        self.player = Player(self.table.display, self.field.stage, self.actors, self.field.effects, self._told)
        self.player.speed = speed
        desk = Desk(app, self.table, PANEL, self.answer, self.menu, self.complain, self.field.ghost)
        self.interfaces = Interfaces(desk, self._moving_panel)
        self._notices = Notices(app, PANEL, self.board)
        foreground = Foreground(self, PANEL, self.menu)
        self.asker = Asker(foreground, self.table, self.field, self.interfaces, self._notices, self.sounds)
        self.shortcuts = self._shortcuts()
        self._ended = False
        self._news = True
        self._tell_beginning()
        set_aside()

    def _tell_beginning(self) -> None:
        """Tell that a turn begins, unless the match goes on in the middle of one."""
        past = self._past()
        if not past or any(event["type"] == "moment" for event in past):  # a turn that will begin is told then
            self._tell({"type": "moment", "name": "start", "turn": self.table.display.turn or 1})

    def _past(self) -> Sequence[Event]:
        """Return what has happened before the first question, which is in the display already."""
        return self.session.poll()

    def _moving_panel(self) -> MovingPanel:
        panel = MovingPanel(self.app, self.table, PANEL, self.player, self.field.beside, self.menu)
        panel.log.on_line = self.show_line if self._show_moment is not None else None
        return panel

    def translate(self) -> None:
        """Show everything in the language that is spoken now; what is being put together stays there."""
        self.table.translate()
        self.asker.translate()

    # --- what is shown --------------------------------------------------------------------------------------------

    def _plan(self) -> Plan | None:
        """Return what the ghost plays forward: the question in the open panel, and the program as it lies there."""
        asked, panel = self.asker.asked, self.interfaces.open
        draft = panel.draft() if panel is not None else None
        return (asked, draft) if asked is not None and draft is not None else None

    def turn_in_motion(self) -> int | None:
        """Return the turn whose moves are being shown, or `None` when the display has caught up with the match."""
        return None if self.player.dry or self.asker.asked is not None else self.table.display.turn

    # --- time -----------------------------------------------------------------------------------------------------

    def update(self, seconds: float) -> None:
        """Let bots, clock and animation go on, and ask what is to be asked."""
        if self._ended:
            return
        if self.asker.hot_seat.curtain is not None or (not self.player.dry and self.asker.asked is None):
            self.session.hold_clock()  # before the session looks at its clock, however late this frame is
        self.asker.hand_in_at_last()
        if self.asker.asked is not None or self.player.waiting < ENOUGH:
            self._poll()
        self._animate(seconds)
        self.asker.forget_what_is_gone()
        if self.player.dry:
            self._at_rest()
        elif self.asker.asked is None:
            self.interfaces.show_moving()
            self.session.hold_clock()
        else:  # something happens while a question is open, which stays where it is
            self.interfaces.shown.refresh()

    def _poll(self) -> None:
        """Take over what has happened in the session."""
        events = self.session.poll()
        for notice in self.session.notices:
            self._tell(notice)
        self.session.notices.clear()
        if events:
            self._news = True
            self.player.feed([event for event in events if is_for(event, self.table.own)])
            self.asker.events_came()

    def _animate(self, seconds: float) -> None:
        """Let everything move on."""
        self.player.update(seconds)
        self.field.update(0 if self.player.paused else seconds)
        self._follow(seconds)
        self._notices.update(seconds)
        self.interfaces.update(seconds)

    def _follow(self, seconds: float) -> None:
        """Let the view go along with the own robot while something moves."""
        if self.app.settings.follow_camera and not (self.panning or self.player.paused or self.player.dry):
            self.actors.follow(self.table.own, seconds)

    def _at_rest(self) -> None:
        """Everything has been shown: ask, wait, or end."""
        self.session.shown()
        if self._news:  # no event tells what lies on the option cards
            self._news = False
            self._look(self.session.view(self.table.own))
        if self.check:
            self.table.display.assert_equals(self.session.view(self.table.own))
        if self.session.over:
            self._end()
            return
        self.asker.show_time(self.session.seconds_left())
        if self.asker.asked is None:
            self.asker.ask_next()

    def _end(self) -> None:
        """Say that all of the match has been shown."""
        self._ended = True
        self.asker.close()
        self._finished(self.table)

    def _look(self, seen: View) -> None:
        """Take over from a view what events do not tell."""
        self.field.rest(seen)
        self.interfaces.shown.refresh()

    # --- what happens ---------------------------------------------------------------------------------------------

    def _told(self, event: Event) -> None:
        self._beat = event["beat"]
        self.sounds.told(event)
        self.interfaces.moving.told(event)
        self.field.told(event)
        self._announce(event, self._tell(event))

    def _announce(self, event: Event, sentence: str) -> None:
        """Show the sentence of what matters most as a banner."""
        act = self.field.beside.find(event)
        if event["type"] in ("over", "destroy") or (act is not None and act.banner):
            index = event.get("piece", next(iter(event.get("winners", ())), -1))
            self._notices.announce(sentence, theme.colour("text") if index < 0 else self.actors[index].colours.light)

    def _tell(self, event: Event) -> str:
        """Write an event into the log and return its line, empty for what need not be told."""
        line = self.table.log.tell({"beat": self._beat, **event})
        if line:
            self.interfaces.write(line)
        return line

    def show_line(self, number: int) -> None:
        """Show again the moment at which a line of the log was told."""
        if self._show_moment is not None:
            self._show_moment(self.table.log.events[number]["beat"], self._beat)

    # --- for the panels -------------------------------------------------------------------------------------------

    def answer(self, seat: int, id_: str, answer: Any) -> None:
        """Answer a question for a person; what the engine refuses raises `AnswerError`."""
        self.asker.answer(seat, id_, answer)

    def complain(self, text: str) -> None:
        """Tell in a sentence why something is not possible."""
        self.asker.complain(text)

    def inform(self, index: int) -> None:
        """Open the window about a player (CLI-204)."""
        if self.table.display.robots[index].seat >= 0:
            self.app.push(PlayerInfo(self.app, self.table, index, BOARD, self._earned))

    def menu(self) -> None:
        """Open the in-game menu."""
        self._open_menu(self)

    escape = menu

    # --- drawing --------------------------------------------------------------------------------------------------

    def draw(self) -> None:
        """Draw board, robots, effects, panel."""
        self.field.draw()
        self.interfaces.shown.draw()
        self._notices.draw(self._waiting_text(), self.table.line())

    def _waiting_text(self) -> str:
        if self.player.paused and not self.player.dry:
            return _("Paused – Space goes on")
        if not self.player.dry or self.asker.waits or self.session.over:
            return self.field.ghost.warning
        return self.table.waiting()

    def closed(self) -> None:
        """Let bots stop to think."""
        self.session.close()

    # --- keys -----------------------------------------------------------------------------------------------------

    def _shortcuts(self) -> dict[int, Callable[[], None]]:
        """Return the keys that mean the same whatever is shown: Esc menu, L log, G ghost, I about players."""
        keys = arcade.key
        return {
            keys.ESCAPE: lambda: self.escape(),
            keys.L: lambda: self.app.push(LogScreen(self.app, self.table.log, self.interfaces.moving.log.on_line)),
            keys.G: self.field.ghost.toggle,
            keys.I: lambda: self.inform(self.table.own_piece),
        }
