"""The page at the end of a match: the player's result, the deciding moment, and all numbers (STD-1512, CLI-1201)."""

from collections.abc import Callable, Sequence
from typing import Protocol

import arcade

from roborally.base.translation import _
from roborally.narration.own_place import own_place
from roborally.narration.words import victory
from roborally.plugin_system.manifest import Ending
from roborally.ui.board.display import Robot
from roborally.ui.context import Gauge
from roborally.ui.match.shown_match import ShownMatch
from roborally.ui.match.windows import podium
from roborally.ui.match.windows.ranking_table import RankingTable
from roborally.ui.toolkit import pictures, theme
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.controls.widgets import Link
from roborally.ui.toolkit.dialogs import Action
from roborally.ui.toolkit.layer import Canvas
from roborally.ui.toolkit.layout.branches import column, fitting, flow, row, space, stack
from roborally.ui.toolkit.layout.leaves import button, heading, here, label, picture, widget
from roborally.ui.toolkit.layout.nodes import Node, Size
from roborally.ui.toolkit.layout.tree_page import TreePage
from roborally.ui.toolkit.measure import metrics
from roborally.ui.toolkit.shortcuts import TOO_EARLY
from roborally.ui.toolkit.space import START
from roborally.ui.toolkit.theme import Rect

GAP = 10.0
"""The space between the parts of the page, and between two buttons, in design units."""
STEPS_GROW = 1.6
"""The largest factor by which the podium is enlarged."""
LEAST_STEPS = 0.6
"""The smallest factor by which the podium is reduced in a small window."""
WRECK = 96.0
"""The side of the wreck that stands for a podium without a winner, in design units."""
MOMENT = Size(240, 520), Size(130, 200)
"""The width, then the height, of the board that shows the deciding moment; each as smallest and natural length."""
LOW = Size(130, 150)
"""The height, smallest and natural, of the board with the deciding moment on a page that must be scrolled."""
Entry = tuple[str, str, Action, *tuple[str, ...]]
"""A button: its text, icon and action, and optionally a tooltip."""


class PlayedMoment(Protocol):
    """The moment that decided a match, found and shown on a small board by the feature `analysis`."""

    lines: tuple[str, ...]
    """Sentences about the moment; empty if there is no moment to show."""
    turn: int
    ready: bool
    """Whether the moment has been found and the board is shown."""

    def open(self) -> None:
        """Show the turn of the moment as a replay."""

    def take_place(self, rect: Rect) -> None:
        """Move the board on which the moment is shown to another rectangle."""

    def update(self, seconds: float) -> None:
        """Continue to search for the moment, or to show it, for some seconds."""

    def draw(self) -> None:
        """Draw the board on which the moment is shown."""


def ranked(context: ShownMatch) -> list[Gauge]:
    """Return the gauges that rank robots, the most important first."""
    failed = context.display.failed
    return [gauge for gauge in context.gauges(0) if gauge.manifest.ranked and gauge.manifest.title not in failed]


def ranking(context: ShownMatch) -> list[int]:
    """Return the indexes of the robots, best first: winners, then by ranking gauges and statistics, then by damage."""
    display, tally = context.display, context.session.tally

    def key(index: int) -> tuple[object, ...]:
        robot = display.robots[index]
        reached = [-robot.gauges[gauge.name] for gauge in ranked(context) if gauge.name in robot.gauges]
        known = reached, tally.rank(index), robot.damage
        return index not in display.winners, robot.eliminated, *known, robot.team, index

    return sorted((robot.index for robot in display.robots if robot.seat >= 0), key=key)


def own_robot(context: ShownMatch) -> Robot | None:
    """Return the robot of the only player at this machine, `None` without a player or with several."""
    return next((robot for robot in context.display.robots if [robot.seat] == context.session.humans()), None)


def own_result(context: ShownMatch, order: Sequence[int]) -> str:
    """Return the result of the only player at this machine in words; empty without one or without a winner."""
    display, own = context.display, own_robot(context)
    if own is None:
        return ""
    teams = [display.robots[index].team for index in order]
    return own_place(own.index, order, display.winners, teams, eliminated=own.eliminated)


class ResultScreen(TreePage):
    """The page with the result of a match; a second view of it has the numbers of all robots."""

    def __init__(
        self,
        app: App,
        context: ShownMatch,
        actions: Sequence[Entry],
        news: tuple[str, str, Action] | None = None,
        analyse: Action | None = None,
        note: str = "",
        *,
        moment: Callable[[Canvas], PlayedMoment] | None = None,
    ) -> None:
        """Show a finished match and offer `actions`.

        The first is accented and run by Enter; the last leaves, as Esc does; a film offers none. `news`, about new
        achievements, are a short text, a long one, and the action of a click. `analyse` opens the analysis of the match
        (CLI-2061); `note` says what is special about the match; `moment` makes the moment that decided it.
        """
        super().__init__(app, actions[-1][2] if actions else None)
        self.context = context
        self._actions, self._news, self._analyse = actions, news, analyse
        self._first = actions[0][2] if actions else app.pop
        self._note = note
        self._open_for = 0.0
        self.order = ranking(context)
        self.moment = moment(self.space) if moment is not None else None
        self._lines: tuple[str, ...] = ()
        self.has_numbers = False
        """Whether the page shows the numbers of all robots, not the result."""
        self.rebuild()

    def tree(self) -> Node:
        """Return the layout of the page: the result or the numbers, and the buttons."""
        self.steps: list[Rect] = []
        self.table = RankingTable(self.context, self.order, self._columns())
        self._lines = self.moment.lines if self.moment is not None else ()
        shown = self._numbers() if self.has_numbers else self._result()
        return column(shown.grow(), self._buttons(), gap=GAP, pad=(24, 14))

    def _result(self) -> Node:
        """Return the layout of the title, each robot's best statistic, the podium, and the deciding moment."""

        def flat() -> Node:
            head = row(self._title().grow(), self._news_button(), self._trophy(), gap=20)
            if not self._lines:
                beside = column(space(), self._praise(), space()).grow(2)
                return column(head, row(self._podium().grow(), beside, gap=20).grow(), gap=GAP)
            left = column(self._praise(), self._podium().grow(), gap=GAP).grow(2)
            return column(head, row(left, self._moment_part().grow(3), gap=20).grow(), gap=GAP)

        def upright() -> Node:
            head = row(self._title().grow(), self._trophy(), gap=20)
            news = [flow(*self._large(self._first_entries()), gap=GAP, equal=True), self._news_button()]
            moment = self._moment_part().grow(2) if self._lines else None
            order = [moment, *news] if self._is_low else [news[-1], moment]
            return column(head, *order, self._podium().grow(), self._praise(), gap=GAP)

        return upright() if self._is_low else fitting(flat, upright)

    @property
    def _is_low(self) -> bool:
        """Return whether the result must be scrolled; then the most important parts come first."""
        return not self.has_numbers and self.space.whole.height < self.sheet.height

    def _numbers(self) -> Node:
        m = metrics(self.space.frame.scale)
        title = heading(_("All numbers"), 24)
        return fitting(
            lambda: column(title, self.table.flat(m).grow(), gap=GAP),
            lambda: column(title, self.table.upright(m).grow(), gap=GAP),
        )

    def _praise(self) -> Node:
        return podium.praise_lines(self.context, self.order, ranked(self.context))

    def _moment_part(self) -> Node:
        """Return the board that shows the deciding moment, and the text about it; a click shows the whole turn."""
        moment = self.moment
        assert moment is not None, "there is something to say about it"
        first, second = (*self._lines, "")[:2]
        tip = _("Watch turn {turn}").format(turn=moment.turn) if moment.ready else ""
        return stack(
            widget(Link, moment.open, tip, width=0, height=0).named("moment"),
            column(
                here(moment.take_place, MOMENT[0], LOW if self._is_low else MOMENT[1]).grow(),
                label(first, bold=True, wrap=True),
                label(second, 14, wrap=True, lines=2 if self._is_low else 1),  # room for it, so that no button moves
                gap=4,
                pad=(8, 8),
            ),
        )

    def _trophy(self) -> Node | None:
        """Return a picture of a cup; `None` if there is one player here who has not won."""
        own = own_robot(self.context)
        is_won = own is None or own.index in self.context.display.winners
        return picture(pictures.icon("trophy", 64), 58, tint=theme.colour("accent")) if is_won else None

    def _news_button(self) -> Node | None:
        if self._news is None:
            return None
        text, explained, action = self._news
        return button(text, action, icon="trophy", tooltip=explained, size=15)

    def _first_entries(self) -> list[Entry]:
        """Return the buttons that most players want: the first action, and the analysis."""
        first = list(self._actions[:-1][:1])
        if self._analyse is not None:
            tip = _("The chances to win turn by turn, and your best and worst program")
            first.append((_("What decided it"), "eye", self._analyse, tip))
        return first

    def _buttons(self) -> Node:
        """Return the buttons at the bottom; in a wide window only those of `_first_entries` are large."""
        if not self._actions:
            return Node()
        numbers: Entry = _("All numbers"), "journal", self.turn_over, _("What each robot has done, counted")
        if self.has_numbers:
            numbers = _("Back to the result"), "arrow-left", self.turn_over
        first, others = self._first_entries(), self._actions[1:-1]
        last = [numbers, self._actions[-1]]
        below = [*([] if self._is_low else first), *others, *last]
        return fitting(
            lambda: row(
                *(self._button(entry, 14, 34) for entry in others), space(), *self._large([*first, *last]), gap=GAP
            ),
            lambda: flow(*self._large(below), gap=GAP, equal=True),
        )

    def _large(self, entries: Sequence[Entry]) -> list[Node]:
        return [self._button(entry, 16, 44) for entry in entries]

    def _button(self, entry: Entry, size: float, height: float) -> Node:
        text, icon, act, *tip = entry
        made = button(text, act, icon=icon, accent=act is self._first, tooltip="".join(tip), size=size, height=height)
        return made.named(text)

    def turn_over(self) -> None:
        """Show the numbers of all robots, or the result again."""
        self.has_numbers = not self.has_numbers
        self.rebuild()
        self.space.go_to(*START)

    @property
    def scene(self) -> object:
        """Return this page and whether it shows the numbers, which decide what keys and mouse do."""
        return self, self.has_numbers

    def withdraw(self) -> None:
        """Offer the first action no more; Enter then runs the next."""
        self._actions = self._actions[1:]
        self._first = self._actions[0][2]
        self.rebuild()

    def _title(self) -> Node:
        """Return the layout of the player's result, or the winner's name, and below it a line about the match."""
        context = self.context
        winners, result, own = context.display.winners, own_result(context, self.order), own_robot(context)
        title = self._winner(winners) if winners else _("No winner")
        shown = own if own is not None and result else context.display.robots[self.order[0]]
        tint = theme.seat_colours(shown.livery).light if winners else theme.colour("text")
        won = title if result and list(winners) != [shown.index] else ""
        line = _("{course}, turn {turn}").format(course=context.game.course.title, turn=context.display.turn)
        line = " – ".join(part for part in (won.removesuffix("!"), line, self._ending(), self._note) if part)
        dim = theme.colour("text-dim")
        below = [label(text, 15, tint=dim, wrap=True) for text in (line, self._last_turn()) if text]
        return column(heading(result or title, 30, tint=tint, wrap=True), *below, gap=2)

    def _last_turn(self) -> str:
        """Return what mattered to the player's robot in the last turn, after which nothing is programmed (CLI-2033)."""
        own, context = own_robot(self.context), self.context
        for line in context.recap(context.turn.running) if own is not None else []:
            if own is not None and line.piece == own.index:
                return _("The last turn: {name} {what}.").format(name=context.name(own.index), what=line.text)
        return ""

    def _podium(self) -> Node:
        if self.context.display.winners:
            width, height = (Size(LEAST_STEPS * side, side) for side in (podium.WIDTH, podium.HEIGHT))
            return here(self._lay_out_podium, width, height)
        wreck = pictures.picture(theme.asset("robots", "wreck.png"), 96)
        return picture(wreck, 1.5 * WRECK, least=WRECK)

    def _lay_out_podium(self, place: Rect) -> None:
        factor = min(STEPS_GROW, place.width / podium.WIDTH, place.height / podium.HEIGHT)
        left = place.centre[0] - factor * podium.WIDTH / 2
        self.steps = podium.lay_out_podium(self.layer, self.context, self.order, left, place.y, factor)

    def _ending(self) -> str:
        """Return the mode's own text about the end of the match, else only that a robot was the last one."""
        display, mode = self.context.display, self.context.game.config.match.mode
        others = [robot for robot in display.robots if robot.seat >= 0 and robot.index not in display.winners]
        found: Ending = "goal" if display.winners else "draw"
        if display.winners and others and all(robot.eliminated for robot in others):
            found = "elimination"
        manifest = next(plugin.manifest for plugin in self.context.game.plugins if plugin.id == mode)
        usual = _("won as the last robot on the board") if found == "elimination" else ""
        return self.context.words.translated(manifest.result.get(found, "")) or usual

    def _winner(self, winners: Sequence[int]) -> str:
        context = self.context
        teams = {context.display.robots[index].team for index in winners}
        if len(teams) == 1 and 0 not in teams:
            return _("Team {team} wins!").format(team=next(iter(teams)))
        return victory([context.name(index) for index in winners])

    def _columns(self) -> list[tuple[str, str]]:
        """Return pairs of name and title: the gauges and statistics that rank robots, then the other counters."""
        words, titles = self.context.words, self.context.session.tally.titles()
        gauges = {gauge.name: gauge.heading for gauge in ranked(self.context)}
        return [
            *gauges.items(),
            *((name, words.translated(title)) for name, title in titles.items() if name not in gauges),
        ]

    # --- input ----------------------------------------------------------------------------------------------------

    def update(self, seconds: float) -> None:
        """Continue the search for the deciding moment, or its show, by some seconds; rebuild the page for new text."""
        self._open_for += seconds
        super().update(seconds)
        if self.moment is not None and self.app.screen_on_top is self:
            self.moment.update(seconds)
            if self.moment.lines != self._lines:
                self.rebuild()

    def draw(self) -> None:
        """Draw the page, and the board of the deciding moment over it."""
        super().draw()
        if self.moment is not None and not self.has_numbers:
            self.moment.draw()

    def escape(self) -> None:
        """Go from the numbers to the result, or leave the page."""
        if self.has_numbers:
            self.turn_over()
        else:
            super().escape()

    def key(self, symbol: int, modifiers: int) -> None:
        """Run the first action on Enter; ignore keys meant for the match that has just ended (CLI-2108)."""
        keys = arcade.key
        if self._open_for < TOO_EARLY and symbol in (keys.ENTER, keys.NUM_ENTER, keys.SPACE):
            return
        if symbol in (keys.ENTER, keys.NUM_ENTER) and self.controls.focus is None:
            self._first()
        else:
            super().key(symbol, modifiers)
