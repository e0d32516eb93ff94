"""The standings of an exhibition: between two games, with the next line-up and a countdown, and at the end."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import arcade

from roborally.arena.standings import Standing
from roborally.base.numbers import seconds_text
from roborally.base.translation import _
from roborally.narration.words import listed
from roborally.plugin_system.loader import Catalogue
from roborally.ui.board.course_preview import CoursePreview
from roborally.ui.board.playback import SPEEDS, next_speed
from roborally.ui.match.shown_match import ShownMatch
from roborally.ui.toolkit import pictures, theme
from roborally.ui.toolkit.app import App, Screen
from roborally.ui.toolkit.dialogs import Action
from roborally.ui.toolkit.layer import fit_sprite
from roborally.ui.toolkit.shortcuts import Shortcut
from roborally.ui.toolkit.theme import Rect
from roborally.ui.toolkit.widgets import Button

WAIT = 10.0
"""Seconds until the next game begins, at normal speed."""
QUICKEST = 4.0
"""The countdown's speed factor at the speed that skips everything else."""
MARGIN, PADDING = 16.0, 24.0
"""The space around the panel, and inside it."""
TITLE, FEET, COUNTDOWN = 86.0, 100.0, 60.0
"""The heights of the parts above and below the figures, and of the countdown when it is above the buttons."""
BETWEEN, NEXT_PART, TALL_NEXT = 20.0, 0.385, 0.46
"""The space beside the figures, and the shares of width and height for the next game."""
DESIGN = 700.0
"""The width of the figures that the positions of their columns refer to."""
HEAD, PLAYER = 62.0, 54.0
"""The height of the next course's name, and of a row with two players."""
BAR_HEIGHT = 10.0
"""The height of the bar of the countdown."""
NOTHING = 0.01
"""The width of an invisible bar: a sprite of width 0 could not be enlarged again."""
ROW, HEADS = 118.0, 68.0
"""The maximum height of a row, and the height of headings and explanations."""
NAME, BUDGET, WINS, SHARE, INTERVAL, POINTS, DESTROYED = 56.0, 286.0, 318.0, 396.0, 428.0, 560.0, 644.0
"""The positions of the columns, from the left edge of the figures."""


@dataclass(frozen=True)
class ExhibitionProgress:
    """The games played so far: the figures, best first; `last` describes the latest game.

    `names` and `budgets`, the bots' thinking times if known, are by entrant.
    """

    rows: Sequence[Standing]
    names: Sequence[str]
    budgets: Sequence[str]
    played: int
    games: int
    last: str = ""


class StandingsPage(Screen):
    """Shows the figures of an exhibition, and the next game until it starts.

    `go_on()` starts it, `open_menu()` asks whether to leave; without a next game the page stays, and Esc leaves.
    """

    def __init__(
        self,
        app: App,
        catalogue: Catalogue,
        progress: ExhibitionProgress,
        following: ShownMatch | None,
        *,
        go_on: Action,
        open_menu: Action,
        leave: Action,
        way_out: str = "",
        speed: str = "normal",
    ) -> None:
        """Show the standings; `following` is the next game, at its beginning."""
        super().__init__(app)
        self._go_on = go_on
        self._leave = open_menu if following is not None else leave
        self.speed = speed
        self.left = WAIT
        self.paused = False
        self._progress, self._following = progress, following
        self._way_out = way_out or _("Quit")
        self._divide()
        if following is not None:
            self.preview = CoursePreview(app, self.space, catalogue, self._next)
            self.preview.choose(following.game.course)
            self.parts.append(self.preview)
        self.rebuild()

    def _divide(self) -> None:
        """Divide the panel: the figures beside the next game, or above it."""
        self.panel = panel = self.sheet.inset(MARGIN)
        feet = FEET + COUNTDOWN if self.is_tall and self._following is not None else FEET
        body = Rect(panel.x + PADDING, panel.y + feet, panel.width - 2 * PADDING, panel.height - TITLE - feet)
        if self.is_tall:
            self._next = body._replace(height=TALL_NEXT * body.height)
            y = self._next.top + BETWEEN
            self._figures = body._replace(y=y, height=body.top - y)
        else:
            width = NEXT_PART * body.width
            self._next = body._replace(x=body.right - width, width=width)
            self._figures = body._replace(width=body.width - width - BETWEEN)

    def rebuild(self) -> None:
        """Lay out the whole sheet."""
        self.clear()
        self._divide()
        layer, progress = self.layer, self._progress
        layer.backdrop()
        layer.frame("panel", self.panel)
        self._lay_out_title(progress, final=self._following is None)
        self._lay_out_figures(progress)
        layer.frame("panel-inset", self._next)
        if self._following is None:
            self._lay_out_winner(progress)
            self._button(self._way_out, "quit", 1, 190, self._leave, accent=True)
            return
        self.preview.take_place(self._lay_out_next(self._following))
        self._lay_out_countdown()

    @property
    def _pace(self) -> float:
        """The speed factor of time."""
        return SPEEDS[self.speed] or QUICKEST

    @property
    def is_final(self) -> bool:
        """Whether there is no next game."""
        return not self.parts

    # --- what is shown --------------------------------------------------------------------------------------------

    def _lay_out_title(self, progress: ExhibitionProgress, *, final: bool) -> None:
        layer = self.layer
        title = _("Final standings") if final else _("Standings")
        left, right, top, dim = self._figures.x, self.panel.right - PADDING, self.panel.top, theme.colour("text-dim")
        shown = layer.heading(title, left, top - 38, 30, tint=theme.colour("accent"), width=420)
        played = _("{played} of {games} games played").format(played=progress.played, games=progress.games)
        layer.label(played, right - 2, top - 30, size=15, anchor_x="right", tint=dim)
        if progress.last:
            width = right - left - 22 - shown.shown_size[0]
            layer.label(progress.last, right - 2, top - 56, size=15, anchor_x="right", width=width)

    def _lay_out_figures(self, progress: ExhibitionProgress) -> None:
        """Lay out a row for each entrant."""
        layer, area = self.layer, self._figures
        x, y, part = area.x, area.top - 22, area.width / DESIGN
        dim = theme.colour("text-dim")
        heads = ((_("Wins"), WINS), (_("Share of games"), (SHARE + INTERVAL) / 2 + 24), (_("Points"), POINTS))
        for title, at in (*heads, (_("Destroyed"), DESTROYED)):
            layer.label(title, x + part * at, y, size=13, anchor_x="center", tint=dim)
        height = min(ROW, (area.height - HEADS) / len(progress.rows) - 4)
        for number, row in enumerate(progress.rows):
            middle = y - 22 - (number + 0.5) * (height + 4)
            layer.frame("field", Rect(x, middle - height / 2, area.width, height))
            size = min(24.0, 10 + height / 6)
            budget = progress.budgets[row.entrant]
            budget_label = layer.label(budget, x + part * BUDGET, middle, size=13, anchor_x="right", tint=dim)
            room = part * BUDGET - NAME - (budget_label.shown_size[0] + 10 if budget else 0)
            equal = (other for other, figures in enumerate(progress.rows) if _rank(figures) == _rank(row))
            self._lay_out_row(row, progress.names[row.entrant], min(equal), middle, size, room)
        lines = [
            _("One point per opponent beaten, half for a tie."),
            _("Small figures: likely long-term range."),
        ]
        if any(progress.budgets):
            lines.append(_("Beside a name: its thinking time."))
        options: dict[str, Any] = {"width": area.width - 8, "wrap": True, "anchor_y": "top"}
        layer.label(" ".join(lines), x + 4, area.y + 18, size=12, tint=dim, **options).even_out()

    def _lay_out_row(self, row: Standing, name: str, place: int, y: float, size: float, room: float) -> None:
        """Write the figures of an entrant in size `size`, with `room` for the name; `place` 0 is the first."""
        layer, x, part = self.layer, self._figures.x, self._figures.width / DESIGN
        tint = theme.colour("accent" if place == 0 and row.wins else "text")
        layer.heading(str(place + 1), x + 26, y, size + 2, anchor_x="center", tint=tint)
        layer.label(name, x + NAME, y, size=size, bold=True, tint=tint, width=room)
        layer.label(str(row.wins), x + part * WINS, y, size=size + 1, bold=True, anchor_x="center", tint=tint)
        low, high = row.interval
        if row.games:
            share = _("{share} %").format(share=round(100 * row.share))
            layer.label(share, x + part * SHARE + 26, y, size=size, anchor_x="right")
            between = _("{low}–{high} %").format(low=round(100 * low), high=round(100 * high))
            layer.label(between, x + part * INTERVAL + 6, y, size=13, tint=theme.colour("text-dim"))
        layer.label(_points(row.points), x + part * POINTS, y, size=size, anchor_x="center")
        layer.label(str(row.destroyed), x + part * DESTROYED, y, size=size, anchor_x="center")

    def _lay_out_next(self, context: ShownMatch) -> Rect:
        """Show the course's name and the players with their robots; return the space left for the course.

        The players are below it in two columns, or beside it in one in a tall window.
        """
        layer, area = self.layer, self._next
        course = _("Next: {course}").format(course=context.game.course.title)
        layer.heading(course, area.x + 18, area.top - 30, 20, tint=theme.colour("accent"), width=area.width - 36)
        robots = [robot for robot in context.display.robots if robot.seat >= 0]
        width, columns = (area.width - 24) / 2, 1 if self.is_tall else 2
        rows = -(-len(robots) // columns)
        pitch = min(PLAYER, (area.height - HEAD - 18) / rows) if self.is_tall else PLAYER
        top = area.top - HEAD if self.is_tall else area.y + 10 + rows * pitch
        for number, robot in enumerate(robots):
            row, column = divmod(number, columns)
            left, y = area.x + 12 + column * width, top - pitch * (row + 0.5)
            layer.sprite(context.picture(robot.index, 64), left + 24, y, min(46.0, pitch - 2))
            tint = theme.seat_colours(robot.livery).light
            model = context.model(robot.index)
            up = min(10.0, pitch / 4) if model else 0.0
            layer.label(context.name(robot.index), left + 54, y + up, size=16, bold=True, tint=tint, width=width - 58)
            if model:
                title, dim = context.words.translated(model.title), theme.colour("text-dim")
                layer.label(title, left + 54, y - up - 1, size=13, tint=dim, width=width - 58)
        if self.is_tall:
            return Rect(area.centre[0], area.y + 16, area.width / 2 - 16, area.height - HEAD - 16)
        return Rect(area.x + 16, top + 8, area.width - 32, area.top - HEAD - top - 8)

    def _lay_out_winner(self, progress: ExhibitionProgress) -> None:
        """Show the entrant with the most wins."""
        layer, (x, y) = self.layer, self._next.centre
        first = [row for row in progress.rows if _rank(row) == _rank(progress.rows[0])]
        layer.sprite(pictures.icon("trophy", 128), x, y + 60, 120, tint=theme.colour("accent"))
        names = listed([progress.names[row.entrant].replace(" ", "\N{NO-BREAK SPACE}") for row in first])
        text = _("First place:\n{names}") if len(first) == 1 else _("First place, shared:\n{names}")
        layer.heading(
            text.format(names=names),
            *(x, y - 60),
            22,
            anchor_x="center",
            align="center",
            anchor_y="top",
            wrap=True,
            width=self._next.width - 48,
        )

    def _lay_out_countdown(self) -> None:
        layer, left, y = self.layer, self._figures.x, self.panel.y + 34
        right = self.panel.right - PADDING - 446
        if self.is_tall:
            right, y = self.panel.right - PADDING, y + COUNTDOWN
        pause = Rect(right - 48, y - 16, 48, 48)
        self._bar_area = bar = Rect(left, y, pause.x - 16 - left, BAR_HEIGHT)
        self._text = layer.label("", bar.x, bar.y + 26, size=14, width=bar.width)
        layer.fill(bar, theme.colour("line"))
        self._bar = layer.fill(bar, theme.colour("accent"))
        self._pause: Button = self.controls.add(
            Button(layer, pause, "", self.toggle, icon="pause", tooltip=_("Pause (Space)"))
        )
        self._pause.selected = self.paused
        self._button(_("Next game"), "play", 2, 230, self._go_on, accent=True)
        self._button(_("Menu"), "menu", 1, 190, self._leave)
        self._show_countdown()

    def _button(
        self, text: str, icon: str, from_right: int, width: float, action: Action, *, accent: bool = False
    ) -> None:
        """Add a button at the lower edge, the first or second from the right."""
        right = self.panel.right - PADDING - (200 if from_right == 2 else 0)
        spot = Rect(right - width, self.panel.y + 18, width, 48)
        self.controls.add(Button(self.layer, spot, text, action, icon=icon, accent=accent))

    # --- time -----------------------------------------------------------------------------------------------------

    def update(self, seconds: float) -> None:
        """Count down, unless another screen covers the page."""
        super().update(seconds)
        if self.is_final or self.paused or self.app.screen_on_top is not self:
            return
        self.left -= seconds * self._pace
        self._show_countdown()
        if self.left <= 0:
            self._go_on()

    def _show_countdown(self) -> None:
        fit_sprite(self._bar, max(NOTHING, self._bar_area.width * max(0.0, self.left) / WAIT), BAR_HEIGHT)
        self._bar.left = self._bar_area.x
        seconds = max(1, round(self.left / self._pace + 0.49))
        text = _("Next game in {seconds}. Enter: now, Space: wait.").format(seconds=seconds_text(seconds))
        self._text.text = _("Paused – Space to continue") if self.paused else text

    def toggle(self) -> None:
        """Pause or continue the countdown."""
        self.paused = not self.paused
        self._pause.selected = self.paused
        self._show_countdown()

    # --- input ----------------------------------------------------------------------------------------------------

    def escape(self) -> None:
        """Ask whether to leave; at the end, leave."""
        self._leave()

    def shortcuts(self) -> list[Shortcut]:
        """Return the keys of this page: the speed applies to the wait and to the next game."""
        if self.is_final:
            return super().shortcuts()
        return [
            Shortcut(("COMMA",), _("Slower, down to step by step"), partial(self._change_speed, -1)),
            Shortcut(("PERIOD",), _("Faster, up to showing the result alone"), partial(self._change_speed, 1)),
            *super().shortcuts(),
        ]

    def pad_keys(self) -> dict[str, str]:
        """Return the keys of a gamepad's buttons: the shoulders change the speed, as in a game."""
        return {"leftshoulder": "COMMA", "rightshoulder": "PERIOD"}

    def _change_speed(self, by: int) -> None:
        self.speed = next_speed(self.speed, by)

    def key(self, symbol: int, modifiers: int) -> None:
        """Handle a key: Enter starts the next game, or leaves at the end; Space pauses."""
        keys = arcade.key
        if symbol in (keys.ENTER, keys.NUM_ENTER) and self.controls.focus is None:
            self._leave() if self.is_final else self._go_on()
        elif symbol == keys.SPACE and not self.is_final and self.controls.focus is None:
            self.toggle()
        else:
            super().key(symbol, modifiers)

    def press(self, x: float, y: float, button: int) -> None:
        """Pass a mouse press to the controls; a click elsewhere starts the next game."""
        if self.controls.at(x, y) is None and not self.is_final and button == arcade.MOUSE_BUTTON_LEFT:
            self._go_on()
        else:
            super().press(x, y, button)


def _rank(row: Standing) -> tuple[float, float]:
    """Return the sort key of an entrant; equal keys share a place."""
    return row.wins, row.points


def _points(points: float) -> str:
    """Format points independently of the language: a half as a fraction."""
    whole, half = divmod(points, 1)
    return f"{whole:.0f}{'½' if half else ''}" if whole or not half else "½"
