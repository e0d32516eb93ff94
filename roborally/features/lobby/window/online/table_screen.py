"""The match screen of the host's window if it only watches: it shows public information, in large letters."""

from collections.abc import Callable
from functools import partial
from math import ceil
from typing import Any

from roborally.features.lobby.window.online.network_match import NetworkMatchScreen
from roborally.net.client.membership import Membership
from roborally.ui.match.gauges import PlayerButton, RobotStatus, name_of, portrait_of
from roborally.ui.match.panel import equipment
from roborally.ui.match.panel.equipment import Equipment
from roborally.ui.match.panel.moving_panel import MARGIN, MovingPanel
from roborally.ui.match.watching.spectator_aids import Aids
from roborally.ui.toolkit import pictures, theme
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.clock import TimeLeft
from roborally.ui.toolkit.layout.branches import column, row
from roborally.ui.toolkit.layout.leaves import build_in, button, here, label, widget
from roborally.ui.toolkit.layout.nodes import Leaf, Node
from roborally.ui.toolkit.theme import Rect

ABREAST = 4
"""The largest number of players in a row of the strip with all players."""
CELL, CARDS = 66, 28
"""The height in units of a player in the strip with all players, and what option cards add to it."""
GAP = 6
NAME, STATE, TITLE, TIME = 26.0, 17.0, 18, 34.0
"""The font sizes of a player's name and state, of the turn, and of the countdown."""
ABOUT = 200
"""The width in units of the part with the turn and the countdown."""
ABOVE = 92
"""The distance in units of a banner's upper edge from the strip with all players."""
CHECK = 26
"""The side in units of the mark on players who are ready while others still program."""


class TablePlayer(PlayerButton):
    """One player in the strip: picture, name, state, and the option cards in modes with them."""

    def __init__(self, panel: "TablePanel", index: int, rect: Rect) -> None:
        super().__init__(rect, panel.context, index)
        context = panel.context
        panel.base.frame("field", rect)
        panel.controls.add(self)
        portrait = portrait_of(context, index, CELL - 12)
        state = Leaf(lambda target, place: RobotStatus(target.layer, context, index, place, STATE), 0, STATE + 5)
        about = column(name_of(context, index, NAME).grow(), state, gap=0)
        cards = widget(Equipment, context, index, width=0, height=CARDS - 2)
        self._cards = cards if equipment.is_played(context) else None
        whole = column(row(portrait, about.grow(), gap=10).grow(), self._cards, gap=2, pad=(8, 4))
        build_in(rect, whole, panel.layer, panel.controls)
        self._portrait, self._state = portrait.made, state.made
        self.lit = panel.layer.frame("focus", rect)
        corner = rect.right - CHECK / 2 - 6, rect.top - CHECK / 2 - 6
        self.check = panel.layer.sprite(pictures.icon("checkmark", 32), *corner, CHECK, tint=theme.colour("accent"))

    def show(self, *, acts: bool, is_ready: bool) -> None:
        """Update the state, with a frame around a player who acts or programs, and a mark on one who is ready."""
        self._portrait.refresh()
        self._state.refresh()
        if self._cards is not None:
            self._cards.made.refresh()
        self.lit.visible, self.check.visible = acts, is_ready


class TablePanel(MovingPanel):
    """The panel of a `TableScreen`: the turn, the countdown and all players in a strip, without programs and log."""

    def _buttons(self, open_menu: Callable[[], None], *, pausing: bool) -> Node:
        self._menu = button("", open_menu, icon="menu", tooltip=self.context.menu_hint, height=36).named("menu")
        return super()._buttons(open_menu, pausing=pausing)

    def _tree(self, buttons: Node | None, log: Node, seen: float, *, talking: bool) -> Node:
        self.players: list[TablePlayer] = []
        self._title = label("", TITLE, font=theme.HEADING, bold=True, shorten=True)
        first = column(self._title, row(here(self._make_clock, 0, TIME).grow(), self._menu).grow(), gap=2)
        robots = self.context.in_rows(robot for robot in self.context.display.robots if robot.seat >= 0)
        count = ceil(len(robots) / rows_of(len(robots)))
        cells: list[Node] = [here(partial(self._make_player, robot.index), 0, 0).grow() for robot in robots]
        cells += [Node().grow() for _place in range(-len(cells) % count)]
        rows = [row(*cells[at : at + count], gap=GAP, even=True).grow() for at in range(0, len(cells), count)]
        return row(first.wide(ABOUT), column(*rows, gap=GAP).grow(), gap=MARGIN, pad=(MARGIN, MARGIN))

    def _make_clock(self, spot: Rect) -> None:
        self._time = TimeLeft(self.layer, spot.x + 3.6 * TIME, spot.centre[1], TIME)

    def _make_player(self, index: int, rect: Rect) -> None:
        self.players.append(TablePlayer(self, index, rect))

    def _show_band(self) -> None:
        """Show no band for the current stage, because this panel has no programs."""

    def refresh(self) -> None:
        """Update the panel and the state of each player in it."""
        super().refresh()
        acting, waited = self.acting(), self.context.session.waiting_for()
        programming = bool(waited) and self.context.display.stage == 0
        for player in self.players:
            robot = self.context.display.robots[player.index]
            is_ready = programming and not robot.eliminated and robot.seat not in waited
            player.show(acts=player.index in acting, is_ready=is_ready)

    def show_time(self, left: float | None) -> None:
        """Show the remaining seconds for programming, `None` if no clock runs."""
        self._time.show(left)


class TableScreen(NetworkMatchScreen):
    """The match screen for all who sit around the host's window: the board above a strip with all players."""

    has_buttons = False
    has_recap = False  # it would cover the board that all look at, and each has their own

    def __init__(self, app: App, membership: Membership, **options: Any) -> None:
        """Show the membership's match; `options` as in `NetworkMatchScreen`."""
        assert membership.session is not None, "a match has begun"
        game = membership.session.game
        rows = rows_of(len(game.seats))
        cell = CELL + (CARDS if any(plugin.manifest.option for plugin in game.plugins) else 0)
        self.panel_below = rows * (cell + GAP) - GAP + 2 * MARGIN
        super().__init__(app, membership, **options)

    @property
    def aids(self) -> Aids:
        """The settings of aids for spectators, but always with names beside the robots."""
        return super().aids._replace(names=True)

    @property
    def banner_room(self) -> Rect:
        """The area for banners, above the strip and the note about awaited players: banners cover neither."""
        room = self.arrangement.room
        return room._replace(height=room.height + ABOVE)

    def _moving_panel(self) -> TablePanel:
        playback, menu = self.playback, self.menu
        self.strip = TablePanel(self.panel_space, self.context, self.panel_area, playback, menu, controls=False)
        return self.strip

    def update(self, seconds: float) -> None:
        """Advance the match; show the countdown while players are awaited and all events have been shown."""
        super().update(seconds)
        self.strip.show_time(self.seconds_left() if self.playback.dry and self.session.waiting_for() else None)


def rows_of(players: int) -> int:
    """Return the number of rows in the strip with all players."""
    return ceil(players / ABREAST)
