"""The classes and functions that a plugin's `view.py` uses to add panels, animations and overlays (docs/ui.md).

Its hook `register_view` gets a `Views`, the registry of these additions.
"""

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
    """The programming aid, which shows where a panel's unfinished program leads as a ghost, a pale robot on the board.

    `switched_on` is the player's choice, `allowed` whether the match permits the aid.
    """

    switched_on: bool
    allowed: bool

    @property
    def warning(self) -> str:
        """A sentence about where and how the unfinished program would destroy the robot; empty if it would not."""

    @property
    def fatal_stage(self) -> int:
        """The stage of the turn, from 1, in which the unfinished program would destroy the robot; 0 if it would not."""

    def toggle(self) -> None:
        """Switch the programming aid on or off."""


@dataclass(frozen=True)
class PanelContext:
    """The arguments of a panel: `canvas` and `rect` to draw on, the `context` of the match, and functions to call.

    `answer(seat, id, answer)` answers the question with this id and raises `AnswerError` if the engine refuses it.
    `notify(sentence)` shows a sentence to the player, `open_menu()` opens the in-game menu, `aid` is the programming
    aid. `look(question, answer)` shows where the question's robot would stand after an answer (`QuestionView.stands`).
    If `asks_twice()` is true, a program that would destroy the robot must be confirmed twice.
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
    """The interface for one kind of question at the right edge of the window; points are in units of its canvas."""

    @property
    def is_open(self) -> bool:
        """Whether the panel shows a question that is not answered yet."""

    @property
    def unconfirmed(self) -> bool:
        """Whether the player has begun an answer that would be lost by leaving the match now."""

    def open(self, question: Decision) -> None:
        """Show a question and let the player answer it."""

    def hand_in(self) -> None:
        """Submit the present answer, because the time is up."""

    def time_up(self) -> str:
        """Return a sentence for a player whose time is up, which says how an incomplete answer is completed."""

    def draft(self) -> Any:
        """Return the present answer for the ghost of the programming aid; `None` shows no ghost."""

    @property
    def beside(self) -> dict[str, Any]:
        """The unfinished answers to further questions in this panel (`Views.beside`), by the questions' ids."""

    def take_over(self, old: Any) -> None:
        """Copy the unfinished answer from the panel `old`, which this one replaces."""

    def close(self) -> None:
        """Stop asking, because the question has been answered or withdrawn."""

    def refresh(self) -> None:
        """Show the current state of the match and of the unfinished answer."""

    def show_time(self, seconds: float | None) -> None:
        """Show the remaining time for the answer; `None` if no clock runs."""

    def write(self, line: str) -> None:
        """Add a line at the end of the log in the panel."""

    def replace(self, back: int, line: str) -> None:
        """Replace a line of the log in the panel by `line`; `back` is 1 for the last line, 2 for the one before."""

    def draw(self) -> None:
        """Draw the panel into the window."""

    def motion(self, x: float, y: float) -> None:
        """Handle a move of the mouse."""

    def press(self, x: float, y: float, button: int) -> None:
        """Handle a mouse button press."""

    def drag(self, x: float, y: float) -> None:
        """Handle a move of the mouse with its button pressed."""

    def release(self, x: float, y: float) -> None:
        """Handle a mouse button release."""

    def scroll(self, x: float, y: float, amount: float) -> None:
        """Handle a turn of the wheel by `amount` notches, away from the user if it is positive."""

    def key(self, symbol: int, modifiers: int) -> bool:
        """Handle a key, with the codes of `arcade.key`; return whether it was used."""

    def tooltip_at(self, x: float, y: float) -> str:
        """Return the tooltip for a point, or an empty text."""

    def taken(self) -> list[Rect]:
        """Return the rectangles of the panel's controls, which tooltips avoid covering."""


@dataclass(frozen=True)
class SlotLook:
    """How the panel shows programs while robots move. A program has a slot, usually with a card, for each stage.

    `face(context, content, side)` returns the picture of a slot, `side` pixels wide; `content` is empty for an unknown
    card and `None` for an empty slot. `title` names a slot by its `{number}`, `heading` a stage by `{turn}` and
    `{number}`; both are marked for translation with `text`. `shape` is the height of a face divided by its width.
    """

    face: Callable[[MatchContext, str | None, int], arcade.Texture]
    title: str
    heading: str
    shape: float = CARD_SHAPE


@dataclass(frozen=True)
class Scene:
    """The base of an overlay: the match, its board, and `actors`, the drawn robots, which may move."""

    context: MatchContext
    board: BoardView
    actors: Actors


class Overlay:
    """A plugin's drawing over the board; subclasses override the methods that they need.

    Both drawing methods are called with the board's camera active, so that they draw in the board's coordinates.
    """

    def __init__(self, scene: Scene) -> None:
        """Prepare to draw over a new match."""
        self.scene = scene

    def on_event(self, event: Event) -> None:
        """Handle an event of the match when its animation begins."""

    def rest(self, observation: Observation) -> None:
        """Handle the state of the match, as the player may know it, after all events have been shown."""

    def mouse_over(self, cell: Cell | None) -> None:
        """Handle the mouse moving onto another cell, or off the board (`None`)."""

    def update(self, seconds: float) -> None:
        """Advance the drawing by a number of seconds."""

    def draw_below(self) -> None:
        """Draw on the floor, below the robots."""

    def draw_above(self) -> None:
        """Draw over the robots."""

    def tooltip_at(self, cell: Cell) -> str:
        """Return the tooltip for a cell, or an empty text."""
        return ""

    def aims(self, piece: int) -> Sequence[Cell]:
        """Return the cells that robot `piece` is heading for; the view of a large board shows them if possible."""
        return ()

    def describe(self, element: Element) -> str:
        """Return a description of an element that replaces its manifest's tooltip, or an empty text."""
        return ""


@checks_calls("views")
class Views:
    """The additions of a match's plugins to the window. Two plugins cannot register the same name (`PluginError`)."""

    def __init__(self) -> None:
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
        """Register the change of the display for a type of event: `change(display, event)`.

        Several plugins may register changes for one type. For the kernel's types the window's own change comes first.
        """
        self.changes.setdefault(event, []).append(change)

    def animate(self, event: str, show: Show, *, instead: bool = False) -> None:
        """Register an animation: `show(animator, event)` adds acts (movements), after the display has changed.

        `event` is a type of event, or a type and its `how` or `cause`: `place portal`. `instead` replaces the window's
        own animation of a kernel's event.
        """
        self.animations.add(event, show, instead=instead)

    def replay(self, event: str, stop: Stop) -> None:
        """Register where a replay may stop: the type of event begins a `stage` of the turn, or an `action` of a robot.

        At types with `none` a replay stops only if the log mentions the event; at types not registered it always stops.
        """
        taken = text("plugin {owner!r} says how a replay treats {name!r}, but another plugin does so already")
        self._add_once(self.stops, event, stop, taken)

    def pace(self, event: str, pace: Pace) -> None:
        """Register which events may be shown at the same time as a type of event, or a type and its `how` or `cause`.

        A `quiet` event delays no other event, a `plain` one only those of the same robot or cell, and one shown `alone`
        delays all. `alone` is the default for plugins' events that begin no stage or action.
        """
        taken = text("plugin {owner!r} says how {name!r} is paced, but another plugin does so already")
        self._add_once(self.paces, event, pace, taken)

    def panel(self, kind: str, make: Callable[[PanelContext], Panel]) -> None:
        """Register `make`, which returns the panel at the right edge of the window for a kind of question."""
        taken = text("plugin {owner!r} shows the question {name!r}, but another plugin does already")
        self._add_once(self.panels, kind, make, taken)

    def beside(self, kind: str) -> None:
        """Let a panel ask this kind of question together with its main question, if both are open for one robot.

        The choices are a row of buttons in the panel, and confirming the panel answers both questions.
        """
        self.together.add(kind)

    def slots(self, look: SlotLook) -> None:
        """Register how programs look in the panel while robots move; only one plugin may do so (`PluginError`)."""
        if self.look is not None:
            raise PluginError("plugin {owner!r} draws programs, but another plugin does already", owner=self.owner)
        self.look = look

    def overlay(self, make: Callable[[Scene], Overlay]) -> None:
        """Register `make`, which returns a plugin's drawing over the board of a new match."""
        self.overlays.append(make)

    def line(self, describe: Callable[[MatchContext], str]) -> None:
        """Register `describe`, which returns a line about the match to show over the board, or an empty text."""
        self.lines.append(describe)

    def without_facing(self) -> None:
        """Draw all robots upright, because robots of this game face no direction."""
        self.facings = False

    def _add_once(self, entries: dict[str, Any], name: str, value: Any, taken: str) -> None:
        if name in entries:
            raise PluginError(taken, owner=self.owner, name=name)
        entries[name] = value


def views_of(plugins: Sequence[Plugin]) -> Views:
    """Return the additions of these plugins to the window; raise `PluginError` if registering them fails."""
    views = Views()
    register_views(plugins, views)
    return views


def plain_look() -> SlotLook:
    """Return the look of programs in games that register none: a tile with the first letter of each card."""

    def face(context: MatchContext, content: str | None, side: int) -> arcade.Texture:
        return pictures.missing_tile((content or " ")[:1].upper(), side)

    return SlotLook(face, "{number}", "", 1.0)
