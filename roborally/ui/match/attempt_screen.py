"""The screen of a lesson or a puzzle: a match screen with guidance below the board, until the result is known."""

import math
from collections.abc import Callable, Sequence

import arcade
from arcade.types import Color

from roborally.base.translation import _
from roborally.core.geometry import Cell
from roborally.game.scenario.lessons import Attempt
from roborally.plugin import text
from roborally.ui.board.board_art import CELL
from roborally.ui.match.match_screen import MatchScreen
from roborally.ui.match.watching.spectator_aids import Aids
from roborally.ui.plugin import Overlay, Scene
from roborally.ui.toolkit import pictures, theme
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.controls.widget_group import WidgetGroup
from roborally.ui.toolkit.dialogs import EDGE, Action, Dialog, confirm
from roborally.ui.toolkit.layer import fit_sprite
from roborally.ui.toolkit.layout.branches import column, row
from roborally.ui.toolkit.layout.leaves import build_in, framed, heading
from roborally.ui.toolkit.layout.nodes import Node
from roborally.ui.toolkit.measure import metrics
from roborally.ui.toolkit.shortcuts import Shortcut, act_on
from roborally.ui.toolkit.sprites import Sprites
from roborally.ui.toolkit.theme import Rect

VERY_NARROW, TIGHT = 500, 260
"""The widths of a board, in design units, below which guidance leaves out dispensable texts, or captions of buttons."""
GUIDES = (800, 156.0), (VERY_NARROW, 212.0), (TIGHT, 224.0), (0, 320.0)
"""Pairs of the smallest width of a board, and the height of the guidance below it, in design units.

A very narrow board has a low place, too: guidance below it is only as high as its texts need, if that is less.
"""
AROUND = 4.0
"""The space around the guidance in its strip, in design units."""
LETTERS = 17
"""The font size of the guidance's title."""
WIDEST = 900.0
"""The largest width in design units of the dialog with the result, which replaces the guidance."""
PULSE = 4.0
"""The speed at which the highlight of cells pulses, in radians per second."""


class Pointers(Overlay):
    """Marks the goal cells on the floor, and highlights, above the robots, the cells that the guidance mentions."""

    def __init__(self, scene: Scene, goals: Sequence[Cell], text: str) -> None:
        """Mark the cells of the goal; `text` is their tooltip."""
        super().__init__(scene)
        self._text = text
        self._time = 0.0
        self._marks = Sprites()
        self._cells = Sprites()
        self.goals: set[Cell] = set()
        self.pointed: tuple[Cell, ...] = ()
        """The cells that are highlighted now."""
        self.mark(goals)

    def mark(self, goals: Sequence[Cell]) -> None:
        """Mark further cells as goals."""
        target = pictures.effect("target", 64)
        for cell in sorted(set(goals) - self.goals):
            self._add(self._marks, target, cell, CELL * 0.9, theme.colour("accent"))
        self.goals.update(goals)

    def _add(self, sprites: Sprites, image: arcade.Texture, cell: Cell, side: float, tint: Color) -> None:
        x, y = self.scene.board.centre(cell)
        sprite = arcade.Sprite(image, center_x=x, center_y=y)
        fit_sprite(sprite, side)
        sprite.color = tint
        sprites.append(sprite)

    def point_at(self, cells: Sequence[Cell]) -> None:
        """Highlight these cells and no others."""
        if tuple(cells) == self.pointed:
            return
        self.pointed = tuple(cells)
        self._cells.clear()
        for cell in cells:
            self._add(self._cells, pictures.skin("focus", 64, 64), cell, CELL, theme.colour("text"))

    def update(self, seconds: float) -> None:
        """Animate the highlight; `seconds` have passed since the last frame."""
        self._time += seconds
        for sprite in self._cells:
            sprite.alpha = round(165 + 90 * math.cos(PULSE * self._time))

    def draw_below(self) -> None:
        """Draw the marks of the goals."""
        self._marks.draw()

    def draw_above(self) -> None:
        """Draw the highlight of cells."""
        self._cells.draw()

    def aims(self, piece: int) -> Sequence[Cell]:
        """Return the highlighted cells and the goals, which are the same for every piece."""
        return (*self.pointed, *sorted(self.goals))

    def tooltip_at(self, cell: Cell) -> str:
        """Return the tooltip of a goal, empty for other cells."""
        return self._text if cell in self.goals else ""


class Guide:
    """The guidance of an attempt at a lesson or puzzle: a title, a text and buttons in the strip below the board."""

    def __init__(self, screen: "AttemptScreen") -> None:
        self.screen = screen

    def tree(self, width: float) -> Node:
        """Return the layout of the guidance in a strip of this width, with room for the longest of its texts."""
        raise NotImplementedError

    def height(self, width: float) -> float:
        """Return the height that the guidance needs in a strip of this width, in design units."""
        m = metrics(self.screen.space.frame.scale)
        return self.tree(width).heights(m, width - 2 * AROUND).natural + 2 * AROUND

    def lay_out(self) -> None:
        """Add the guidance to the layer and the controls of the screen."""
        strip = self.screen.arrangement.strip
        build_in(strip.inset(AROUND), self.tree(strip.width), self.screen.layer, self.screen.controls)

    def enable_buttons(self) -> None:
        """Enable or disable the buttons by `screen.covered`; called when it has changed."""
        raise NotImplementedError

    def update(self) -> None:
        """Adapt the guidance to the state of the match; called in every frame."""

    def draw(self) -> None:
        """Draw the parts of the guidance over the match, by default none; called in every frame."""

    def shortcuts(self) -> list[Shortcut]:
        """Return further keys that act while the guidance is shown."""
        return []


def guidance(width: float, title: str, beside: Node | None, text: Node, below: Node) -> Node:
    """Return the layout of guidance: `title`, `beside` at its right, under it `text`, `below` at the bottom."""
    first = row(heading(title, LETTERS, wrap=True).grow(), beside, gap=12)
    return framed("panel", column(first, text.grow(), below, gap=4), pad=(10 if width < TIGHT else 20, 8))


class AttemptScreen(MatchScreen):
    """The match screen of an attempt at a lesson or a puzzle, with its guidance in the strip below the board.

    `ended(attempt)` is called when the result has been shown; `leave` returns to the list of lessons or puzzles. While
    the screen is `covered`, a question in front of it takes all clicks but those on the board.
    """

    has_recap = False  # it could hide what the guidance points at
    guide: Guide
    """The guidance; missing while the rest of the screen is first laid out."""
    way_out = text("Back")

    def __init__(
        self,
        app: App,
        attempt: Attempt,
        make_guide: Callable[["AttemptScreen"], Guide],
        *,
        goal: str,
        ended: Callable[[Attempt], None],
        leave: Action,
        speed: str = "normal",
        check: bool = False,
    ) -> None:
        def go(screen: MatchScreen) -> None:
            """Leave; ask first in front of a question, where Esc seems to close it."""
            if self.covered:
                confirm(app, _("Leave the game?"), "", _("Leave"), leave)
            else:
                leave()

        super().__init__(
            app,
            attempt.session,
            finished=lambda context: ended(attempt),
            open_menu=go,
            speed=speed,
            check=check,
        )
        self.attempt = attempt
        self.pointers = Pointers(Scene(self.context, self.board, self.actors), attempt.lesson.goals, goal)
        self.board_pane.add(self.pointers)
        self.covered = False
        self.guide = make_guide(self)
        self.resized()  # now the guidance says how much room it needs
        self.settled()

    @property
    def aids(self) -> Aids:
        """Return the aids for watching that are on; never remarks, because the guidance is in their place."""
        return super().aids._replace(remarks=False)

    def strip_below(self, width: float) -> float:
        """Return the height of the guidance below a board of this width, in design units."""
        most = next(height for least, height in GUIDES if width >= least)
        return min(most, self.guide.height(width)) if width < VERY_NARROW and hasattr(self, "guide") else most

    def lay_out_again(self) -> None:
        """Lay out everything again in the current size of the window, including the guidance."""
        super().lay_out_again()
        self.clear()
        self.guide.lay_out()

    def update(self, seconds: float) -> None:
        """Advance the match by some seconds; update the guidance and whether the screen is covered."""
        super().update(seconds)
        if self.covered != (self.app.screen_on_top is not self):
            self.covered = not self.covered
            self.guide.enable_buttons()
        self.guide.update()

    # --- the end --------------------------------------------------------------------------------------------------

    def _go_on(self) -> None:
        """End the attempt once its result is known and shown; until then continue the match."""
        if not (self.playback.dry and self.attempt.decided):
            super()._go_on()
            return
        self.panels.show_moving()  # at the highest speed it has not been shown since the last answer
        self.flow.end()

    def waiting_text(self) -> str:
        """Return why the match waits, as `MatchScreen` does; empty once the attempt has ended."""
        return "" if self.flow.ended else super().waiting_text()

    # --- drawing and input ----------------------------------------------------------------------------------------

    def further_controls(self) -> list[WidgetGroup]:
        """Return the groups of controls outside the panel: those of the guidance, and those over the board."""
        return [self.controls, *super().further_controls()]

    def taken(self) -> list[Rect]:
        """Return the rectangles of all controls, of the robots and of the goal, which tooltips avoid."""
        return [*super().taken(), *self.board.places_of(self.pointers.goals)]

    def draw(self) -> None:
        """Draw the guidance and the match; the result replaces the guidance."""
        if not self.flow.ended:
            self.layer.draw()
        super().draw()
        self.guide.draw()

    def shortcuts(self) -> list[Shortcut]:
        """Return the keys of the guidance and of the match."""
        return [*self.guide.shortcuts(), *super().shortcuts()]

    def key(self, symbol: int, modifiers: int) -> None:
        """Handle a key of the guidance or of the match."""
        if not act_on(self.guide.shortcuts(), symbol, modifiers):
            super().key(symbol, modifiers)


class AttemptEnd(Dialog):
    """A dialog with the result of an attempt, in place of its guidance; Esc returns to the list."""

    def __init__(self, app: App, title: str, text: str, buttons: Sequence[tuple[str, Action]], leave: Action) -> None:
        """Show a title, a text and `buttons`, pairs of caption and action; `leave` is the action of Esc."""
        super().__init__(app, title, text, buttons, low=True, width=WIDEST, escape=leave)

    def lay_out(self) -> None:
        """Lay everything out on the strip below the board, so that the end of the match can be seen."""
        attempts = (screen for screen in self.app.screens if isinstance(screen, AttemptScreen))
        self.over = next((screen.arrangement.strip for screen in attempts), None)
        self.width = WIDEST if self.over is None else min(WIDEST, self.over.width - 2 * EDGE)
        super().lay_out()
