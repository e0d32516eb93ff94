"""The page that lists recorded matches, to watch, pin or delete one."""

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
"""Matches the end of the file names that the game makes, which contain date and time."""
GAP, TEXT = 16, 180
"""The space beside the picture of a match, and the least width of the text below it, in design units."""
LIST = 680.0
"""The least width of the list beside a picture, in design units: the names of four players fit in a line."""
PICTURE: tuple[Size, Callable[[Metrics, float], Size]] = (Size(160, 320), lambda _metrics, width: Size(120, width))
"""The least and natural width of the picture beside the list, and a function that returns its heights from a width."""
SMALL_PICTURE = (Size(100, 260), Size(90, 260))
"""The least and natural width and height of the picture below the list, in design units."""
NARROW_SIZE = 13.0
"""The font size of the lower lines in a narrower list."""
PATIENCE = 0.12
"""Seconds for which a match must be selected before its picture is made, so that scrolling stays fast."""


def _moment(entry: Recent) -> str:
    return "" if isinstance(entry[1], ReplayError) else entry[1].date


class ReplayPlace(NamedTuple):
    """The place of a recorded match: an icon for it, and a text about how long the match is stored there."""

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

    The list has the matches that the player has saved, and the latest other ones in the folder `recent` (`None` for no
    folder), which can be pinned. The winners stand at the end of a file, so they are looked up file by file while the
    page is open. A picture shows the end of the selected match.
    """

    opaque = False
    widest = 1440.0
    main_list: ListBox
    pin: Button
    _text: Label

    def __init__(
        self, app: App, catalogue: Catalogue, watch: Callable[[Path], None], recent: Path | None, now: datetime
    ) -> None:
        """List the replays; `now` is the present time with its time zone."""
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
        """Return the list, and the picture of the selected match with a text beside or below it."""
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
        pin = file_action(_("Pin"), "padlock", self.toggle_pin, accent=False).kept(self, "pin")
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
        """The path of the selected match, `None` if the list is empty."""
        return self.files[self.main_list.at][0] if self.files else None

    def describe(self, path: Path, content: Summary | ReplayError, outcome: str = "") -> tuple[str, str]:
        """Return the two lines of a replay in the list; `outcome` is a text about the winners, if known."""
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
        """Show how the selected match is stored; its picture follows after `PATIENCE`."""
        self._rested = 0.0
        shelf = self._shelves[index] if self.files else None
        self._text.text = _(shelf.text) if shelf is not None else ""
        self.pin.text = _("Unpin") if shelf is PINNED else _("Pin")
        self.pin.enable(shelf in (PINNED, RECENT))
        self.picture.show([])

    @property
    def ready(self) -> bool:
        """Whether the picture of the selected match is complete."""
        return self._rested >= PATIENCE and super().ready

    def update(self, seconds: float) -> None:
        """Look up the winners in one more file, and start the picture of the selected match after `PATIENCE`."""
        next(self._unread, None)
        before, self._rested = self._rested, self._rested + seconds
        if before < PATIENCE <= self._rested and self.files:
            path, content = self.files[self.main_list.at]
            if not isinstance(content, ReplayError):
                self.picture.show([(self._frame.inset(6), partial(stand_of_replay, self.app, path, self._catalogue))])
        super().update(seconds)

    def _look_up(self) -> Iterator[None]:
        """Add the winners to the list, one file at each step."""
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
        """Delete the selected file after a confirmation."""
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

    def toggle_pin(self) -> None:
        """Pin or unpin the selected match."""
        path = self.selected
        if path is None or not self.pin.enabled:
            return
        with showing_errors(self.app, _("The replay could not be moved")):
            moved = unpin(path) if is_pinned(path) else pin(path)
            self._again(self.main_list.at, moved)

    def _again(self, at: int, path: Path | None = None) -> None:
        """Open the page again with `path` selected, or else the file that is now at the index `at`."""
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
            self.toggle_pin()
        else:
            super().key(symbol, modifiers)
