"""The board of a match with all that is drawn on and over it: robots, effects, forecasts, overlays, the map."""

from collections.abc import Callable

from roborally.base.translation import _
from roborally.core.board import Element
from roborally.core.events import Event
from roborally.core.geometry import Cell
from roborally.core.observation import Observation
from roborally.game.factory import Game
from roborally.narration.words import listed
from roborally.ui.board.actors import Actors
from roborally.ui.board.animator import Animator
from roborally.ui.board.board_view import BoardView
from roborally.ui.board.effects import Effects
from roborally.ui.board.marks import ActMarks
from roborally.ui.board.rulers import Rulers
from roborally.ui.board.targets import Targets
from roborally.ui.match.on_board.forecast_overlay import ForecastOverlay, Plan
from roborally.ui.match.on_board.loss_marks import LossMarks
from roborally.ui.match.on_board.minimap import Minimap
from roborally.ui.match.on_board.pose_preview import PosePreview
from roborally.ui.match.shown_match import ShownMatch
from roborally.ui.plugin import Overlay, Scene
from roborally.ui.toolkit.layer import Canvas
from roborally.ui.toolkit.theme import Rect


class BoardPane:
    """A match's board with its robots, effects, marked cells, forecast, map, and the plugins' overlays."""

    def __init__(
        self, canvas: Canvas, context: ShownMatch, rect: Rect, plan: Callable[[], Plan | None], *, aid: bool
    ) -> None:
        """Show the match in `rect`; `plan()` returns the unfinished program, `aid` says whether its forecast is on."""
        game: Game = context.game
        self._context = context
        self.board = BoardView(canvas, game.course.board, context.painter, rect)
        self.actors = Actors(self.board, context.display, game.seats, game.plugins, facings=context.views.facings)
        self.effects = Effects()
        self.beside = ActMarks(game.plugins)
        self.animator = Animator(self.board, self.actors, self.effects, self.beside, context.views.animations)
        self.targets = Targets(self.board)
        self.scene = scene = Scene(context, self.board, self.actors)
        self.ghost = ForecastOverlay(scene, context.views, plan, lambda: self.minimap.rect, switched_on=aid)
        self.overlays = [make(scene) for make in context.views.overlays]
        self.preview = PosePreview(scene)
        self.losses = LossMarks(scene)
        self._over: list[Overlay] = [*self.overlays, self.losses, self.ghost, self.preview]
        self.minimap = Minimap(self.board, self.actors, self.robots, self.targets)
        self.rulers = Rulers(self.board)

    def add(self, overlay: Overlay) -> None:
        """Add a drawing over the board, on top of all others."""
        self._over.append(overlay)

    def update(self, seconds: float) -> None:
        """Advance all animations by some seconds."""
        self.actors.update(seconds)
        self.effects.update(seconds)
        self.board.update(seconds)
        for overlay in self._over:
            overlay.update(seconds)

    def on_event(self, event: Event) -> None:
        """Pass an event that is being shown to all overlays."""
        for overlay in self._over:
            overlay.on_event(event)

    def rest(self, seen: Observation) -> None:
        """Pass the observation to all overlays, once all events have been shown."""
        for overlay in self._over:
            overlay.rest(seen)

    def mouse_over(self, cell: Cell | None) -> None:
        """Pass the cell under the mouse, `None` for no cell, to the rulers and the overlays."""
        if cell != self.rulers.cell:
            self.rulers.cell = cell
            for overlay in self._over:
                overlay.mouse_over(cell)

    def draw(self) -> None:
        """Draw the board and everything on and over it."""
        display = self._context.display
        self.actors.fit_zoom()
        self.board.shut(display.shut)
        self.board.light(display.stage)
        self.board.draw_floor()
        for overlay in self._over:
            overlay.draw_below()
        self.actors.markers.draw()
        self.targets.draw()
        self.actors.sprites.draw()
        self.board.draw_above()
        self.rulers.draw()  # below the sentences of the overlays
        for overlay in self._over:
            overlay.draw_above()
        self.effects.draw()
        self.minimap.draw()

    def robots(self) -> dict[int, Cell]:
        """Return the cells of the robots and other pieces on the floor, by their indexes."""
        return {robot.index: robot.cell for robot in self._context.display.robots if robot.cell is not None}

    def aims(self, piece: int) -> list[Cell]:
        """Return the cells that the robot with this index is heading for, as the overlays name them; may be empty."""
        return [cell for overlay in self._over for cell in overlay.aims(piece)]

    @property
    def own_cell(self) -> Cell | None:
        """Return the cell of this player's robot, `None` for a robot off the board."""
        return self._context.display.robots[self._context.own_piece].cell

    def sentences(self) -> list[Rect]:
        """Return the rectangles of the texts over the board: of the forecast, and the names of destroyed robots."""
        return [place for bubble in (self.ghost.bubble, *self.losses.names.values()) for place in bubble.taken()]

    def place_of(self, number: int) -> Cell | None:
        """Return the cell where the event of the log's line with this number happened, `None` for no cell."""
        return self._context.place_of(number)

    def taken(self) -> list[Rect]:
        """Return the rectangles of visible cells with robots or marks, and of the map, which tooltips avoid."""
        places = self.board.places_of({*self.robots().values(), *self.targets.cells})
        return places if (rect := self.minimap.rect) is None else [*places, rect]

    def tooltip_at(self, x: float, y: float) -> str:
        """Return the tooltip for the robots and the cell under a point (CLI-104): several robots have a line each."""
        if self.minimap.holds(x, y):
            return self.minimap.tooltip
        here, robots = self.actors.at(x, y), self._context.display.robots
        is_crowded = len(here) > 1
        parts = ["\n".join(map(self._context.summary if is_crowded else self._context.status, here))]
        parts.append(self.board.tooltip_at(x, y, self._describe))
        cell: Cell | None = self.board.cell_at(x, y)
        if cell is not None:
            parts += [overlay.tooltip_at(cell) for overlay in self._over]
            away = [index for index, robot in enumerate(robots) if not is_crowded or index not in here]
            owners = listed([self._context.name(index) for index in away if robots[index].marker == cell])
            parts.append(_("{name}'s respawn point").format(name=owners) if owners else "")
        return "\n\n".join(part for part in parts if part)

    def _describe(self, element: Element) -> str:
        return next((text for overlay in self._over if (text := overlay.describe(element))), "")
