"""What the plugins of a game add to the window: the registry that `register_view` fills (docs/ui.md)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

import arcade

from roborally.core.data import Decision
from roborally.core.events import Event
from roborally.core.geometry import Cell
from roborally.core.views import View
from roborally.plugin import PluginError
from roborally.plugin_system.loader import Plugin, register_views
from roborally.ui.board.actors import Actors
from roborally.ui.board.animator import Animations, Show
from roborally.ui.board.board_view import BoardView
from roborally.ui.board.display import KERNEL_CHANGES, Change
from roborally.ui.board.kernel_animations import KERNEL_ANIMATIONS
from roborally.ui.context import MatchContext
from roborally.ui.toolkit import pictures
from roborally.ui.toolkit.layer import Canvas
from roborally.ui.toolkit.theme import Rect

CARD_SHAPE = 168 / 120
"""The height of a card for each unit of its width."""


class ForecastSwitch(Protocol):
    """The programming aid: the ghost of what a panel's `draft` would lead to."""

    switched_on: bool

    def toggle(self) -> None:
        """Switch it on or off."""
        ...


@dataclass(frozen=True)
class PanelContext:
    """What a panel is laid out on, and how it speaks to the match.

    `answer(seat, id, answer)` passes an answer on and raises `AnswerError` where the engine refuses it; `notify` tells
    the player a sentence; `open_menu` opens the in-game menu; `aid` shows the ghost of a draft.
    """

    canvas: Canvas
    context: MatchContext
    rect: Rect
    answer: Callable[[int, str, Any], None]
    open_menu: Callable[[], None]
    notify: Callable[[str], None]
    aid: ForecastSwitch


class Panel(Protocol):
    """An interface at the right edge of the window, for one kind of question."""

    @property
    def is_open(self) -> bool:
        """Whether it is being answered."""
        ...

    def open(self, question: Decision) -> None:
        """Begin to answer a question."""
        ...

    def hand_in(self) -> None:
        """Answer with what there is: the time is up."""
        ...

    def draft(self) -> Any:
        """Return the answer as it lies there, to be played forward; `None` where that makes no sense."""
        ...

    def take_over(self, old: Any) -> None:
        """Go on with what has been put together in another panel of this kind."""
        ...

    def close(self) -> None:
        """Give the question up: it is gone."""
        ...

    def refresh(self) -> None:
        """Show everything as it is now."""
        ...

    def show_time(self, seconds: float | None) -> None:
        """Show how much time is left, or that no clock runs."""
        ...

    def write(self, line: str) -> None:
        """Take a line of the log."""
        ...

    def draw(self) -> None:
        """Draw the panel."""
        ...

    def motion(self, x: float, y: float) -> None:
        """Take a move of the mouse."""
        ...

    def press(self, x: float, y: float, button: int) -> None:
        """Take a mouse button going down."""
        ...

    def drag(self, x: float, y: float) -> None:
        """Take a move of the mouse with its button down."""
        ...

    def release(self, x: float, y: float) -> None:
        """Take a mouse button going up."""
        ...

    def scroll(self, x: float, y: float, amount: float) -> None:
        """Take the mouse wheel."""
        ...

    def key(self, symbol: int, modifiers: int) -> bool:
        """Take a key; return whether it was of use."""
        ...

    def tooltip_at(self, x: float, y: float) -> str:
        """Return what to tell about a point."""
        ...


@dataclass(frozen=True)
class SlotLook:
    """How programs look in the moving interface.

    `face(context, content, side)` is the picture of what lies in a slot, of an empty text for what is not known, and of
    `None` where nothing lies; `told(context, content)` says it in words. `title` names a slot by its `{number}`,
    `heading` a stage of the `{turn}` by its `{number}`; both pass through `text`. `shape` is the height of a face for
    each unit of its width.
    """

    face: Callable[[MatchContext, str | None, int], arcade.Texture]
    told: Callable[[MatchContext, str], str]
    title: str
    heading: str
    shape: float = CARD_SHAPE


@dataclass(frozen=True)
class Scene:
    """What an overlay is drawn over; `actors` know where robots are while they move."""

    context: MatchContext
    board: BoardView
    actors: Actors


class Overlay:
    """Something that a plugin draws over the board; both drawing methods find the board's camera in use."""

    def __init__(self, scene: Scene) -> None:
        """Prepare to draw over a match that begins."""
        self.scene = scene

    def told(self, event: Event) -> None:
        """Take an event that is being played."""

    def rest(self, view: View) -> None:
        """Take what is known when everything has been shown."""

    def update(self, seconds: float) -> None:
        """Go on by a stretch of time."""

    def draw_below(self) -> None:
        """Draw upon the floor, below the robots."""

    def draw_above(self) -> None:
        """Draw over the robots."""

    def tooltip_at(self, cell: Cell) -> str:
        """Return what to tell about a cell."""
        return ""


ReplayStop = Literal["stage", "action", "none"]
"""What of a type of event one goes to in a replay."""


class Views:
    """What the plugins of one game add to the window. A name has one owner."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self.owner = ""
        self.panels: dict[str, Callable[[PanelContext], Panel]] = {}
        self.offers: dict[str, Callable[[View, Decision], Sequence[Any]]] = {}
        self.shown: dict[str, Callable[[MatchContext, View, Decision], Sequence[tuple[str, str]]]] = {}
        self.stands: dict[str, Callable[[View, Decision], Cell | None]] = {}
        self.look: SlotLook | None = None
        self.overlays: list[Callable[[Scene], Overlay]] = []
        self.lines: list[Callable[[MatchContext], str]] = []
        self.facings = True
        self.changes: dict[str, list[Change]] = {type_: [change] for type_, change in KERNEL_CHANGES.items()}
        self.animations = Animations(KERNEL_ANIMATIONS)
        self.stops: dict[str, ReplayStop] = dict.fromkeys(("moment", "ask", "answer"), "none")

    def on(self, event: str, change: Change) -> None:
        """Change what is shown when an event of a type is played: `change(display, event)`.

        A kernel's event has changed what the window itself shows by then; several plugins may add to one.
        """
        self.changes.setdefault(event, []).append(change)

    def animate(self, event: str, show: Show, *, instead: bool = False) -> None:
        """Show how an event looks: `show(animator, event)` adds acts, when the display has changed.

        `event` is a type, or a type and, behind a blank, its `how` or `cause`: `place portal`. With `instead` the
        window shows nothing itself of such a kernel's event.
        """
        self.animations.add(event, show, instead=instead)

    def replay(self, event: str, stop: "ReplayStop") -> None:
        """Say how one goes through a replay by a type of event; of other types each is a step that is seen.

        A `stage` of the turn begins with it, or an `action` of a robot; `none` is seen only where the log tells it.
        """
        if event in self.stops:
            raise PluginError(
                f"plugin {self.owner!r} says how a replay goes by {event!r}, but another one does already"
            )
        self.stops[event] = stop

    def panel(self, kind: str, make: Callable[[PanelContext], Panel]) -> None:
        """Answer a kind of question with an interface of its own, at the right edge of the window."""
        self._add_once(self.panels, kind, make)

    def choices(self, kind: str, offer: Callable[[View, Decision], Sequence[Any]]) -> None:
        """Say what can be answered to a kind of question where the question itself does not list it."""
        self._add_once(self.offers, kind, offer)

    def shows(self, kind: str, tell: Callable[[MatchContext, View, Decision], Sequence[tuple[str, str]]]) -> None:
        """Say what must be known to answer a kind of question: sentences, each with a card or an empty text."""
        self._add_once(self.shown, kind, tell)

    def places(self, kind: str, where: Callable[[View, Decision], Cell | None]) -> None:
        """Say on which cell the robot will stand that a kind of question is about, `None` where that is open.

        The robot is seen there, pale, and answers that are directions or cells of the board turn and move it.
        """
        self._add_once(self.stands, kind, where)

    def slots(self, look: SlotLook) -> None:
        """Say how programs look in the moving interface."""
        if self.look is not None:
            raise PluginError("plugin {owner!r} draws programs, but another plugin does already", owner=self.owner)
        self.look = look

    def overlay(self, make: Callable[[Scene], Overlay]) -> None:
        """Draw over the board."""
        self.overlays.append(make)

    def line(self, tell: Callable[[MatchContext], str]) -> None:
        """Tell in a line over the board how the match stands; an empty text tells nothing."""
        self.lines.append(tell)

    def without_facing(self) -> None:
        """Let all robots stand upright: in this game they face no direction."""
        self.facings = False

    def _add_once(self, entries: dict[str, Any], name: str, value: Any) -> None:
        if name in entries:
            raise PluginError(
                "plugin {owner!r} shows the question {name!r}, but another plugin does already",
                owner=self.owner,
                name=name,
            )
        entries[name] = value


def views_of(plugins: Sequence[Plugin]) -> Views:
    """Return what these plugins add to the window; raise `PluginError` for one that cannot."""
    views = Views()
    register_views(plugins, views)
    return views


def plain_look() -> SlotLook:
    """Return how programs look where no plugin says it: a letter for each slot."""

    def face(context: MatchContext, content: str | None, side: int) -> arcade.Texture:
        return pictures.missing_tile((content or " ")[:1].upper(), side)

    return SlotLook(face, lambda context, content: content, "{number}", "", 1.0)
