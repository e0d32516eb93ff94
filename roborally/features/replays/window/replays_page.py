"""The page of recorded matches: watch, pin or delete one."""

import re
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import NamedTuple

import arcade

from roborally.base import paths
from roborally.base.errors import reason
from roborally.base.translation import _
from roborally.game.records.file_format import REPLAY_SUFFIX, ReplayError, Summary, read_winners
from roborally.game.records.recorder import list_saves
from roborally.narration.words import victory
from roborally.plugin import text
from roborally.plugin_system.loader import Catalogue
from roborally.profile.recent import Recent, is_pinned, pin, recent_replays, unpin
from roborally.ui.match.match_pictures import MatchPictures, stand_of_replay
from roborally.ui.pages.ago import ago
from roborally.ui.pages.file_pages import file_action, file_list, file_tree, mode_title, unusable
from roborally.ui.pages.saves import local_time
from roborally.ui.replay.opening_screen import OpeningScreen
from roborally.ui.toolkit import pictures, theme
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.controls.lists import ListBox
from roborally.ui.toolkit.controls.widgets import Button
from roborally.ui.toolkit.dialogs import confirm, message, showing_errors
from roborally.ui.toolkit.label import Label
from roborally.ui.toolkit.layout.branches import column, fitting, row, space
from roborally.ui.toolkit.layout.leaves import here, label
from roborally.ui.toolkit.layout.nodes import Leaf, Node, Size
from roborally.ui.toolkit.layout.tree_page import TreePage
from roborally.ui.toolkit.measure import Metrics
from roborally.ui.toolkit.theme import Rect

OWN_NAME = r" \d{4}-\d\d-\d\d \d\d\.\d\d\.\d\d$"
"""The endings of the game's own file names, which already include date and time."""
GAP, TEXT = 16, 180
"""The space beside the picture of a match, and the least width of the text about its storage."""
LIST = 680.0
"""The least width of the list beside a picture: the names of four players fit in a line."""
PICTURE: tuple[Size, Callable[[Metrics, float], Size]] = (Size(160, 320), lambda _metrics, width: Size(120, width))
"""The width and height of the picture beside the list."""
SMALL_PICTURE = (Size(100, 260), Size(90, 260))
"""The width and height of the picture below the list."""
NARROW_SIZE = 13.0
"""The font size of these lines in a narrower list."""
PATIENCE = 0.12
"""Seconds that a match must stay selected before its picture is made, so that scrolling through the list is fast."""


def _moment(entry: Recent) -> str:
    return "" if isinstance(entry[1], ReplayError) else entry[1].date


class ReplayPlace(NamedTuple):
    """The storage of a recorded match: its icon, and the text about it."""

    icon: str
    text: str


SAVED = ReplayPlace("save", text("Saved by you. It stays until you delete it."))
PINNED = ReplayPlace("padlock", text("Pinned. It stays until you unpin or delete it."))
RECENT = ReplayPlace(
    "timer", text("Kept by itself. It goes when fifty newer matches have been played, unless you pin it.")
)
NOTHING = text("No replays yet. Every match that you play to its end is kept here.")


class ReplaysPage(TreePage):
    """Lists the recorded matches, newest first; `watch(path)` opens one.

    Besides those that the player has saved it lists the other latest ones, in the folder `recent` if there is one,
    which can be pinned. The winner is at the end of a file, so it is looked up file by file while the page is open; the
    picture shows the end of the selected match.
    """

    opaque = False
    widest = 1440.0
    main_list: ListBox
    pin: Button
    _text: Label

    def __init__(
        self, app: App, catalogue: Catalogue, watch: Callable[[Path], None], recent: Path | None, now: datetime
    ) -> None:
        """List the replays as of the moment `now`, which has a time zone."""
        super().__init__(app)
        self._catalogue = catalogue
        self._watch = watch
        self._recent = recent
        self._now = now
        self.files = list_saves(paths.save_folder(), REPLAY_SUFFIX)
        if recent is not None:
            saved = [summary for _path, summary in self.files]
            others = [entry for entry in recent_replays(recent) if is_pinned(entry[0]) or entry[1] not in saved]
            self.files = sorted([*self.files, *others], key=_moment, reverse=True)
        self._shelves = [self._shelf_of(path) for path, _summary in self.files]
        self.picture = MatchPictures(app, self.space)
        self.parts.append(self.picture)
        self._unread = self._look_up()
        self.rebuild()

    def tree(self) -> Node:
        """Return the list with the picture of the selected match and its text beside it, or below it."""
        files = file_list(
            self,
            self.files,
            self.describe,
            self._chosen,
            empty=NOTHING,
            face=self._icon,
            one_line=LIST,
            size=NARROW_SIZE if self.is_tall else 14.0,
        )

        def note() -> Leaf[Label]:
            return label("", 14, tint=theme.colour("text-dim"), wrap=True, lines=4, room=TEXT).kept(self, "_text")

        def beside() -> Node:
            picture = here(self._place_picture, *PICTURE)
            return row(files.grow(), column(picture, note(), space(), gap=14).grow(0.6), gap=GAP)

        def below() -> Node:
            picture = here(self._place_picture, *SMALL_PICTURE)
            return column(files.grow(), row(picture, note().grow().at("start"), gap=GAP), gap=GAP)

        return file_tree(self, _("Replays"), fitting(beside, below), self._actions())

    def built(self) -> None:
        """Show the selected match."""
        self._chosen(self.main_list.at)

    def _place_picture(self, rect: Rect) -> None:
        side = min(rect.width, rect.height)
        self._frame = Rect(rect.x, rect.top - side, side, side)
        self.layer.frame("panel-inset", self._frame)

    def _actions(self) -> Sequence[Leaf[Button]]:
        there = bool(self.files)
        pin = file_action(_("Pin"), "padlock", self.turn_pin, accent=False).kept(self, "pin")
        delete = file_action(_("Delete"), "trash", self.ask_to_delete, accent=False, enabled=there)
        return [pin, delete, file_action(_("Watch"), "play", self.act, enabled=there)]

    def _icon(self, index: int) -> arcade.Texture:
        return pictures.icon(self._shelves[index].icon, 32)

    def _shelf_of(self, path: Path) -> ReplayPlace:
        if path.parent == paths.save_folder():
            return SAVED
        return PINNED if is_pinned(path) else RECENT

    @property
    def selected(self) -> Path | None:
        """The selected file."""
        return self.files[self.main_list.at][0] if self.files else None

    def describe(self, path: Path, content: Summary | ReplayError, outcome: str = "") -> tuple[str, str]:
        """Return the two lines of a replay in the list."""
        if isinstance(content, ReplayError):
            return unusable(path, content)
        recent = path.parent != paths.save_folder()
        text = _("{date}, {mode} on {course}, turn {turn}: {names}")
        if recent or re.search(OWN_NAME, path.stem):
            text = _("{mode} on {course}, turn {turn}: {names}")
        line = text.format(
            date=local_time(content),
            mode=mode_title(self._catalogue, content.mode),
            course=_(content.course),
            turn=content.turn,
            names=", ".join(player.name for player in content.players),
        )
        title = _("{course}, {time}").format(course=_(content.course), time=ago(content.date, self._now))
        return title if recent else path.stem, f"{outcome} {line}" if outcome else line

    # --- the selected match ---------------------------------------------------------------------------------------

    def _chosen(self, index: int) -> None:
        """Show the storage of the selected match; its picture follows shortly after."""
        self._rested = 0.0
        shelf = self._shelves[index] if self.files else None
        self._text.text = _(shelf.text) if shelf is not None else ""
        self.pin.text = _("Unpin") if shelf is PINNED else _("Pin")
        self.pin.enable(shelf in (PINNED, RECENT))
        self.picture.show([])

    @property
    def ready(self) -> bool:
        """Whether the picture of the selected match is ready."""
        return self._rested >= PATIENCE and super().ready

    def update(self, seconds: float) -> None:
        """Look up one more file, and make the picture of the selected match once it has been selected for a moment."""
        next(self._unread, None)
        before, self._rested = self._rested, self._rested + seconds
        if before < PATIENCE <= self._rested and self.files:
            path, content = self.files[self.main_list.at]
            if not isinstance(content, ReplayError):
                self.picture.show([(self._frame.inset(6), partial(stand_of_replay, self.app, path, self._catalogue))])
        super().update(seconds)

    def _look_up(self) -> Iterator[None]:
        """Look up the winners, one file after the other."""
        for index, (path, summary) in enumerate(self.files):
            if isinstance(summary, ReplayError):
                continue
            try:
                entry = self.describe(path, summary, self._outcome(read_winners(path)))
            except ReplayError as error:
                entry = self.describe(path, error)
            self.main_list.put(index, entry)
            yield

    @staticmethod
    def _outcome(winners: list[str] | None) -> str:
        if winners is None:
            return _("Unfinished.")
        return victory(winners) if winners else _("The game is over: no winner.")

    def act(self) -> None:
        """Watch the selected match."""
        if self.files:
            path = self.files[self.main_list.at][0]
            self.app.push(OpeningScreen(self.app, lambda: self._watch(path)))

    def ask_to_delete(self) -> None:
        """Delete the selected file, after a confirmation."""
        if self.files:
            path, name = self.files[self.main_list.at][0], self.main_list.entries[self.main_list.at][0]
            question = _("The replay “{name}” will be deleted permanently.").format(name=name)
            confirm(self.app, _("Delete?"), question, _("Delete"), lambda: self._remove(path))

    def _remove(self, path: Path) -> None:
        try:
            path.unlink(missing_ok=True)
        except OSError as error:
            message(self.app, _("The replay could not be deleted"), reason(error))
            return
        self._again(self.main_list.at)

    def turn_pin(self) -> None:
        """Pin or unpin the selected match."""
        path = self.selected
        if path is None or not self.pin.enabled:
            return
        with showing_errors(self.app, _("The replay could not be moved")):
            moved = unpin(path) if is_pinned(path) else pin(path)
            self._again(self.main_list.at, moved)

    def _again(self, at: int, path: Path | None = None) -> None:
        """Open the page again with a file selected, by default the one now at this index."""
        self.app.pop()
        page = ReplaysPage(self.app, self._catalogue, self._watch, self._recent, self._now)
        self.app.push(page)
        there = [known for known, _summary in page.files]
        if there:
            page.main_list.choose(there.index(path) if path in there else min(at, len(there) - 1))

    def key(self, symbol: int, modifiers: int) -> None:
        """Handle a key: Delete deletes, P pins and unpins."""
        if symbol == arcade.key.DELETE:
            self.ask_to_delete()
        elif symbol == arcade.key.P:
            self.turn_pin()
        else:
            super().key(symbol, modifiers)
