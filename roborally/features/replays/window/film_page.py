"""The page on which a film or a page of a match is ordered, and which shows its progress."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

import arcade

from roborally.arena import extras
from roborally.base.errors import reason
from roborally.base.translation import _
from roborally.features.replays.window.film_job import FilmJob
from roborally.game.records.exports import GIF, KINDS, MP4, PAGE
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.dialogs import confirm, message, showing_errors
from roborally.ui.toolkit.layer import fit_sprite
from roborally.ui.toolkit.layout.branches import column, form, row, space
from roborally.ui.toolkit.layout.leaves import button, choice, heading, here, label
from roborally.ui.toolkit.layout.nodes import Node
from roborally.ui.toolkit.layout.tree_page import TreePage
from roborally.ui.toolkit.line_breaks import breakable, widest_word
from roborally.ui.toolkit.system.open_folder import open_folder
from roborally.ui.toolkit.theme import Rect

SIZES = ((640, 360), (800, 450), (1280, 720), (1920, 1080))
WHOLE, TURN, BEST = "whole", "turn", "best"
"""The content of a film: the whole match, one turn, or the best moments."""
NOTHING = 0.5
"""The width of an empty bar, in design units: a sprite of width 0 could not be enlarged again."""
LONG = 200.0
"""The width from which on a word, such as a path, may be broken, in design units."""


class FilmWish(NamedTuple):
    """A player's choices: the suffix of the file, width and height in pixels, and `WHOLE`, `TURN` or `BEST`."""

    kind: str
    size: tuple[int, int]
    part: str


USUAL = FilmWish(GIF, KINDS[GIF].size, WHOLE)


class FilmPage(TreePage):
    """Offers the choices for a film or a page, then shows its progress and its file.

    `begin(wish)` starts to make the film or page, and raises `OSError` if that fails.
    """

    opaque = False
    widest = 640.0
    is_snug = True

    def __init__(
        self,
        app: App,
        turn: int,
        begin: Callable[[FilmWish], FilmJob],
        wish: FilmWish = USUAL,
    ) -> None:
        """Offer the choices, with `wish` at first; `turn` is the number of the present turn, 0 before the first."""
        super().__init__(app)
        self._turn = turn
        self._begin = begin
        self.wish = wish
        self.job: FilmJob | None = None
        self._bar: arcade.Sprite | None = None
        self._shown = -1
        self.rebuild()

    # --- the three faces of the page ------------------------------------------------------------------------------

    def tree(self) -> Node:
        """Return the choices, the progress, or the result."""
        self._bar = None
        back, forward = button(_("Back"), self.app.pop, icon="arrow-left", height=48), None
        if self.job is None:
            title, content = _("Make a film or a web page"), self._choices()
            forward = button(_("Make"), self.make, icon="camera", accent=True, height=48)
        elif not self.job.over:
            title = _("The page is being made") if self.is_page else _("The film is being made")
            content = self._progress()
            back = button(_("Cancel"), self.escape, icon="cross", height=48)
        else:
            title, content = self._outcome(made=self.job.problem is None), self._end(self.job)
            if self.job.problem is None:
                forward = button(_("Open the folder"), self.open_folder, icon="load", accent=True, height=48)
        return column(heading(title, 24), content, row(back, space(), forward), gap=24, pad=(28, 24))

    @property
    def is_page(self) -> bool:
        """Whether a page for browsers is chosen instead of a film."""
        return self.wish.kind == PAGE

    def _outcome(self, *, made: bool) -> str:
        if self.is_page:
            return _("The page is ready") if made else _("The page could not be made")
        return _("The film is ready") if made else _("The film could not be made")

    @staticmethod
    def _paragraph(text: str) -> Node:
        return label(breakable(text, LONG, lambda word: widest_word(word, 15)), wrap=True)

    def _choices(self) -> Node:
        kinds = [(GIF, _("Animated picture (GIF)")), (PAGE, _("Web page (HTML)"))]
        lacks_video = bool(extras.missing("video"))
        if not lacks_video:
            kinds.append((MP4, _("Video (MP4)")))
        parts = [(WHOLE, _("The whole match"))]
        if not self.is_page:
            parts.append((BEST, _("The best moments")))
        if self._turn:
            parts.insert(1, (TURN, _("Turn {turn}").format(turn=self._turn)))
        rows = [self._choice("part", _("What"), parts), self._choice("kind", _("File"), kinds)]
        note = ""
        if self.is_page:
            note = _("One file that plays in any browser, also on a phone: the board, the log, step by step.")
        else:
            sizes = [(size, f"{size[0]} × {size[1]}") for size in SIZES]
            rows.append(self._choice("size", _("Size"), sizes))
            if lacks_video:
                note = _("Videos (MP4) need one more package: {command}").format(command=extras.command("video"))
        return column(form(*rows, gap=12), self._paragraph(note) if note else None, gap=16)

    def _choice(self, name: str, title: str, values: Sequence[tuple[Any, str]]) -> Node:
        chosen = choice(values, getattr(self.wish, name), partial(self._set, name), height=40).named(name)
        return row(label(title, tint=theme.colour("text-dim")), chosen.grow(), gap=24)

    def _set(self, name: str, value: Any) -> None:
        self.wish = self.wish._replace(**{name: value})
        if name == "kind":
            part = WHOLE if value == PAGE and self.wish.part == BEST else self.wish.part
            size = KINDS[value].size if value in KINDS else self.wish.size
            self.wish = self.wish._replace(size=size, part=part)
            self.rebuild()

    def _progress(self) -> Node:
        self._percent = heading("", 20, tint=theme.colour("text"), room=200, align="center")
        note = _("This takes a while. “Cancel” gives the film up.")
        bar = here(self._place_bar, 0.0, 20.0)
        return column(self._percent, bar, None if self.is_page else self._paragraph(note), gap=12)

    def _place_bar(self, track: Rect) -> None:
        self.layer.frame("field", track)
        self._track = track.inset(4)
        self._bar = self.layer.fill(self._track, theme.colour("accent"))

    def built(self) -> None:
        """Show the progress, if a film is being made."""
        self._shown = -1
        if self._bar is not None:
            self._show_progress()

    def _end(self, job: FilmJob) -> Node:
        if job.problem is not None:
            return self._paragraph(job.problem.as_sentence())
        return self._paragraph(_("It is in the file {path}.").format(path=job.path))

    # --- what is done ---------------------------------------------------------------------------------------------

    def make(self) -> None:
        """Start to make the film; show a message if that fails."""
        try:
            self.job = self._begin(self.wish)
        except OSError as error:  # no room for the record, or for one more process
            message(self.app, self._outcome(made=False), reason(error))
            return
        self.rebuild()

    def open_folder(self) -> None:
        """Show the folder of the file in the system's file manager."""
        assert self.job is not None, "a film has been made"
        with showing_errors(self.app, _("The folder cannot be opened")):
            open_folder(self.job.path.parent)

    def escape(self) -> None:
        """Go back; ask first if a film would be cancelled."""
        if self.job is None or self.job.over:
            self.app.pop()
            return
        title = _("Give the page up?") if self.is_page else _("Give the film up?")
        confirm(self.app, title, _("What has been made of it so far will be lost."), _("Give it up"), self.give_up)

    def give_up(self) -> None:
        """Cancel the film, even if it was finished while the question was open, and leave the page."""
        assert self.job is not None, "a film is being made"
        self.job.cancel()
        self.app.pop()

    def update(self, seconds: float) -> None:
        """Show how much of the film is made, and its file once it is finished."""
        if self.job is None or self._bar is None:
            return
        self.job.poll()
        if self.job.over:
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
        preparing = _("Preparing the page …") if self.is_page else _("Preparing the film …")
        text = _("{percent} %").format(percent=percent) if percent else preparing
        self._percent.made.text = text
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
