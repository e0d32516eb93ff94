"""The end of a game: winner, podium, ranking, statistics (STD-1512, CLI-1201)."""

from collections.abc import Sequence
from math import ceil

import arcade

from roborally.base.translation import _
from roborally.narration.words import victory
from roborally.plugin_system.manifest import Ending
from roborally.ui.context import Gauge
from roborally.ui.match.shown_match import ShownMatch
from roborally.ui.match.windows import podium
from roborally.ui.match.windows.ranking_table import HIGH_LINE, LOW_LINE, column_heads, lay_out_columns, lay_out_rows
from roborally.ui.toolkit import pictures, theme
from roborally.ui.toolkit.app import App, Screen
from roborally.ui.toolkit.dialogs import Action
from roborally.ui.toolkit.layer import heading_width
from roborally.ui.toolkit.theme import Rect
from roborally.ui.toolkit.widgets import Button

MARGIN, PADDING = 16.0, 24.0
"""The space around the panel, and inside it."""
TITLE = 104.0
"""The height of the title with the line below it."""
STEPS_GROW, ROW = 1.8, 132.0
"""The largest enlargement of the podium, and the height of a row from which it grows."""
HEADS = 60.0
"""The height of the headings of the columns."""
BELOW = 16.0
"""The space between the last row and the buttons."""
TOO_EARLY = 0.7
"""Seconds during which Enter and Space are ignored, because they were meant for the match."""
GAP, BUTTON = 10.0, 48.0
"""The space between two buttons, and their height."""
CROWDED = 1.1
"""The share of a row that its buttons may need before another row is added."""
SHORTCUT = 340.0, 40.0
"""The size of the buttons for the analysis and for new achievements."""


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


class ResultScreen(Screen):
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
        super().__init__(app)
        self.context = context
        self._actions, self._news, self._analyse = actions, news, analyse
        self._leave = actions[-1][2] if actions else app.pop
        self._first = actions[0][2] if actions else app.pop
        self._note = note
        self._open_for = 0.0
        self.order = ranking(context)
        self.rebuild()

    def rebuild(self) -> None:
        """Lay out the whole sheet."""
        self.clear()
        self.panel = self.sheet.inset(MARGIN)
        self.layer.backdrop()
        self.layer.frame("panel", self.panel)
        inner = self.panel.inset(PADDING)
        actions = self._action_rows(inner)
        floor = inner.y + len(actions) * (BUTTON + GAP) - GAP + BELOW
        if self.is_tall:
            self._lay_out_upright(inner, floor)
        else:
            self._lay_out_flat(inner, floor)
        self._lay_out_actions(actions, inner)
        for text, icon, action, tooltip, spot in self._shortcuts(inner):
            self.controls.add(Button(self.layer, spot, text, action, icon=icon, tooltip=tooltip, size=15))

    # --- layout ---------------------------------------------------------------------------------------------------

    def _lay_out_flat(self, inner: Rect, floor: float) -> None:
        """Show the podium with sentences beside it, and below it a row for each robot."""
        width = inner.width - 80
        if shortcuts := self._shortcuts(inner):
            width = min(spot.x for *_text, spot in shortcuts) - inner.x - 20
        self._lay_out_title(inner, width)
        top = self.panel.top - TITLE
        free = top - podium.HEIGHT - HEADS - floor - ROW * len(self.order)
        factor = max(1.0, min(STEPS_GROW, 1 + free / podium.HEIGHT))
        bottom = top - factor * podium.HEIGHT
        area = Rect(inner.x, floor, inner.width, bottom - floor)
        self.rows = lay_out_rows(self.layer, self.context, self.order, self._columns(), area)
        self._lay_out_podium(inner.x, bottom, factor)
        left = inner.x + factor * podium.WIDTH + 40
        praise = Rect(left, bottom, inner.right - left, factor * podium.HEIGHT - BELOW)
        podium.lay_out_praise(self.layer, self.context, self.order, praise, ranked=ranked(self.context))

    def _lay_out_upright(self, inner: Rect, floor: float) -> None:
        """Show the podium, the sentences and a column for each robot below each other."""
        self._lay_out_title(inner, inner.width - 80)
        shortcuts, columns, count = self._shortcuts(inner), self._columns(), len(self.order)
        top = min((spot.y for *_text, spot in shortcuts), default=self.panel.top - TITLE) - BELOW
        free = top - floor - podium.HEIGHT - 2 * BELOW - column_heads(inner.width, count)
        said = count * max(podium.ROOMY, min(podium.TALLEST, (free - LOW_LINE * len(columns)) / count))
        factor = max(1.0, min(STEPS_GROW, 1 + (free - said - HIGH_LINE * len(columns)) / podium.HEIGHT))
        bottom = top - factor * podium.HEIGHT
        praise = Rect(inner.x, bottom - BELOW - said, inner.width, said)
        area = Rect(inner.x, floor, inner.width, praise.y - BELOW - floor)
        self.rows = lay_out_columns(self.layer, self.context, self.order, columns, area)
        self._lay_out_podium(inner.centre[0] - factor * podium.WIDTH / 2, bottom, factor)
        podium.lay_out_praise(self.layer, self.context, self.order, praise, ranked=ranked(self.context))

    def _shortcuts(self, inner: Rect) -> list[tuple[str, str, Action, str, Rect]]:
        """Return the buttons beside or below the title: text, icon, action, tooltip, rectangle."""
        width, height = SHORTCUT
        first = Rect(inner.right - 82 - width, self.panel.top - 64, width, height)
        second = first._replace(y=first.y - height - 6)
        if self.is_tall:
            half = (inner.width - GAP) / 2 if self._news is not None else inner.width
            second = Rect(inner.x, self.panel.top - TITLE - height, half, height)
            first = second._replace(x=inner.right - half)
        found = []
        if self._analyse is not None:
            alone = self._news is None and not self.is_tall
            found.append((_("What decided it"), "eye", self._analyse, "", first if alone else second))
        if self._news is not None:
            text, explained, action = self._news
            found.append((text, "trophy", action, explained, first))
        return found

    def _action_rows(self, inner: Rect) -> list[list[tuple[str, str, Action, float]]]:
        """Return the buttons below in as few rows as possible, with widths that fill each row.

        Each is as wide as its text needs, or slightly narrower.
        """
        least = [max(160.0, 72 + 1.1 * heading_width(self.space, text, 16)) for text, _icon, _action in self._actions]
        if not least:
            return []
        count = ceil(sum(least) / (CROWDED * inner.width))
        each = ceil(len(least) / count)
        rows = []
        for at in range(0, len(least), each):
            widths = least[at : at + each]
            part = (inner.width - GAP * (len(widths) - 1)) / sum(widths)
            part = part if count > 1 else min(1.0, part)
            chosen = self._actions[at : at + each]
            rows.append([(*action, part * width) for action, width in zip(chosen, widths, strict=True)])
        return rows

    def _lay_out_actions(self, rows: Sequence[Sequence[tuple[str, str, Action, float]]], inner: Rect) -> None:
        """Place the buttons at the right."""
        for above, row in enumerate(reversed(rows)):
            x = inner.right - sum(width for *_action, width in row) - GAP * (len(row) - 1)
            for caption, icon, action, width in row:
                spot = Rect(x, inner.y + above * (BUTTON + GAP), width, BUTTON)
                accent = action is self._first
                self.controls.add(Button(self.layer, spot, caption, action, icon=icon, accent=accent))
                x = spot.right + GAP

    def _lay_out_title(self, inner: Rect, width: float) -> None:
        layer, context, top = self.layer, self.context, self.panel.top
        winners = context.display.winners
        if winners:
            title, tint = self._winner(winners), theme.seat_colours(context.display.robots[self.order[0]].livery).light
        else:
            title, tint = _("No winner"), theme.colour("text")
        layer.heading(title, inner.x, top - 38, 30, tint=tint, width=width)
        game = context.game
        line = _("{course}, turn {turn}").format(course=game.course.title, turn=context.display.turn)
        line = " – ".join(part for part in (line, self._ending(), self._note) if part)
        layer.label(line, inner.x + 1, top - 72, size=15, tint=theme.colour("text-dim"), width=width - 1)
        layer.sprite(pictures.icon("trophy", 64), inner.right - 30, top - 56, 58, tint=theme.colour("accent"))

    def _ending(self) -> str:
        """Return the mode's own text about the end of the match; empty if it has none."""
        display, mode = self.context.display, self.context.game.config.match.mode
        others = [robot for robot in display.robots if robot.seat >= 0 and robot.index not in display.winners]
        found: Ending = "goal" if display.winners else "draw"
        if display.winners and others and all(robot.eliminated for robot in others):
            found = "elimination"
        manifest = next(plugin.manifest for plugin in self.context.game.plugins if plugin.id == mode)
        return self.context.words.translated(manifest.result.get(found, ""))

    def _lay_out_podium(self, left: float, bottom: float, factor: float) -> None:
        """Show the best robots on steps if there is a winner."""
        self.steps: list[Rect] = []
        if self.context.display.winners:
            self.steps = podium.lay_out_podium(self.layer, self.context, self.order, left, bottom, factor)
        else:
            wreck = pictures.picture(theme.asset("robots", "wreck.png"), 96)
            x, y = left + factor * podium.WIDTH / 2, bottom + factor * podium.HEIGHT / 2
            self.layer.sprite(wreck, x, y, 96 * factor)

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

    def escape(self) -> None:
        """Run the last action."""
        self._leave()

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
