"""The end of a game: winner, podium, ranking, statistics (STD-1512, CLI-1201)."""

from collections.abc import Sequence
from typing import Any

import arcade

from roborally.base.translation import _
from roborally.narration.words import victory
from roborally.ui.context import Gauge
from roborally.ui.match.gauges import Portrait
from roborally.ui.match.shown_match import ShownMatch
from roborally.ui.match.windows import podium
from roborally.ui.toolkit import pictures, theme
from roborally.ui.toolkit.app import App, Screen
from roborally.ui.toolkit.dialogs import Action
from roborally.ui.toolkit.layer import heading_width, text_size
from roborally.ui.toolkit.theme import HEIGHT, WIDTH, Rect
from roborally.ui.toolkit.widgets import Button
from roborally.ui.toolkit.wrapping import SOFT_HYPHEN

LONG_WORD = 9
"""The number of letters above which a heading is broken at its hyphen."""
FIRST = 270.0
"""The left edge of the columns of numbers."""
LAST = WIDTH - 68
"""Their right edge."""
ROUNDED = 1.08
"""How much wider letters may be in another size, where they are rounded differently."""
SPARE = 2.0
"""The spare width of the longest word: letters are rounded differently in another window size."""
HEAD, LARGE_HEAD = 12.0, 14.0
"""The least and the usual size of the headings."""
NARROWEST, APART = 40.0, 6.0
"""The least width of a column's numbers, and the space between two headings."""
ROW, SPACE = 128.0, 264.0
"""The maximum height of a row, and of all rows together."""
HEADS, ROWS_TOP = HEIGHT - 302, HEIGHT - 338
"""The middle of the headings of the columns, and the upper edge of the rows."""
TALL_ROW = 84.0
"""The height from which a name fits below its robot, and not only beside it."""
LARGEST = 80.0
"""The largest side of a robot in a row; those on the podium are larger."""
PODIUM = 64.0, HEIGHT - 278
"""The lower left corner of the podium."""
PRAISE = Rect(PODIUM[0] + podium.WIDTH + 40, PODIUM[1], WIDTH - 64 - PODIUM[0] - podium.WIDTH - 40, 130)
"""The place of what each robot was best at."""
PLACE = 86.0
"""The centre of the column with a robot's place."""
TOO_EARLY = 0.7
"""Seconds in which Enter and Space were still meant for the match."""
GAP = 10.0
"""The space between two buttons."""
NEWS = Rect(WIDTH - 510, HEIGHT - 92, 340, 40)
"""The place of the button about newly reached achievements."""
DECIDED = NEWS._replace(y=NEWS.y - NEWS.height - 6)
"""The place of the button that opens what decided the match."""


def _head(title: str) -> str:
    """Return a title in two lines if it has two words, or is long and has a hyphen, which may be a soft one."""
    if len(title) > LONG_WORD and " " not in title:
        title = title.replace(SOFT_HYPHEN, "-").replace("-", "-\n")
    title = title.replace(SOFT_HYPHEN, "")
    return title.replace(" ", "\n", 1)


def ranked(context: ShownMatch) -> list[Gauge]:
    """Return the gauges that rank robots, the most important first."""
    return [gauge for gauge in context.gauges(0) if gauge.manifest.ranked]


def ranking(context: ShownMatch) -> list[int]:
    """Return the robots, best first: winners, then by the gauges and the statistics that rank, and by damage."""
    display, tally = context.display, context.session.tally

    def key(index: int) -> tuple[object, ...]:
        robot = display.robots[index]
        reached = [-robot.gauges[gauge.name] for gauge in ranked(context) if gauge.name in robot.gauges]
        known = reached, tally.rank(index), robot.damage
        return index not in display.winners, robot.eliminated, *known, robot.team, index

    return sorted((robot.index for robot in display.robots if robot.seat >= 0), key=key)


class ResultScreen(Screen):
    """Shows the winner and everyone's results."""

    def __init__(
        self,
        app: App,
        context: ShownMatch,
        actions: Sequence[tuple[str, str, Action]],
        news: tuple[str, str, Action] | None = None,
        analyse: Action | None = None,
        note: str = "",
    ) -> None:
        """Show a finished game and offer `actions`: text, icon, what to do.

        The first is the accented one, for Enter; the last leaves, as Esc does; a film offers none. `news`, about newly
        reached achievements, are a short text, a long one, and the action of a click. `analyse` opens what decided the
        match (CLI-2061); `note` says what is special about it.
        """
        super().__init__(app)
        self.context = context
        self._leave = actions[-1][2] if actions else app.pop
        self._note = note
        self._open_for = 0.0
        layer = self.layer
        layer.backdrop()
        layer.frame("panel", Rect(40, 28, WIDTH - 80, HEIGHT - 56))
        self.order = ranking(context)
        self.rows: list[Rect] = []
        self._lay_out_title()
        self._lay_out_ranking()
        self._lay_out_podium()
        self._lay_out_actions(actions)
        self._first = actions[0][2] if actions else app.pop
        if analyse is not None:
            self.controls.add(Button(layer, DECIDED, _("What decided it"), analyse, icon="eye", size=15))
        if news is not None:
            told, explained, action = news
            self.controls.add(Button(layer, NEWS, told, action, icon="trophy", tooltip=explained, size=15))

    def _lay_out_actions(self, actions: Sequence[tuple[str, str, Action]]) -> None:
        """Place the buttons at the right, each as wide as its text needs; less so where there is no room for all."""
        widths = [max(160.0, 72 + 1.1 * heading_width(self.space, caption, 16)) for caption, _icon, _action in actions]
        room = WIDTH - 128 - GAP * (len(widths) - 1)
        widths = [width * min(1.0, room / sum(widths)) for width in widths] if widths else []
        x = WIDTH - 64 - sum(widths) - GAP * (len(widths) - 1)
        for number, (caption, icon, action) in enumerate(actions):
            spot = Rect(x, 54, widths[number], 48)
            self.controls.add(Button(self.layer, spot, caption, action, icon=icon, accent=number == 0))
            x = spot.right + GAP

    def _lay_out_title(self) -> None:
        layer, context = self.layer, self.context
        winners = context.display.winners
        if winners:
            title, tint = self._winner(winners), theme.seat_colours(context.display.robots[self.order[0]].livery).light
        else:
            title, tint = _("No winner"), theme.colour("text")
        layer.heading(title, 64, HEIGHT - 66, 30, tint=tint, width=NEWS.x - 84)
        game = context.game
        line = _("{course}, turn {turn}").format(course=game.course.title, turn=context.display.turn)
        line = f"{line} – {self._note}" if self._note else line
        layer.label(line, 65, HEIGHT - 100, size=15, tint=theme.colour("text-dim"), width=NEWS.x - 85)
        layer.sprite(pictures.icon("trophy", 64), WIDTH - 110, HEIGHT - 92, 58, tint=theme.colour("accent"))

    def _lay_out_podium(self) -> None:
        """Show the best robots on steps if somebody has won, and what each robot was best at."""
        x, y = PODIUM
        self.steps: list[Rect] = []
        if self.context.display.winners:
            self.steps = podium.lay_out_podium(self.layer, self.context, self.order, x, y)
        else:
            wreck = pictures.picture(theme.asset("robots", "wreck.png"), 96)
            self.layer.sprite(wreck, x + podium.WIDTH / 2, y + podium.HEIGHT / 2, 96)
        podium.lay_out_praise(self.layer, self.context, self.order, PRAISE, ranked=ranked(self.context))

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

    def _lay_out_ranking(self) -> None:
        """A row per robot: place, robot, ranking values, then the counters of this game."""
        columns = self._columns()
        middles = self._lay_out_heads([_head(title) for _name, title in columns])
        height = min(ROW, SPACE / len(self.order) - 4)
        for place, index in enumerate(self.order):
            row = Rect(64, ROWS_TOP - (place + 1) * (height + 4) + 2, WIDTH - 128, height)
            self.rows.append(row)
            self._lay_out_robot(place, index, row)
            size = min(30.0, 7 + height / 4)
            self._lay_out_numbers(index, [name for name, _title in columns], middles, row.centre[1], size)

    def _lay_out_heads(self, titles: Sequence[str]) -> list[float]:
        """Write the headings, each column as wide as its own needs; return the middles of the columns."""
        widths = [max(NARROWEST, text_size(self.space, title, HEAD, width=500, wrap=True)[0]) for title in titles]
        room = (LAST - FIRST) / len(titles) - APART - SPARE
        size = max(HEAD, min(LARGE_HEAD, HEAD * room * len(titles) / sum(widths) / ROUNDED))
        widths = [ROUNDED * width * size / HEAD + SPARE for width in widths]
        between = (LAST - FIRST - sum(widths)) / len(titles)
        options: dict[str, Any] = {
            "wrap": True,
            "anchor_y": "center",
            "align": "center",
            "tint": theme.colour("text-dim"),
        }
        x, middles = FIRST, []
        for title, width in zip(titles, widths, strict=True):
            self.layer.label(title, x, HEADS, size=size, width=between + width, **options)
            middles.append(x + (between + width) / 2)
            x += between + width
        return middles

    def _lay_out_robot(self, place: int, index: int, row: Rect) -> None:
        """Show the place of a robot, its picture and its owner's name."""
        layer, context, y = self.layer, self.context, row.centre[1]
        layer.panel("field", row)
        tint = theme.colour("accent" if place == 0 else "text-dim")
        tall = row.height >= TALL_ROW
        layer.heading(str(place + 1), PLACE, y, 28 if tall else 20, anchor_x="center", tint=tint)
        tint = theme.seat_colours(context.display.robots[index].livery).light
        name = context.name(index)
        if tall:
            x, side = (PLACE + FIRST) / 2, min(row.height - 34, LARGEST)
            Portrait(layer, context, index, x, y + 12, side)
            below = y + 2 - side / 2
            layer.label(name, x, below, size=16, bold=True, tint=tint, width=FIRST - PLACE - 30, anchor_x="center")
        else:
            Portrait(layer, context, index, 132, y, min(row.height - 8, 56))
            layer.label(name, 166, y, size=16, bold=True, tint=tint, width=FIRST - 172)

    def _lay_out_numbers(
        self, index: int, names: Sequence[str], middles: Sequence[float], y: float, size: float
    ) -> None:
        """Write a robot's numbers; a unique best value is golden."""
        gauges, tally = self.context.display.robots[index].gauges, self.context.session.tally
        for name, x in zip(names, middles, strict=True):
            counted = name in tally.counts[index]
            value = tally.counts[index][name] if counted else gauges[name]
            leads = counted and tally.best(name, self.order) == index
            tint = theme.colour("accent" if leads else "text")
            self.layer.label(str(value), x, y, size=size, anchor_x="center", bold=leads, tint=tint)

    def escape(self) -> None:
        """Run the last action."""
        self._leave()

    def update(self, seconds: float) -> None:
        """Advance time."""
        self._open_for += seconds
        super().update(seconds)

    def key(self, symbol: int, modifiers: int) -> None:
        """Run the first action on Enter; nothing is run by a key meant for the match that has just ended (CLI-2108)."""
        keys = arcade.key
        if self._open_for < TOO_EARLY and symbol in (keys.ENTER, keys.NUM_ENTER, keys.SPACE):
            return
        if symbol in (keys.ENTER, keys.NUM_ENTER) and self.controls.focus is None:
            self._first()
        else:
            super().key(symbol, modifiers)
