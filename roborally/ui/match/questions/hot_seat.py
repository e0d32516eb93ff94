"""Lets several players at one machine answer in turn: a curtain hides what only one player may see."""

from collections.abc import Callable

import arcade

from roborally.base.translation import _
from roborally.core.data import Decision
from roborally.core.observation import SPECTATOR, Observation
from roborally.plugin import Many
from roborally.ui.match.gauges import portrait_of
from roborally.ui.match.on_board.board_pane import BoardPane
from roborally.ui.match.panel.panels import Panels
from roborally.ui.match.questions.foreground import Foreground
from roborally.ui.match.shown_match import ShownMatch
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.app import Screen
from roborally.ui.toolkit.controls.widgets import Button
from roborally.ui.toolkit.layout.branches import column, row, space, stack
from roborally.ui.toolkit.layout.leaves import build_in, button, face, heading, label
from roborally.ui.toolkit.layout.nodes import Size

PORTRAIT = 104
"""The largest side of the picture of the player's robot on the curtain, in design units."""
SETTLING = 0.5
"""The seconds for which a curtain stays down after an answer, to ignore the double click of the previous player."""
WIDEST = 420
"""The largest width of the texts and of the button, in design units."""


def is_private(context: ShownMatch, question: Decision) -> bool:
    """Return whether a question shows secrets of its owner, such as a hand or hidden choices."""
    return question["secret"] or question["kind"] in context.views.panels or isinstance(context.view(question), Many)


class HotSeat:
    """Lets several players use one screen: a curtain calls each; then their secrets are shown until they are done."""

    def __init__(self, foreground: Foreground, context: ShownMatch, board_pane: BoardPane, panels: Panels) -> None:
        self.several = len(context.session.humans()) > 1
        self.curtain: Curtain | None = None
        self._public: Observation | None = None
        """The public observation, stored while the screen shows a player's secrets; else `None`."""
        self._settling = 0.0
        self._foreground = foreground
        self._context = context
        self._board_pane = board_pane
        self._panels = panels

    def call(self, question: Decision, sat_down: Callable[[Decision], None]) -> None:
        """Lower the curtain until the question's player confirms that nobody else looks; then call `sat_down`."""

        def lift() -> None:
            if self.curtain is not None:
                self._foreground.take_away(self.curtain)
            self.curtain = None
            self._public = self._context.session.observe(SPECTATOR)
            self.sit(question["seat"], self._context.session.observe(question["seat"]))
            sat_down(question)

        self.curtain = Curtain(self._foreground, self._context, question["piece"], lift, self._settling)
        self._settling = 0.0
        self._foreground.put(self.curtain)

    def translate(self) -> None:
        """Show the curtain, if any, in the current language."""
        if self.curtain is not None:
            old = self.curtain
            self.curtain = Curtain(self._foreground, self._context, old.index, old.lift)
            self._foreground.replace(old, self.curtain)

    def sit(self, seat: int, seen: Observation) -> None:
        """Show the match as the seat sees it in its observation `seen`; the seat `SPECTATOR` stands for the public."""
        self._context.own = seat
        self._context.display.know(seen)
        self._panels.seat()
        self._board_pane.rest(seen)

    def catch_up(self) -> None:
        """Update the stored public observation, once all events have been shown."""
        if self._public is not None:
            self._public = self._context.session.observe(SPECTATOR)

    def leave(self) -> None:
        """Show the public observation again after a player's last answer; give the next player the full time."""
        if self._public is not None:  # as before the match ran on, which is yet to be shown
            self.sit(SPECTATOR, self._public)
            self._public = None
            self._settling = SETTLING
            self._context.session.hold_clock()


class Curtain(Screen):
    """A screen that hides the panel until the called player confirms that the others look away."""

    opaque = False

    def __init__(
        self,
        foreground: Foreground,
        context: ShownMatch,
        index: int,
        lift: Callable[[], None],
        settling: float = 0.0,
    ) -> None:
        """Call the owner of the robot `index`, who can confirm after `settling` seconds; then `lift` is called."""
        super().__init__(foreground.app, foreground.app.matches)
        self.index = index
        self.lift = lift
        self._settling = settling
        self._menu = foreground.menu
        area, name = foreground.area, context.name(index)
        self.layer.fill(area, theme.colour("background"))
        self.layer.frame("panel", area)
        portrait = portrait_of(context, index, Size(40, PORTRAIT)).then(lambda made: made.refresh())
        tint = theme.seat_colours(context.display.robots[index].livery).light
        lifting = button(_("Lift the curtain"), self._lift, icon="eye", accent=True, height=50)
        lines = [
            label(text, 15, wrap=True, align="center")
            for text in (_("It is your turn."), _("Everyone else, please look away."))
        ]
        hint = _("Show what only {name} may see (Enter)").format(name=name)
        parts = column(
            space(),
            portrait,
            heading(name, 26, tint=tint, wrap=True, align="center"),
            *lines,
            lifting,
            label(hint, 13, tint=theme.colour("text-dim"), wrap=True, align="center"),
            space(),
            gap=12,
        )
        middle = row(space(), parts.wide(min(WIDEST, area.width - 56)), space(), gap=0)
        build_in(area.inset(12), stack(face("panel-inset"), middle), self.layer, self.controls)
        self.button: Button = lifting.made
        self.controls.set_focus(self.button)

    def update(self, seconds: float) -> None:
        """Count down the seconds until the curtain may be lifted."""
        self._settling -= seconds
        super().update(seconds)

    def _lift(self) -> None:
        if self._settling <= 0:
            self.lift()

    def key(self, symbol: int, modifiers: int) -> None:
        """Lift the curtain on Enter, wherever the focus is."""
        if symbol in (arcade.key.ENTER, arcade.key.NUM_ENTER):
            self.app.play_sound("click")
            self._lift()
        else:
            super().key(symbol, modifiers)

    def escape(self) -> None:
        """Open the in-game menu: a question cannot be closed with Esc."""
        self._menu()
