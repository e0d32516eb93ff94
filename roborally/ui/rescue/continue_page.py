"""The page of kept matches, with the matches that were running when a window was left, closed or failed."""

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

import arcade

from roborally.base.errors import GameError, reason
from roborally.base.translation import _
from roborally.game.records.recorder import ReplayError, Summary
from roborally.plugin_system.loader import Catalogue
from roborally.profile import kept
from roborally.ui.match.match_pictures import MatchPictures, Opening, stand_of_save
from roborally.ui.pages.ago import ago
from roborally.ui.pages.file_pages import mode_title, unusable
from roborally.ui.toolkit import pictures, theme
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.controls.cards import GAP, Cards
from roborally.ui.toolkit.controls.widgets import Button
from roborally.ui.toolkit.dialogs import Action, confirm, message
from roborally.ui.toolkit.layer import Layer
from roborally.ui.toolkit.layout.branches import column, fitting, row, space
from roborally.ui.toolkit.layout.leaves import build_in, button, disabled, heading, here, label
from roborally.ui.toolkit.layout.nodes import Leaf, Node, Size
from roborally.ui.toolkit.layout.tree_page import TreePage
from roborally.ui.toolkit.line_breaks import breakable
from roborally.ui.toolkit.measure import metrics
from roborally.ui.toolkit.theme import Rect

CARD, HIGHEST = (376.0, 200.0), 310.0
"""The smallest width and height of several cards, and the largest height of any card, in units."""
ONE = (260.0, 130.0)
"""The smallest width and height of a single card, in units."""
PICTURE, WIDEST_PICTURE = 0.49, 290.0
"""The share of a card's width for its picture, and the largest width of the picture in units."""
LETTERS = 80
"""The maximum number of letters of players' names on a card; more players are only counted."""
EDGE = 10.0
"""The space around the picture of a card and around its texts, in units."""


def text(catalogue: Catalogue, path: Path, summary: Summary | ReplayError) -> str:
    """Return a line about a kept match: mode, course and turn; for an unreadable file its name."""
    if isinstance(summary, ReplayError):
        return path.name
    return _("{mode} on {course}, turn {turn}").format(
        mode=mode_title(catalogue, summary.mode), course=_(summary.course), turn=summary.turn
    )


def _names(names: Sequence[str]) -> str:
    """Return players' names as one text; names that do not fit are replaced by their number."""
    shown = [name for number, name in enumerate(names) if not number or len(", ".join(names[: number + 1])) <= LETTERS]
    listed = ", ".join(shown)
    if len(shown) == len(names):
        return listed
    return _("{names} and {count} more").format(names=listed, count=len(names) - len(shown))


class ContinuePage(TreePage):
    """A page with a card for each kept match, newest first; it calls `go_on(path)` to continue the selected one."""

    opaque = False

    def __init__(
        self,
        app: App,
        catalogue: Catalogue,
        folder: Path,
        go_on: Callable[[Path], None],
        none_left: Action,
        kind_of: Callable[[Path], str],
        now: datetime,
    ) -> None:
        """Show the matches kept in a folder; `none_left` is called when the last one has been deleted.

        `kind_of(path)` returns the special kind of a match, such as practice, empty for others.
        `now` is the moment from which “5 minutes ago” and the like are counted.
        """
        super().__init__(app)
        self._catalogue = catalogue
        self._folder = folder
        self._go_on = go_on
        self._none_left = none_left
        self._kind_of = kind_of
        self._now = now
        self.files = kept.kept_matches(folder)
        self._kinds = [kind_of(path) for path, _summary in self.files]
        self.pictures = MatchPictures(app, self.space)
        self.parts.append(self.pictures)
        self._pictured: list[tuple[int, Rect]] = []
        self.rebuild()

    def tree(self) -> Node:
        """Return the content of the page: the cards, and below them the buttons."""

        def back() -> Node:
            return button(_("Back"), self.app.pop, icon="arrow-left", height=46)

        def for_match(text: str, act: Action, **look: Any) -> Leaf[Any]:
            leaf = button(text, act, height=46, **look)
            return leaf if self.files else disabled(leaf)

        def delete() -> Node:
            return for_match(_("Delete"), self.ask_to_delete, icon="trash")

        def go() -> Node:
            return for_match(_("Continue"), self.act, icon="play", accent=True)

        none = label(_("There is no match to continue."), wrap=True, align="center", tint=theme.colour("text-dim"))
        cards = here(self._place_cards, Size(ONE[0], 2 * CARD[0]), Size(ONE[1] if self.files else 0, HIGHEST))
        return column(
            heading(_("Kept matches"), 24),
            None if self.files else none,
            cards.grow(),
            fitting(
                lambda: row(back(), space(), delete(), go(), gap=20),
                lambda: column(delete().at("end"), row(back(), space(), go())),
            ),
            gap=18,
            pad=(24, 22),
        )

    def _place_cards(self, spot: Rect) -> None:
        at = self.cards.at if hasattr(self, "cards") else -1
        columns = max(1, int((spot.width + GAP) // (CARD[0] + GAP)))
        rows = max(1, int((spot.height + GAP) // (CARD[1] + GAP)))
        size = (spot.width + GAP) / columns - GAP, min(HIGHEST, (spot.height + GAP) / rows - GAP)
        self._is_laid_out = False
        self.cards: Cards = self.controls.add(
            Cards(self.space, spot, len(self.files), size, self._fill, changed=self._picture_cards, act=self.act)
        )
        self._is_laid_out = True
        if at > 0:
            self.cards.choose(at)
        self._picture_cards()

    # --- the cards ------------------------------------------------------------------------------------------------

    def _fill(self, layer: Layer, number: int, rect: Rect) -> None:
        """Draw the card of the match with the index `number`: space for its picture at the left, texts at the right."""
        path, summary = self.files[number]
        inset, dim, m = self._frame_of(rect), theme.colour("text-dim"), metrics(layer.canvas.frame.scale)
        layer.fill(inset, theme.colour("background"))
        wide = rect.right - inset.right - 2 * EDGE

        def line(text: str, size: float = 15, **look: Any) -> Node:
            return label(breakable(text, wide, lambda word: m.width(word, size, bold=True)), size, wrap=True, **look)

        if isinstance(summary, ReplayError):
            layer.sprite(pictures.icon("question", 64), *inset.centre, 48, tint=dim)
            name, problem = unusable(path, summary)
            lines = [line(name, bold=True), line(problem, 13, tint=theme.colour("bad"))]
        else:
            mode, when = mode_title(self._catalogue, summary.mode), ago(summary.date, self._now)
            turn, kind = _("Turn {turn}").format(turn=summary.turn), self._kinds[number]
            lines = [
                line(mode, 17, font=theme.HEADING, bold=True, tint=theme.colour("accent")),
                line(_(summary.course), bold=True),
                line(f"{kind} · {turn}" if kind else turn, 14),
                line(when[:1].upper() + when[1:], 13, tint=dim),
                line(_names([player.name for player in summary.players]), 13),
            ]
        beside = row(Node().wide(inset.width), column(*lines, gap=5).grow(), gap=EDGE, pad=(EDGE, EDGE))
        build_in(rect, beside, layer)

    @staticmethod
    def _frame_of(rect: Rect) -> Rect:
        inner = rect.inset(EDGE)
        return inner._replace(width=min(WIDEST_PICTURE, PICTURE * rect.width))

    def _opening(self, path: Path) -> Opening:
        return partial(stand_of_save, self.app, path, self._catalogue)

    def _picture_cards(self) -> None:
        if not self._is_laid_out:  # the cards lay themselves out while they are made
            return
        shown = [
            (number, self._frame_of(rect))
            for number, rect in self.cards.in_view
            if not isinstance(self.files[number][1], ReplayError)
        ]
        if shown != self._pictured:
            self._pictured = shown
            self.pictures.show([(frame, self._opening(self.files[number][0])) for number, frame in shown])

    # --- what is done ---------------------------------------------------------------------------------------------

    def act(self) -> None:
        """Continue the selected match, if there is one."""
        if self.files:
            self._go_on(self.files[self.cards.at][0])

    def ask_to_delete(self) -> None:
        """Ask whether to delete the selected match permanently, and delete it if so."""
        if self.files:
            path, content = self.files[self.cards.at]
            question = _("This match will be deleted permanently: {match}").format(
                match=text(self._catalogue, path, content)
            )
            confirm(self.app, _("Delete?"), question, _("Delete"), lambda: self._remove(path))

    def _remove(self, path: Path) -> None:
        try:
            kept.remove(path)
        except (GameError, OSError) as error:
            message(self.app, _("The match could not be deleted"), reason(error))
            return
        at = self.cards.at
        self.app.pop()
        page = ContinuePage(
            self.app, self._catalogue, self._folder, self._go_on, self._none_left, self._kind_of, self._now
        )
        if page.files:
            self.app.push(page)
            page.cards.choose(min(at, len(page.files) - 1))
        else:
            self._none_left()

    # --- the screen -----------------------------------------------------------------------------------------------

    def update(self, seconds: float) -> None:
        """Continue to make the pictures of the cards, and advance the time that decides what is a double click."""
        super().update(seconds)
        self.cards.update(seconds)

    def draw(self) -> None:
        """Draw the page, the cards, and the pictures on these."""
        self.layer.draw()
        self.cards.layer.draw()
        for part in self.parts:
            part.draw()

    def focus_first(self) -> bool:
        """Focus the cards, or a button without any, unless something has the focus; return whether one has it now."""
        if self.controls.focus is None and self.files:
            self.controls.set_focus(self.cards)
        return super().focus_first()

    def key(self, symbol: int, modifiers: int) -> None:
        """Handle a key: arrows select a match, Enter continues it unless a button has the focus, Delete asks first."""
        keys = arcade.key
        on_button = isinstance(self.controls.focus, Button)
        if symbol == keys.DELETE:
            self.ask_to_delete()
        elif symbol in (keys.ENTER, keys.NUM_ENTER) and not on_button:
            self.act()
        elif on_button or not self.files or not self.cards.key(symbol, modifiers):
            super().key(symbol, modifiers)
