"""The end of a game: winner, podium, ranking, statistics (STD-1512, CLI-1201)."""

from collections.abc import Sequence

import arcade

from roborally.base.translation import _
from roborally.narration.words import victory
from roborally.plugin_system.manifest import Ending
from roborally.ui.context import Gauge
from roborally.ui.match.shown_match import ShownMatch
from roborally.ui.match.windows import podium
from roborally.ui.match.windows.ranking_table import RankingTable
from roborally.ui.toolkit import pictures, theme
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.dialogs import Action
from roborally.ui.toolkit.layout.branches import column, fitting, flow, row, space
from roborally.ui.toolkit.layout.leaves import button, heading, here, label, picture
from roborally.ui.toolkit.layout.measure import metrics
from roborally.ui.toolkit.layout.nodes import Leaf, Node
from roborally.ui.toolkit.layout.tree_page import TreePage
from roborally.ui.toolkit.theme import Rect
from roborally.ui.toolkit.widgets import Button

GAP = 10.0
"""The space between the parts of the page, and between two buttons."""
STEPS_GROW = 1.6
"""The largest enlargement of the podium."""
WRECK = 96.0
"""The side of the wreck that stands for a podium."""
TOO_EARLY = 0.7
"""Seconds during which Enter and Space are ignored, because they were meant for the match."""
SHORTCUT = 280.0
"""The least width of the buttons for the analysis and for new achievements."""


def ranked(context: ShownMatch) -> list[Gauge]:
    """Return the gauges that rank robots, the most important first."""
    failed = context.display.failed
    return [gauge for gauge in context.gauges(0) if gauge.manifest.ranked and gauge.manifest.title not in failed]


def ranking(context: ShownMatch) -> list[int]:
    """Return the robots, best first: winners, then by ranking gauges and statistics, then by damage."""
    display, tally = context.display, context.session.tally

    def key(index: int) -> tuple[object, ...]:
        robot = display.robots[index]
        reached = [-robot.gauges[gauge.name] for gauge in ranked(context) if gauge.name in robot.gauges]
        known = reached, tally.rank(index), robot.damage
        return index not in display.winners, robot.eliminated, *known, robot.team, index

    return sorted((robot.index for robot in display.robots if robot.seat >= 0), key=key)


class ResultScreen(TreePage):
    """Shows the winner and the results of all robots."""

    def __init__(
        self,
        app: App,
        context: ShownMatch,
        actions: Sequence[tuple[str, str, Action]],
        news: tuple[str, str, Action] | None = None,
        analyse: Action | None = None,
        note: str = "",
    ) -> None:
        """Show a finished game and offer `actions`: text, icon, action.

        The first is accented and run by Enter; the last leaves, as Esc does; a film offers none. `news`, about new
        achievements, are a short text, a long one, and the action of a click. `analyse` opens the analysis of the match
        (CLI-2061); `note` says what is special about the match.
        """
        super().__init__(app, actions[-1][2] if actions else None)
        self.context = context
        self._actions, self._news, self._analyse = actions, news, analyse
        self._first = actions[0][2] if actions else app.pop
        self._note = note
        self._open_for = 0.0
        self.order = ranking(context)
        self.rebuild()

    def tree(self) -> Node:
        """Return the podium with sentences beside or above the numbers of all robots, and the buttons."""
        self.steps: list[Rect] = []
        self._table = RankingTable(self.context, self.order, self._columns())
        return column(fitting(self._flat, self._upright).grow(), self._buttons(), gap=GAP, pad=(24, 14))

    def _flat(self) -> Node:
        """Return the podium with sentences beside it, and below it a row for each robot."""
        praise = podium.praise_lines(self.context, self.order, ranked(self.context))
        return column(
            row(self._title().grow(), column(*self._shortcuts(), gap=6), self._trophy(), gap=20),
            row(self._podium().grow(), column(space(), praise, space()).grow(2), gap=20).grow(),
            self._table.flat(metrics(self.space.frame.scale)).grow(2),
            gap=GAP,
        )

    def _upright(self) -> Node:
        """Return the podium, the sentences and a column for each robot below each other."""
        m = metrics(self.space.frame.scale)
        return column(
            row(self._title().grow(), self._trophy(), gap=20),
            row(*(each.grow() for each in self._shortcuts())),
            self._podium().grow(),
            podium.praise_lines(self.context, self.order, ranked(self.context)),
            self._table.upright(m).grow(2),
            gap=GAP,
        )

    @property
    def rows(self) -> list[Rect]:
        """The row or column of each robot."""
        return self._table.places

    def _trophy(self) -> Node:
        return picture(pictures.icon("trophy", 64), 58, tint=theme.colour("accent"))

    def _shortcuts(self) -> list[Leaf[Button]]:
        """Return the buttons beside or below the title."""
        found = []
        if self._news is not None:
            text, explained, action = self._news
            found.append(button(text, action, icon="trophy", tooltip=explained, size=15))
        if self._analyse is not None:
            found.append(button(_("What decided it"), self._analyse, icon="eye", size=15))
        return [each.wide(least=SHORTCUT) for each in found]

    def _buttons(self) -> Node:
        """Return the buttons below, at the right or in full lines."""
        found = [
            button(text, action, icon=icon, accent=action is self._first, height=44)
            for text, icon, action in self._actions
        ]
        return fitting(lambda: row(space(), *found, gap=GAP), lambda: flow(*found, gap=GAP, equal=True))

    def _title(self) -> Node:
        context = self.context
        winners = context.display.winners
        if winners:
            title, tint = self._winner(winners), theme.seat_colours(context.display.robots[self.order[0]].livery).light
        else:
            title, tint = _("No winner"), theme.colour("text")
        line = _("{course}, turn {turn}").format(course=context.game.course.title, turn=context.display.turn)
        line = " – ".join(part for part in (line, self._ending(), self._note) if part)
        dim = theme.colour("text-dim")
        return column(heading(title, 30, tint=tint, wrap=True), label(line, 15, tint=dim, wrap=True), gap=2)

    def _podium(self) -> Node:
        """Return the best robots on steps if there is a winner."""
        if self.context.display.winners:
            return here(self._lay_out_podium, podium.WIDTH, podium.HEIGHT)
        wreck = pictures.picture(theme.asset("robots", "wreck.png"), 96)
        return picture(wreck, 1.5 * WRECK, least=WRECK).wide(podium.WIDTH)

    def _lay_out_podium(self, place: Rect) -> None:
        factor = min(STEPS_GROW, place.width / podium.WIDTH, place.height / podium.HEIGHT)
        left = place.centre[0] - factor * podium.WIDTH / 2
        self.steps = podium.lay_out_podium(self.layer, self.context, self.order, left, place.y, factor)

    def _ending(self) -> str:
        """Return the mode's own text about the end of the match; empty if it has none."""
        display, mode = self.context.display, self.context.game.config.match.mode
        others = [robot for robot in display.robots if robot.seat >= 0 and robot.index not in display.winners]
        found: Ending = "goal" if display.winners else "draw"
        if display.winners and others and all(robot.eliminated for robot in others):
            found = "elimination"
        manifest = next(plugin.manifest for plugin in self.context.game.plugins if plugin.id == mode)
        return self.context.words.translated(manifest.result.get(found, ""))

    def _winner(self, winners: Sequence[int]) -> str:
        """Return the winner: a team in a team game."""
        context = self.context
        teams = {context.display.robots[index].team for index in winners}
        if len(teams) == 1 and 0 not in teams:
            return _("Team {team} wins!").format(team=next(iter(teams)))
        return victory([context.name(index) for index in winners])

    def _columns(self) -> list[tuple[str, str]]:
        """Return names and titles: the gauges and statistics that rank robots, then the other counters."""
        words, titles = self.context.words, self.context.session.tally.titles()
        gauges = {gauge.name: gauge.heading for gauge in ranked(self.context)}
        return [
            *gauges.items(),
            *((name, words.translated(title)) for name, title in titles.items() if name not in gauges),
        ]

    # --- input ----------------------------------------------------------------------------------------------------

    def update(self, seconds: float) -> None:
        """Advance time."""
        self._open_for += seconds
        super().update(seconds)

    def key(self, symbol: int, modifiers: int) -> None:
        """Run the first action on Enter; ignore keys meant for the match that has just ended (CLI-2108)."""
        keys = arcade.key
        if self._open_for < TOO_EARLY and symbol in (keys.ENTER, keys.NUM_ENTER, keys.SPACE):
            return
        if symbol in (keys.ENTER, keys.NUM_ENTER) and self.controls.focus is None:
            self._first()
        else:
            super().key(symbol, modifiers)
