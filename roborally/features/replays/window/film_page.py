"""The page that orders a film of a match, and shows its progress."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import arcade

from roborally.arena import extras
from roborally.base.errors import GameError, Message, reason
from roborally.base.translation import _
from roborally.game.records.exports import GIF, KINDS, MP4, PAGE
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.app import App, Screen
from roborally.ui.toolkit.dialogs import Action, Dialog, confirm, message
from roborally.ui.toolkit.layer import fit_sprite, text_size
from roborally.ui.toolkit.line_breaks import breakable
from roborally.ui.toolkit.open_folder import open_folder
from roborally.ui.toolkit.theme import HEIGHT, WIDTH, Rect
from roborally.ui.toolkit.widgets import Button, Choice

AREA = Rect((WIDTH - 640) / 2, (HEIGHT - 380) / 2, 640, 380)
ROW = 52.0
MARGIN = 28.0
SIZES = ((640, 360), (800, 450), (1280, 720), (1920, 1080))
WHOLE, TURN, BEST = "whole", "turn", "best"
"""The content of a film: the whole match, one turn, or the best moments."""
NOTHING = 0.5
"""The width of an empty bar: a sprite of width 0 could not be enlarged again."""
SLACK = 0.92
"""The share of a line that a word may use: rounding makes letters wider in some window sizes."""


class Making(Protocol):
    """A film in the making (`film_job.FilmJob`)."""

    path: Path
    part: float
    over: bool
    problem: Message | None

    def poll(self) -> None:
        """Read the progress of the film."""

    def cancel(self) -> None:
        """Cancel the film."""

    def close(self) -> None:
        """Cancel the film, and wait until its files are removed."""


class FilmWish(NamedTuple):
    """The choices of a player: the suffix of the file, the size in pixels, and the content."""

    kind: str
    size: tuple[int, int]
    part: str


class FilmPage(Screen):
    """Offers the choices for a film, then shows its progress and its file.

    `begin(wish)` starts to make one, and raises `OSError`; `stop(job)` cancels it.
    """

    opaque = False

    def __init__(
        self, app: App, turn: int, begin: Callable[[FilmWish], Making], stop: Callable[[Making], None]
    ) -> None:
        """Offer the choices; `turn` is the current one, 0 before the first."""
        super().__init__(app)
        self._turn = turn
        self._begin = begin
        self._stop = stop
        self.wish = FilmWish(GIF, KINDS[GIF].size, WHOLE)
        self.job: Making | None = None
        self._bar: arcade.Sprite | None = None
        self._shown = -1
        self._question: Dialog | None = None
        """The dialog that asks whether to cancel the film."""
        self.rebuild()

    # --- the three faces of the page ------------------------------------------------------------------------------

    def rebuild(self) -> None:
        """Lay out the page for the current state."""
        self.clear()
        self._bar = None
        layer = self.layer
        layer.shade(theme.colour("background").replace(a=190))
        layer.frame("panel", AREA)
        if self.job is None:
            self._title(_("Make a film or a web page"))
            self._lay_out_choices()
        elif not self.job.over:
            self._title(_("The page is being made") if self.is_page else _("The film is being made"))
            self._lay_out_progress()
        else:
            self._title(self._outcome(self.job.problem is None))
            self._lay_out_end()

    @property
    def is_page(self) -> bool:
        """Whether a page for browsers is chosen instead of a film."""
        return self.wish.kind == PAGE

    def _preparing(self) -> str:
        return _("Preparing the page …") if self.is_page else _("Preparing the film …")

    def _outcome(self, made: bool) -> str:
        if self.is_page:
            return _("The page is ready") if made else _("The page could not be made")
        return _("The film is ready") if made else _("The film could not be made")

    def _title(self, text: str) -> None:
        self.layer.heading(text, AREA.x + MARGIN, AREA.top - 40, 24, tint=theme.colour("accent"))

    def _write(self, text: str, y: float) -> None:
        """Write a paragraph; break words that are wider than the page."""
        width = AREA.width - 2 * MARGIN
        fitting = breakable(text, SLACK * width, lambda word: text_size(self.space, word, 15)[0])
        self.layer.label(fitting, AREA.x + MARGIN, y, size=15, width=width, wrap=True, anchor_y="top")

    def _lay_out_choices(self) -> None:
        kinds = [(GIF, _("Animated picture (GIF)")), (PAGE, _("Web page (HTML)"))]
        lacks_video = bool(extras.missing("video"))
        if not lacks_video:
            kinds.append((MP4, _("Video (MP4)")))
        parts = [(WHOLE, _("The whole match"))]
        if not self.is_page:
            parts.append((BEST, _("The best moments")))
        if self._turn:
            parts.insert(1, (TURN, _("Turn {turn}").format(turn=self._turn)))
        rows: list[tuple[str, str, Sequence[tuple[Any, str]]]] = [
            ("part", _("What"), parts),
            ("kind", _("File"), kinds),
        ]
        if self.is_page:
            text = _("One file that plays in any browser, also on a phone: the board, the log, step by step.")
            self._write(text, AREA.top - 128 - 2 * ROW + 34)
        else:
            rows.append(("size", _("Size"), [(size, f"{size[0]} × {size[1]}") for size in SIZES]))
        for number, (field, title, values) in enumerate(rows):
            y = AREA.top - 128 - number * ROW
            self.layer.label(title, AREA.x + MARGIN, y + 20, size=15, tint=theme.colour("text-dim"))
            spot = Rect(AREA.x + 190, y, AREA.width - 190 - MARGIN, 40)
            chosen = getattr(self.wish, field)
            self.controls.add(Choice(self.layer, spot, values, chosen, self._setter(field)))
        if lacks_video and not self.is_page:
            text = _("Videos (MP4) need one more package: {command}").format(command=extras.command("video"))
            self._write(text, AREA.top - 128 - 3 * ROW + 34)
        self._buttons((_("Back"), "arrow-left", self.app.pop), (_("Make"), "camera", self.make))

    def _setter(self, field: str) -> Callable[[Any], None]:
        def change(value: Any) -> None:
            self.wish = self.wish._replace(**{field: value})
            if field == "kind":
                part = WHOLE if value == PAGE and self.wish.part == BEST else self.wish.part
                size = KINDS[value].size if value in KINDS else self.wish.size
                self.wish = self.wish._replace(size=size, part=part)
                self.rebuild()

        return change

    def _lay_out_progress(self) -> None:
        track = Rect(AREA.x + MARGIN, AREA.centre[1] - 10, AREA.width - 2 * MARGIN, 20)
        self.layer.frame("field", track)
        self._track = track.inset(4)
        self._bar = self.layer.fill(self._track, theme.colour("accent"))
        self._percent = self.layer.heading(" ", track.centre[0], track.top + 34, 20, anchor_x="center")
        note = "" if self.is_page else _("This takes a while. “Cancel” gives the film up.")
        self._write(note, track.y - 24)
        self._shown = -1
        self._show_progress()
        self._buttons((_("Cancel"), "cross", self.escape))

    def _lay_out_end(self) -> None:
        assert self.job is not None, "a film has been made"
        if self.job.problem is not None:
            self._write(self.job.problem.as_sentence(), AREA.top - 84)
            self._buttons((_("Back"), "arrow-left", self.app.pop))
            return
        self._write(_("It is in the file {path}.").format(path=self.job.path), AREA.top - 84)
        self._buttons((_("Back"), "arrow-left", self.app.pop), (_("Open the folder"), "load", self.open_folder))

    def _buttons(self, left: tuple[str, str, Action], right: tuple[str, str, Action] | None = None) -> None:
        text, icon, action = left
        y = AREA.y + 26
        self.controls.add(Button(self.layer, Rect(AREA.x + MARGIN, y, 170, 48), text, action, icon=icon))
        if right is not None:
            text, icon, action = right
            spot = Rect(AREA.right - MARGIN - 230, y, 230, 48)
            self.controls.add(Button(self.layer, spot, text, action, icon=icon, accent=True))

    # --- what is done ---------------------------------------------------------------------------------------------

    def make(self) -> None:
        """Start to make the film; show a message if that fails."""
        try:
            self.job = self._begin(self.wish)
        except OSError as error:  # no room for the record, or for one more process
            message(self.app, _("The film could not be made"), reason(error))
            return
        self.rebuild()

    def open_folder(self) -> None:
        """Show the file in the system's file manager."""
        assert self.job is not None, "a film has been made"
        try:
            open_folder(self.job.path.parent)
        except GameError as error:
            message(self.app, _("The folder cannot be opened"), error.message)

    def escape(self) -> None:
        """Go back; ask before cancelling a film."""
        if self.job is None or self.job.over:
            self.app.pop()
            return
        text = _("What has been made of it so far will be lost.")
        self._question = confirm(self.app, _("Give the film up?"), text, _("Give it up"), self.give_up)

    def give_up(self) -> None:
        """Cancel the film and leave the page."""
        assert self.job is not None, "a film is being made"
        self._stop(self.job)
        self.app.pop()

    def update(self, seconds: float) -> None:
        """Show the progress of the film."""
        if self.job is None or self._bar is None:
            return
        self.job.poll()
        if self.job.over:
            if self.app.screen_on_top is self._question:  # there is nothing left to cancel
                self.app.pop()
            self.rebuild()
        else:
            self._show_progress()

    def _show_progress(self) -> None:
        assert self.job is not None, "a film is being made"
        assert self._bar is not None, "it has a bar"
        percent = int(100 * self.job.part)
        if percent == self._shown:
            return
        self._shown = percent
        text = _("{percent} %").format(percent=percent) if percent else self._preparing()
        self._percent.text = text
        width = max(NOTHING, self._track.width * percent / 100)
        fit_sprite(self._bar, width, self._track.height)
        self._bar.center_x = self._track.x + width / 2

    def key(self, symbol: int, modifiers: int) -> None:
        """Handle a key: Enter makes the film, or opens its folder."""
        keys = arcade.key
        if symbol in (keys.ENTER, keys.NUM_ENTER) and self.controls.focus is None:
            if self.job is None:
                self.make()
            elif self.job.over and self.job.problem is None:
                self.open_folder()
        else:
            super().key(symbol, modifiers)
