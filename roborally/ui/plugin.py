"""The additions of plugins to the window: the registry that `register_view` fills (docs/ui.md)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import arcade

from roborally.core.board import Element
from roborally.core.data import Decision
from roborally.core.events import Event
from roborally.core.geometry import Cell
from roborally.core.observation import Observation
from roborally.plugin import PluginError, text
from roborally.plugin_system.checked_calls import checks_calls
from roborally.plugin_system.loader import Plugin, register_views
from roborally.ui.board.actors import Actors
from roborally.ui.board.animator import Animations, Show
from roborally.ui.board.board_view import BoardView
from roborally.ui.board.display import KERNEL_CHANGES, Change
from roborally.ui.board.kernel_animations import KERNEL_ANIMATIONS
from roborally.ui.board.timetable import Pace, Stop
from roborally.ui.context import MatchContext
from roborally.ui.toolkit import pictures
from roborally.ui.toolkit.space import Space
from roborally.ui.toolkit.theme import Rect

CARD_SHAPE = 168 / 120
"""The height of a card divided by its width."""


class ForecastSwitch(Protocol):
    """The programming aid: shows the outcome of a panel's `draft` as a ghost, if it is `allowed`."""

    switched_on: bool
    allowed: bool

    @property
    def warning(self) -> str:
        """A sentence about where and how the draft would destroy the robot, or an empty text."""

    @property
    def fatal_stage(self) -> int:
        """The stage of the turn in which the draft would destroy the robot, 0 if there is none."""

    def toggle(self) -> None:
        """Switch it on or off."""


@dataclass(frozen=True)
class PanelContext:
    """The panel's layers and its connection to the match.

    `answer(seat, id, answer)` sends an answer and raises `AnswerError` if the engine refuses it; `notify` shows a
    sentence to the player; `open_menu` opens the in-game menu; `aid` shows the ghost of a draft. `look(question,
    answer)` shows the robot of a question as it would stand with an answer (`View.stands`). With `asks_twice()` a draft
    that would destroy the robot must be confirmed twice.
    """

    canvas: Space
    context: MatchContext
    rect: Rect
    answer: Callable[[int, str, Any], None]
    open_menu: Callable[[], None]
    notify: Callable[[str], None]
    aid: ForecastSwitch
    look: Callable[[Decision, Any], None]
    asks_twice: Callable[[], bool] = lambda: False


class Panel(Protocol):
    """An interface at the right edge of the window, for one kind of question."""

    @property
    def is_open(self) -> bool:
        """Whether a question is being answered."""

    @property
    def unconfirmed(self) -> bool:
        """Whether there are cards that would be lost by leaving the match now."""

    def open(self, question: Decision) -> None:
        """Start to answer a question."""

    def hand_in(self) -> None:
        """Submit the current answer because the time is up."""

    def time_up(self) -> str:
        """Return the message for a player whose time is up: what happens to an incomplete answer."""

    def draft(self) -> Any:
        """Return the unfinished answer for the ghost; `None` if it cannot be simulated."""

    @property
    def beside(self) -> dict[str, Any]:
        """The unfinished answers to the questions that it asks together with its own, by their ids."""

    def take_over(self, old: Any) -> None:
        """Copy the unfinished answer from another panel of this kind."""

    def close(self) -> None:
        """Cancel, because the question is gone."""

    def refresh(self) -> None:
        """Update the panel."""

    def show_time(self, seconds: float | None) -> None:
        """Show the remaining time, or that no clock runs."""

    def write(self, line: str) -> None:
        """Add a line of the log."""

    def replace(self, back: int, line: str) -> None:
        """Change a line of the log whose sentence has grown; 1 is the last, 2 the one before."""

    def draw(self) -> None:
        """Draw the panel."""

    def motion(self, x: float, y: float) -> None:
        """Handle a move of the mouse."""

    def press(self, x: float, y: float, button: int) -> None:
        """Handle a mouse button press."""

    def drag(self, x: float, y: float) -> None:
        """Handle a move of the mouse with its button pressed."""

    def release(self, x: float, y: float) -> None:
        """Handle a mouse button release."""

    def scroll(self, x: float, y: float, amount: float) -> None:
        """Handle the mouse wheel."""

    def key(self, symbol: int, modifiers: int) -> bool:
        """Handle a key; return whether it was used."""

    def tooltip_at(self, x: float, y: float) -> str:
        """Return the tooltip for a point."""

    def taken(self) -> list[Rect]:
        """Return the rectangles of the controls, which tooltips avoid if possible."""


@dataclass(frozen=True)
class SlotLook:
    """The look of programs in the moving phase's panel.

    `face(context, content, side)` returns the picture of a slot's content, an empty text for an unknown card and `None`
    for an empty slot; the registry `slots` describes it. `title` names a slot by its `{number}`, `heading` a stage
    of the `{turn}` by its `{number}`; both pass through `text`. `shape` is the height of a face divided by its width.
    """

    face: Callable[[MatchContext, str | None, int], arcade.Texture]
    title: str
    heading: str
    shape: float = CARD_SHAPE


@dataclass(frozen=True)
class Scene:
    """The board below an overlay; `actors` know where robots are while they move."""

    context: MatchContext
    board: BoardView
    actors: Actors


class Overlay:
    """A plugin's drawing over the board; both drawing methods are called with the board's camera active."""

    def __init__(self, scene: Scene) -> None:
        """Prepare to draw over a new match."""
        self.scene = scene

    def on_event(self, event: Event) -> None:
        """Handle an event that is being played."""

    def rest(self, observation: Observation) -> None:
        """Handle the observation after everything has been shown."""

    def mouse_over(self, cell: Cell | None) -> None:
        """Handle the mouse over another cell, or over none."""

    def update(self, seconds: float) -> None:
        """Advance by an interval of time."""

    def draw_below(self) -> None:
        """Draw on the floor, below the robots."""

    def draw_above(self) -> None:
        """Draw over the robots."""

    def tooltip_at(self, cell: Cell) -> str:
        """Return the tooltip for a cell."""
        return ""

    def aims(self, piece: int) -> Sequence[Cell]:
        """Return the cells that a robot is on its way to; on a large board they are seen with it if possible."""
        return ()

    def describe(self, element: Element) -> str:
        """Return a description of an element that replaces its manifest's tooltip, or an empty text."""
        return ""


@checks_calls("views")
class Views:
    """The registry of a game's additions to the window by plugins. A name has one owner."""

    def __init__(self) -> None:
        """Start empty."""
        self.owner = ""
        self.panels: dict[str, Callable[[PanelContext], Panel]] = {}
        self.together: set[str] = set()
        self.look: SlotLook | None = None
        self.overlays: list[Callable[[Scene], Overlay]] = []
        self.lines: list[Callable[[MatchContext], str]] = []
        self.facings = True
        self.changes: dict[str, list[Change]] = {type_: [change] for type_, change in KERNEL_CHANGES.items()}
        self.animations = Animations(KERNEL_ANIMATIONS)
        self.stops: dict[str, Stop] = dict.fromkeys(("moment", "ask", "answer"), "none")
        self.paces: dict[str, Pace] = {}

    def on(self, event: str, change: Change) -> None:
        """Register a display change for a type of event: `change(display, event)`.

        For a kernel's event, the window has applied its own change first; several plugins may add changes to one event.
        """
        self.changes.setdefault(event, []).append(change)

    def animate(self, event: str, show: Show, *, instead: bool = False) -> None:
        """Register an animation of an event: `show(animator, event)` adds acts after the display has changed.

        `event` is a type, or a type followed by a space and its `how` or `cause`: `place portal`. With `instead`, the
        window skips its own animation of a kernel's event.
        """
        self.animations.add(event, show, instead=instead)

    def replay(self, event: str, stop: Stop) -> None:
        """Register how a replay treats a type of event; other types are a visible step each.

        The event starts a `stage` of the turn or an `action` of a robot; `none` is visible only if the log mentions it.
        """
        taken = text("plugin {owner!r} says how a replay treats {name!r}, but another plugin does so already")
        self._add_once(self.stops, event, stop, taken)

    def pace(self, event: str, pace: Pace) -> None:
        """Register what is shown while an event is; `event` is a type, or a type with its `how` or `cause`.

        A `quiet` event keeps nobody waiting, a `plain` one only those that share a robot or a cell with it. While one
        is shown `alone`, nothing else is; so are all events of plugins that register nothing and start no action.
        """
        taken = text("plugin {owner!r} says how {name!r} is paced, but another plugin does so already")
        self._add_once(self.paces, event, pace, taken)

    def panel(self, kind: str, make: Callable[[PanelContext], Panel]) -> None:
        """Register a panel at the right edge of the window for a kind of question."""
        taken = text("plugin {owner!r} shows the question {name!r}, but another plugin does already")
        self._add_once(self.panels, kind, make, taken)

    def beside(self, kind: str) -> None:
        """Let a panel ask this kind of question together with its own, if both are open for one robot.

        Its choices are a row of buttons there, and confirming the panel answers both.
        """
        self.together.add(kind)

    def slots(self, look: SlotLook) -> None:
        """Register the look of programs in the moving phase's panel."""
        if self.look is not None:
            raise PluginError("plugin {owner!r} draws programs, but another plugin does already", owner=self.owner)
        self.look = look

    def overlay(self, make: Callable[[Scene], Overlay]) -> None:
        """Register a drawing over the board."""
        self.overlays.append(make)

    def line(self, describe: Callable[[MatchContext], str]) -> None:
        """Register a line over the board about the state of the match; an empty text shows nothing."""
        self.lines.append(describe)

    def without_facing(self) -> None:
        """Draw all robots upright, because in this game they have no facing."""
        self.facings = False

    def _add_once(self, entries: dict[str, Any], name: str, value: Any, taken: str) -> None:
        if name in entries:
            raise PluginError(taken, owner=self.owner, name=name)
        entries[name] = value


def views_of(plugins: Sequence[Plugin]) -> Views:
    """Return the additions of these plugins to the window; raise `PluginError`."""
    views = Views()
    register_views(plugins, views)
    return views


def plain_look() -> SlotLook:
    """Return the default look of programs: a letter for each slot."""

    def face(context: MatchContext, content: str | None, side: int) -> arcade.Texture:
        return pictures.missing_tile((content or " ")[:1].upper(), side)

    return SlotLook(face, "{number}", "", 1.0)
