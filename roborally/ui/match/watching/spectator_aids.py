"""The aids for watching a match: names, remarks (CLI-2101, CLI-2102), a recap, and the button back to the robots."""

from collections.abc import Callable
from typing import NamedTuple

from roborally.core.events import Event
from roborally.profile import Settings
from roborally.ui.match.on_board.board_pane import BoardPane
from roborally.ui.match.on_board.camera import Camera
from roborally.ui.match.on_board.way_back import WayBack
from roborally.ui.match.shown_match import ShownMatch
from roborally.ui.match.watching.name_tags import NameTags
from roborally.ui.match.watching.recap_box import RecapBox
from roborally.ui.match.watching.speech_strip import SpokenMatch
from roborally.ui.toolkit.controls.widget_group import WidgetGroup
from roborally.ui.toolkit.layer import Canvas
from roborally.ui.toolkit.theme import Rect


class Aids(NamedTuple):
    """The aids that are on: names beside the robots, remarks below the board, a zoom on great moments."""

    names: bool
    remarks: bool
    moments: bool

    @classmethod
    def of(cls, settings: Settings) -> "Aids":
        """Return the aids that are on in the settings."""
        return cls(settings.name_tags, settings.commentary, not settings.reduced_motion)


class Spectating:
    """The aids of a match's screen: names and remarks while they are on, the recap, the button back to the robots."""

    def __init__(
        self,
        canvas: Canvas,
        context: ShownMatch,
        pane: BoardPane,
        camera: Camera,
        strip: Callable[[], Rect],
        game: str = "",
    ) -> None:
        """Start without names and remarks; `strip()` returns the rectangle of remarks, with `game` in small type."""
        self._canvas = canvas
        self._context = context
        self._pane = pane
        self._strip = strip
        self._game = game
        self.recap = RecapBox(canvas, context, pane)
        self.way_back = WayBack(canvas, pane, camera)
        self.names: NameTags | None = None
        self.spoken: SpokenMatch | None = None

    @property
    def remarks(self) -> bool:
        """Return whether remarks are shown."""
        return self.spoken is not None

    def want(self, aids: Aids) -> None:
        """Switch names and remarks on or off, as `aids` says."""
        if aids.names != (self.names is not None):
            pane = self._pane
            self.names = NameTags(self._canvas, self._context, pane.board, pane.actors) if aids.names else None
        if aids.remarks != (self.spoken is not None):
            made = self._canvas, self._context, self._pane.beside, self._strip(), self._game
            self.spoken = SpokenMatch(*made) if aids.remarks else None

    def controls(self) -> list[WidgetGroup]:
        """Return the groups of visible buttons over the board."""
        shown = [self.recap.controls] if self.recap.lines else []
        return [*shown, self.way_back.controls] if self.way_back.controls.widgets else shown

    def place(self) -> None:
        """Lay the remarks out in their current rectangle."""
        if self.spoken is not None:
            self.spoken.box.place(self._strip())

    def on_event(self, event: Event, sentence: str) -> bool:
        """Add an event to the recap and remark on it, with its log line `sentence`; return whether remarks are on."""
        self.recap.turn.on_event(event)
        if self.spoken is None:
            return False
        self.spoken.on_event(event, sentence)
        return True

    def update(self, seconds: float) -> None:
        """Advance the remarks by some seconds."""
        if self.spoken is not None:
            self.spoken.update(seconds)

    def draw(self, notes: list[Rect]) -> None:
        """Draw all aids; no name covers one of the `notes` or another sentence over the board."""
        if self.names is not None:
            self.names.draw([*notes, *self._pane.sentences()])
        if self.spoken is not None:
            self.spoken.box.draw()
        self.recap.draw(notes)
        self.way_back.draw([*notes, *([self.recap.spot] if self.recap.lines else [])])
