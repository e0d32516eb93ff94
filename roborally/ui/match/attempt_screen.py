"""An attempt at a lesson or a puzzle: a match screen with guidance below the board, until the result is known."""

import math
from collections.abc import Callable, Sequence

import arcade
from arcade.types import Color

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
from roborally.ui.toolkit.dialogs import EDGE, Action, Dialog
from roborally.ui.toolkit.layer import fit_sprite
from roborally.ui.toolkit.layout.branches import column, row
from roborally.ui.toolkit.layout.leaves import build_in, framed, heading
from roborally.ui.toolkit.layout.nodes import Node
from roborally.ui.toolkit.shortcuts import Shortcut, act_on
from roborally.ui.toolkit.sprites import Sprites
from roborally.ui.toolkit.theme import Rect

VERY_NARROW, TIGHT = 500, 260
"""The widths of a board below which the guidance leaves out known parts, and also captions."""
GUIDES = (800, 156.0), (VERY_NARROW, 212.0), (TIGHT, 224.0), (0, 320.0)
"""The height of the guidance below a board of at least some width: a narrower one needs more lines."""
LETTERS = 17
"""The font size of the title."""
WIDEST = 900.0
"""The largest width of the result, which replaces the guidance."""
PULSE = 4.0
"""The speed of the highlight's pulse, in radians per second."""


class Pointers(Overlay):
    """Marks the goal on the floor, and above the robots the cells that the guidance mentions."""

    def __init__(self, scene: Scene, goals: Sequence[Cell], text: str) -> None:
        """Mark the goal; `text` is its tooltip."""
        super().__init__(scene)
        self._text = text
        self._time = 0.0
        self._marks = Sprites()
        self._cells = Sprites()
        self.goals: set[Cell] = set()
        """The cells of the goal."""
        self.pointed: tuple[Cell, ...] = ()
        """The highlighted cells."""
        self.mark(goals)

    def mark(self, goals: Sequence[Cell]) -> None:
        """Mark further cells as the goal."""
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
        """Highlight exactly these cells."""
        if tuple(cells) == self.pointed:
            return
        self.pointed = tuple(cells)
        self._cells.clear()
        for cell in cells:
            self._add(self._cells, pictures.skin("focus", 64, 64), cell, CELL, theme.colour("text"))

    def update(self, seconds: float) -> None:
        """Animate the highlight."""
        self._time += seconds
        for sprite in self._cells:
            sprite.alpha = round(165 + 90 * math.cos(PULSE * self._time))

    def draw_below(self) -> None:
        """Draw the goal."""
        self._marks.draw()

    def draw_above(self) -> None:
        """Draw the highlight."""
        self._cells.draw()

    def aims(self, piece: int) -> Sequence[Cell]:
        """Return the highlighted cells and the goal."""
        return (*self.pointed, *sorted(self.goals))

    def tooltip_at(self, cell: Cell) -> str:
        """Return the tooltip of the goal."""
        return self._text if cell in self.goals else ""


class Guide:
    """The guidance of an attempt: what stands in the strip below the board, on the layer of the screen."""

    def __init__(self, screen: "AttemptScreen") -> None:
        """Belong to a screen, which calls `lay_out` then."""
        self.screen = screen

    def lay_out(self) -> None:
        """Lay everything out, with buttons among the controls of the screen."""
        raise NotImplementedError

    def enable_ways(self) -> None:
        """Enable the buttons; called when `screen.covered` has changed."""
        raise NotImplementedError

    def update(self) -> None:
        """Follow the match; called in every frame."""

    def draw(self) -> None:
        """Draw what lies over the match."""

    def shortcuts(self) -> list[Shortcut]:
        """Return further keys of the match."""
        return []

    @property
    def is_tight(self) -> bool:
        """Whether the buttons have no captions, because there is hardly any room."""
        return self.screen.arrangement.strip.width < TIGHT

    def fill(self, title: str, beside: Node | None, text: Node, below: Node) -> None:
        """Fill the strip below the board: a title with something at its right, a text, and a line below it."""
        first = row(heading(title, LETTERS, wrap=True).grow(), beside, gap=12)
        tree = framed("panel", column(first, text.grow(), below, gap=4), pad=(10 if self.is_tight else 20, 8))
        build_in(self.screen.arrangement.strip.inset(4), tree, self.screen.layer, self.screen.controls)


class AttemptScreen(MatchScreen):
    """Shows an attempt with its guidance in the strip below the board.

    `ended(attempt)` is called when its result has been shown; `leave` returns to the list. While it is `covered`, a
    question in front of the match takes all clicks but those on the board.
    """

    has_recap = False  # it could hide what the guidance points at
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
        """Show the match and mark the goal, whose tooltip is `goal`."""
        super().__init__(
            app,
            attempt.session,
            finished=lambda context: ended(attempt),
            open_menu=lambda screen: leave(),
            speed=speed,
            check=check,
        )
        self.attempt = attempt
        self.pointers = Pointers(Scene(self.context, self.board, self.actors), attempt.lesson.goals, goal)
        self.board_pane.add(self.pointers)
        self.covered = False
        self.guide = make_guide(self)
        self.guide.lay_out()

    @property
    def aids(self) -> Aids:
        """No remarks, because the guidance is below the board."""
        return super().aids._replace(remarks=False)

    def strip_below(self, width: float) -> float:
        """Return the height of the guidance."""
        return next(height for least, height in GUIDES if width >= least)

    def lay_out_again(self) -> None:
        """Lay out everything again, including the guidance."""
        super().lay_out_again()
        self.clear()
        self.guide.lay_out()

    def update(self, seconds: float) -> None:
        """Advance like a match; the guidance follows it."""
        super().update(seconds)
        if self.covered != (self.app.screen_on_top is not self):
            self.covered = not self.covered
            self.guide.enable_ways()
        self.guide.update()

    # --- the end --------------------------------------------------------------------------------------------------

    def _go_on(self) -> None:
        """End the attempt once its result is known; until then continue as a match does."""
        if not (self.playback.dry and self.attempt.decided):
            super()._go_on()
            return
        self.panels.show_moving()  # at the highest speed it has not been shown since the last answer
        self.flow.end()

    def waiting_text(self) -> str:
        """Return whom the match waits for, until it has ended."""
        return "" if self.flow.ended else super().waiting_text()

    # --- drawing and input ----------------------------------------------------------------------------------------

    def further_controls(self) -> list[WidgetGroup]:
        """Return the controls of the guidance, and those over the board."""
        return [self.controls, *super().further_controls()]

    def taken(self) -> list[Rect]:
        """Return the rectangles of all controls, of the robots and of the goal."""
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
    """The result of an attempt, below its board; Esc returns to the list."""

    def __init__(self, app: App, title: str, text: str, buttons: Sequence[tuple[str, Action]], leave: Action) -> None:
        """Offer the next actions below the board of the attempt, so that its end can be seen."""
        super().__init__(app, title, text, buttons, low=True, width=WIDEST, escape=leave)

    def lay_out(self) -> None:
        """Lay everything out on the strip below the board."""
        attempts = (screen for screen in self.app.screens if isinstance(screen, AttemptScreen))
        self.over = next((screen.arrangement.strip for screen in attempts), None)
        self.width = WIDEST if self.over is None else min(WIDEST, self.over.width - 2 * EDGE)
        super().lay_out()
