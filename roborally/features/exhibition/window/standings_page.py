"""The standings of an exhibition: between two games with the next line-up and a countdown, and at the end."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import arcade

from roborally.arena.standings import Standing
from roborally.base.numbers import seconds_text
from roborally.base.translation import _
from roborally.narration.words import listed
from roborally.plugin_system.loader import Catalogue
from roborally.ui.board.course_preview import CoursePreview
from roborally.ui.board.display import Robot
from roborally.ui.board.playback import SPEEDS, next_speed
from roborally.ui.match.shown_match import ShownMatch
from roborally.ui.toolkit import pictures, theme
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.dialogs import Action
from roborally.ui.toolkit.layer import fit_sprite
from roborally.ui.toolkit.layout.branches import column, fitting, flow, form, row, space, stack
from roborally.ui.toolkit.layout.leaves import button, framed, heading, here, label, picture, plain
from roborally.ui.toolkit.layout.nodes import Node, Size
from roborally.ui.toolkit.layout.tree_page import TreePage
from roborally.ui.toolkit.shortcuts import Shortcut
from roborally.ui.toolkit.theme import Rect

WAIT = 10.0
"""Seconds until the next game begins, at normal speed."""
QUICKEST = 4.0
"""The factor by which the countdown runs faster than usual if the speed of the games is `skip`."""
BAR_HEIGHT = 10.0
"""The height of the countdown's bar, in design units."""
NOTHING = 0.01
"""The width of an empty bar, in design units: a sprite of width 0 could not be enlarged again."""
WINNER, SHARED = 128.0, 64.0
"""The sides of the winner's picture, and of the pictures of several who share the first place, in design units."""
SHARED_WIDTH = 300.0
"""The width of a row of four who share the first place, in design units."""
FEW, LARGE, SMALL = 4, 20, 16
"""The maximum number of entrants with large letters, and the font sizes of large and small letters."""
BESIDE = 340.0
"""The largest width of the next game beside the figures, in design units."""
BOARD = Size(150, 300), Size(120, 280)
"""The least and natural width of the next course's picture, and its least and natural height, in design units."""


@dataclass(frozen=True)
class ExhibitionProgress:
    """The results of the games so far: `rows` are the figures of the entrants, best first.

    `names`, `styles` (texts about how they think) and `faces` (pictures of their robots) are by entrant. `played` of
    `games` games have been played, and `last` is a sentence about the latest.
    """

    rows: Sequence[Standing]
    names: Sequence[str]
    styles: Sequence[str]
    faces: Sequence[arcade.Texture]
    played: int
    games: int
    last: str = ""


class StandingsPage(TreePage):
    """Shows the standings of an exhibition, and a countdown to the next game.

    `go_on()` starts the next game, `open_menu()` asks whether to leave. After the last game Esc leaves the page.
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
        again: Sequence[tuple[str, str, Action]] = (),
        speed: str = "normal",
    ) -> None:
        """Show the standings; `following` is the next game at its beginning, `None` after the last one.

        `way_out` is the caption of the button that leaves. `again` are captions, icons and actions of the other buttons
        at the end, the most important first.
        """
        super().__init__(app, open_menu if following is not None else leave)
        self._go_on = go_on
        self.speed = speed
        self.left = WAIT
        self.paused = False
        self._progress, self._following = progress, following
        self._way_out = way_out or _("Quit")
        self._again = again
        if following is not None:
            self.preview = CoursePreview(app, self.space, catalogue)
            self.preview.choose(following.game.course)
            self.parts.append(self.preview)
        self.rebuild()

    @property
    def _pace(self) -> float:
        return SPEEDS[self.speed] or QUICKEST

    @property
    def is_final(self) -> bool:
        """Whether there is no next game."""
        return not self.parts

    # --- what is shown --------------------------------------------------------------------------------------------

    def tree(self) -> Node:
        """Return the figures, and the next game or the winner beside or below them."""
        figures = self._figures()
        other = framed("panel-inset", self._next(self._following) if self._following else self._winner())
        return column(
            self._head(),
            fitting(
                lambda: row(stack(figures).grow(3), stack(other).wide(most=BESIDE).grow(2), gap=20, even=True),
                lambda: column(figures, other.grow(), gap=14),
            ).grow(),
            self._feet(),
            gap=14,
            pad=(24, 18),
        )

    def _head(self) -> Node:
        progress, dim = self._progress, theme.colour("text-dim")
        title = heading(_("Final standings") if self.is_final else _("Standings"), 30)
        played = _("{played} of {games} games played").format(played=progress.played, games=progress.games)
        texts = column(
            label(played, wrap=True, tint=dim).at("end"),
            label(progress.last, wrap=True, align="right").at("end") if progress.last else None,
            gap=4,
        )
        return fitting(lambda: row(title, space(), texts, gap=24), lambda: column(title, texts, gap=4))

    def _figures(self) -> Node:
        progress, dim = self._progress, theme.colour("text-dim")
        heads = (_("Wins"), _("Share of wins"), _("Points"), _("Times destroyed"))
        titles = (label(text, 13, wrap=True, align="center", tint=dim).grow() for text in heads)
        rows: list[Node] = [row(label(""), label(""), label("").grow(3), *titles, gap=8)]
        for figures in progress.rows:
            better = {each.mates for each in progress.rows if _rank(each) > _rank(figures)} - {figures.mates}
            rows += [plain("line"), self._figures_of(figures, len(better)).grow()]
        lines = [
            _("Wins count first. One point per opponent beaten, half for a tie."),
            _("Small figures: where the share would likely be after many more games."),
        ]
        if any(progress.styles):
            lines.append(_("Beside a name: how it thinks."))
        table = framed("panel-inset", form(*rows, gap=4)).grow(len(progress.rows))
        return column(table, label(" ".join(lines), 12, tint=dim, wrap=True), space(2))

    def _figures_of(self, figures: Standing, place: int) -> Node:
        """Return the row of an entrant; `place` 0 is the first."""
        progress, dim = self._progress, theme.colour("text-dim")
        size = LARGE if len(progress.rows) <= FEW else SMALL
        tint = theme.colour("accent" if place == 0 and figures.wins else "text")
        name = label(progress.names[figures.entrant], size, bold=True, tint=tint, wrap=True)
        style = progress.styles[figures.entrant]
        low, high = figures.interval
        shares = [
            label(_("{share} %").format(share=round(100 * figures.share)), size, align="center"),
            label(
                _("{low}–{high} %").format(low=round(100 * low), high=round(100 * high)), 13, tint=dim, align="center"
            ),
        ]
        return row(
            heading(str(place + 1), size + 2, tint=tint),
            picture(progress.faces[figures.entrant], 2 * size),
            flow(name, label(style, 13, tint=dim) if style else None, below=0).at("centre").grow(3),
            label(str(figures.wins), size, bold=True, tint=tint, align="center").grow(),
            column(*(shares if figures.games else []), gap=0).at("centre").grow(),
            label(_points(figures.points), size, align="center").grow(),
            label(str(figures.destroyed), size, align="center").grow(),
            gap=8,
        )

    def _next(self, context: ShownMatch) -> Node:
        course = _("Next: {course}").format(course=context.game.course.title)
        players = (self._player(context, robot) for robot in context.display.robots if robot.seat >= 0)
        board = here(self.preview.take_place, *BOARD)
        return column(heading(course, 20, wrap=True), board.grow(), flow(*players, gap=12, below=4, equal=True, most=4))

    def _player(self, context: ShownMatch, robot: Robot) -> Node:
        tint, called = theme.seat_colours(robot.livery).light, context.name(robot.index)
        title = context.robot_title(robot.index) or self._progress.styles[self._progress.names.index(called)]
        name = label(called, 16, bold=True, tint=tint, wrap=True)
        words = column(name, label(title, 13, tint=theme.colour("text-dim"), wrap=True) if title else None, gap=0)
        return row(picture(context.picture(robot.index, 64), 40), words.at("centre").grow())

    def _winner(self) -> Node:
        progress = self._progress
        first = [each for each in progress.rows if _rank(each) == _rank(progress.rows[0])]
        names = listed([progress.names[each.entrant].replace(" ", "\N{NO-BREAK SPACE}") for each in first])
        text = _("First place:\n{names}") if len(first) == 1 else _("First place, shared:\n{names}")
        if len(first) > 1 and {each.entrant for each in first} == first[0].mates:
            text = _("First place:\nthe team of {names}")
        trophy = picture(pictures.icon("trophy", 128), 120, least=60, tint=theme.colour("accent")).at("centre")
        words = heading(text.format(names=names), 22, tint=theme.colour("text"), wrap=True, align="center")
        robots = (picture(progress.faces[each.entrant], WINNER if len(first) == 1 else SHARED) for each in first)
        return column(
            space(), trophy, words, flow(*robots, gap=12).wide(most=SHARED_WIDTH).at("centre"), space(), gap=24
        )

    def _feet(self) -> Node:
        if self.is_final:
            ways = [*self._again, (self._way_out, "quit", self._leave)]
            first, *others = (
                button(text, act, icon=icon, accent=not number, height=48).wide(least=190)
                for number, (text, icon, act) in enumerate(ways)
            )
            return flow(*reversed(others), first, gap=12).at("end")
        self._text = label("", 14, wrap=True, among=self._texts())
        self._pause = button("", self.toggle, icon="pause", tooltip=_("Pause (Space)"), height=48)
        countdown = column(self._text, here(self._place_bar, Size(100, 240), BAR_HEIGHT))
        after = button(_("Next game"), self._go_on, icon="play", accent=True, height=48).wide(least=190)
        menu = button(_("Menu"), self._leave, icon="menu", height=48).wide(least=150)
        return fitting(
            lambda: row(countdown.at("centre").grow(), self._pause, after, menu, gap=12),
            lambda: column(row(countdown.at("centre").grow(), self._pause, gap=12), flow(after, menu, gap=12)),
        )

    def _place_bar(self, place: Rect) -> None:
        self._bar_area = place
        self.layer.fill(place, theme.colour("line"))
        self._bar = self.layer.fill(place, theme.colour("accent"))

    def built(self) -> None:
        """Show the countdown in the new controls."""
        if not self.is_final:
            self._pause.made.selected = self.paused
            self._show_countdown()

    # --- time -----------------------------------------------------------------------------------------------------

    def update(self, seconds: float) -> None:
        """Advance the countdown, unless it is paused or the page is covered; start the next game at its end."""
        super().update(seconds)
        if self.is_final or self.paused or self.app.screen_on_top is not self:
            return
        self.left -= seconds * self._pace
        self._show_countdown()
        if self.left <= 0:
            self._go_on()

    def _texts(self) -> tuple[str, str]:
        """Return the text of the countdown while it runs, and the one while it is paused."""
        seconds = seconds_text(max(1, round(self.left / self._pace + 0.49)))
        text = _("Next game in {seconds}. Enter: now, Space: wait.").format(seconds=seconds)
        return text, _("Paused – Space to continue")

    def _show_countdown(self) -> None:
        fit_sprite(self._bar, max(NOTHING, self._bar_area.width * max(0.0, self.left) / WAIT), BAR_HEIGHT)
        self._bar.left = self._bar_area.x
        self._text.made.text = self._texts()[self.paused]

    def toggle(self) -> None:
        """Pause or continue the countdown."""
        self.paused = not self.paused
        self._pause.made.selected = self.paused
        self._show_countdown()

    # --- input ----------------------------------------------------------------------------------------------------

    def shortcuts(self) -> list[Shortcut]:
        """Return the keys of this page; some change the speed of the countdown and of the next game."""
        if self.is_final:
            return super().shortcuts()
        return [
            Shortcut(("COMMA",), _("Slower, down to step by step"), partial(self._change_speed, -1)),
            Shortcut(("PERIOD",), _("Faster, up to showing the result alone"), partial(self._change_speed, 1)),
            *super().shortcuts(),
        ]

    def pad_keys(self) -> dict[str, str]:
        """Return the keys of a gamepad's buttons, by button: the shoulders change the speed, as in a game."""
        return {"leftshoulder": "COMMA", "rightshoulder": "PERIOD"}

    def _change_speed(self, by: int) -> None:
        self.speed = next_speed(self.speed, by)

    def key(self, symbol: int, modifiers: int) -> None:
        """Handle a key: Space pauses; Enter without a focus starts the next game, or at the end the first action."""
        keys = arcade.key
        if symbol in (keys.ENTER, keys.NUM_ENTER) and self.controls.focus is None:
            self._first() if self.is_final else self._go_on()
        elif symbol in (keys.SPACE, keys.P) and not self.is_final:
            self.toggle()
        else:
            super().key(symbol, modifiers)

    def _first(self) -> None:
        """Run the action of the button that is accented at the end of the exhibition."""
        (self._again[0][2] if self._again else self._leave)()

    def press(self, x: float, y: float, button: int) -> None:
        """Handle a mouse press; a left click beside all controls starts the next game."""
        if self.controls.at(x, y) is None and not self.is_final and button == arcade.MOUSE_BUTTON_LEFT:
            self._go_on()
        else:
            super().press(x, y, button)


def _rank(row: Standing) -> tuple[float, float]:
    """Return the sort key of an entrant; equal keys share a place."""
    return row.wins, row.points


def _points(points: float) -> str:
    """Return points as text, with `½` for a half."""
    whole, half = divmod(points, 1)
    return f"{whole:.0f}{'½' if half else ''}" if whole or not half else "½"
