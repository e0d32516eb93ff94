"""The page that shows an opening, a story in a few pictures, at the first start and from the main menu (CLI-108)."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import arcade

from roborally.base import paths
from roborally.base.translation import _, plugin_text
from roborally.plugin_system.loader import Catalogue, Plugin
from roborally.plugin_system.manifest import RobotManifest
from roborally.ui.board.actors import robot_picture
from roborally.ui.pages.openings import OpeningPage, StoryOpening
from roborally.ui.toolkit import pictures, theme
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.controls.scroll import ScrollArea
from roborally.ui.toolkit.layout.branches import column, fitting, flow, row, space
from roborally.ui.toolkit.layout.leaves import button, choice, framed, heading, label, picture, scroll
from roborally.ui.toolkit.layout.nodes import Leaf, Node, Size, Target
from roborally.ui.toolkit.layout.tree_page import TreePage
from roborally.ui.toolkit.shortcuts import ENTER, Shortcut
from roborally.ui.toolkit.theme import Rect

LEAST, MAX_BROAD = 1.0, 2.7
"""The smallest and the largest width of a picture's visible part, relative to its height."""
USUAL, LOWEST = 1.9, 70.0
"""The width of the visible part where there is room, relative to its height; the least height in design units."""
EYE = 0.46
"""The vertical centre of a picture's visible part in a wide window, as a share of the height from the top."""
MAX_CANDIDATES = 5
"""The maximum number of robots that the story introduces as candidates."""
PORTRAIT = 96
CARD = 200
"""The width of a candidate's card where all of them stand side by side, in design units."""
HEIGHT = 48
"""The height of a button, in design units."""


def candidates(catalogue: Catalogue) -> list[tuple[str, RobotManifest, Plugin]]:
    """Return the robots that the story introduces: id, manifest and plugin of each.

    These are the robots with a description, at most `MAX_CANDIDATES`, those that come with the game first.
    """
    own = paths.plugin_folder()
    plugins = sorted(catalogue.plugins.values(), key=lambda plugin: (plugin.folder.parent != own, plugin.id))
    found = [
        (model, manifest, plugin)
        for plugin in plugins
        for model, manifest in plugin.manifest.robot.items()
        if manifest.about
    ]
    return found[:MAX_CANDIDATES]


def visible_part(size: tuple[int, int], proportions: float, focus: float) -> tuple[int, int, int, int]:
    """Return the part of a picture that fits a space: left, upper, right and lower edge in pixels.

    `size` is the picture's in pixels, `proportions` the space's width by its height, and `focus` the horizontal centre
    of the part as a share of the picture's width.
    """
    across, up = size
    wanted = max(LEAST, min(MAX_BROAD, proportions))
    width, height = min(across, round(up * wanted)), min(up, round(across / wanted))
    left = max(0, min(across - width, round(across * focus) - width // 2))
    upper = max(0, min(up - height, round(up * EYE) - height // 2))
    return left, upper, left + width, upper + height


class StoryPage(TreePage):
    """Shows a story chapter by chapter; begins with the first of `openings`, and offers the others."""

    widest, highest = 1100.0, 950.0

    def __init__(self, app: App, catalogue: Catalogue, openings: Sequence[StoryOpening]) -> None:
        super().__init__(app)
        self._candidates = candidates(catalogue)
        self._openings = openings
        self.chapters = openings[0].chapters
        self.at = 0
        self.rebuild()

    def tree(self) -> Node:
        """Return the present chapter: its picture or the candidates, and its text."""
        chapter = self.chapters[self.at]
        self.text = chapter.translated(chapter.text)
        text = label(self.text, 18, wrap=True)
        if chapter.picture is None:
            content: list[Node] = [space(), self._introduction(), text, space()]
        else:
            content = [self._picture(chapter.picture, chapter.focus).grow(), text]
        return column(self._head(chapter), *content, self._buttons(), gap=14, pad=(24, 18))

    def _head(self, chapter: OpeningPage) -> Node:
        title = heading(chapter.translated(chapter.heading), 28, wrap=True).grow()
        number = label(f"{self.at + 1} / {len(self.chapters)}", tint=theme.colour("text-dim"))
        if len(self._openings) < 2:
            return row(title, number, gap=24)
        options = [(opening.chapters, opening.title) for opening in self._openings]
        others = choice(options, self.chapters, self._choose, _("Whose story is told")).named("openings")
        return fitting(
            lambda: row(title, others, number, gap=24), lambda: column(row(title, number, gap=24), others.at("start"))
        )

    def _picture(self, path: Path, focus: float) -> Node:
        def make(target: Target, rect: Rect) -> arcade.Sprite:
            image = pictures.cut(path, visible_part(pictures.picture(path).size, rect.width / rect.height, focus))
            width = min(rect.width, rect.height * image.width / image.height)
            return target.layer.sprite(image, *rect.centre, width)

        return Leaf(make, 0.0, lambda _m, width: Size(LOWEST, width / USUAL))

    def _introduction(self) -> Node:
        entries = list(enumerate(self._candidates))
        cards = scroll(
            fitting(
                lambda: row(*(self._card(*entry).wide(CARD).grow() for entry in entries), gap=6, even=True),
                lambda: column(*(self._line(*entry) for entry in entries), gap=6),
            )
        )
        return cards.named("candidates")

    def _candidate(self, number: int, candidate: tuple[str, RobotManifest, Plugin]) -> list[Leaf[Any]]:
        model, manifest, plugin = candidate
        texts = (manifest.title, manifest.motto, manifest.about)
        title, motto, about = (plugin_text(plugin.folder, words) if words else "" for words in texts)
        motto = _("“{motto}”").format(motto=motto) if motto else ""
        return [
            picture(robot_picture(model, number, number, (plugin,), 128), PORTRAIT),
            heading(title, 20, tint=theme.seat_colours(number).light, wrap=True),
            label(motto, tint=theme.colour("accent"), wrap=True),
            label(about, wrap=True),
        ]

    def _card(self, number: int, candidate: tuple[str, RobotManifest, Plugin]) -> Node:
        image, *texts = self._candidate(number, candidate)
        return framed("panel-inset", column(image.at("centre"), *texts))

    def _line(self, number: int, candidate: tuple[str, RobotManifest, Plugin]) -> Node:
        image, title, motto, about = self._candidate(number, candidate)
        return framed(
            "panel-inset", row(image, column(flow(title, motto, gap=16, below=4), about).grow(), gap=16), (12, 8)
        )

    def _buttons(self) -> Node:
        is_last = self.at + 1 == len(self.chapters)
        made = partial(button, height=HEIGHT)
        skip = made(_("Skip"), self.escape, icon="skip", tooltip=_("Skip the story (Esc)")).wide(least=150)
        back = made(_("Back"), partial(self.turn, -1), icon="arrow-left", tooltip=_("One page back (Left)"))
        caption, tooltip = _("Main menu") if is_last else _("Next"), _("Go on (Enter, Right)")
        after = made(caption, self.go_on, icon="arrow-right", accent=True, tooltip=tooltip).wide(least=150)
        back.wide(least=150).named("back").then(lambda made: made.enable(self.at > 0))
        others = [] if is_last else [skip.named("skip")]
        after.named("next")
        return fitting(lambda: row(*others, space(), back, after, gap=12), lambda: flow(after, back, *others, gap=12))

    def _choose(self, chapters: Sequence[OpeningPage]) -> None:
        self.chapters, self.at = chapters, 0
        self.rebuild()

    @property
    def scene(self) -> object:
        """An identity of the shown chapter; when it changes, keyboard focus and double clicks begin anew."""
        return self, self.chapters, self.at

    # --- turning pages --------------------------------------------------------------------------------------------

    def turn(self, direction: int) -> None:
        """Turn one page forward (1) or back (-1), if there is one."""
        at = max(0, min(len(self.chapters) - 1, self.at + direction))
        if at != self.at:
            self.at = at
            self.controls.set_focus(None)  # the button may be disabled in this chapter
            self.rebuild()

    def go_on(self) -> None:
        """Turn to the next page, or leave after the last one."""
        if self.at + 1 < len(self.chapters):
            self.turn(1)
        else:
            self.escape()

    def release(self, x: float, y: float, button: int) -> None:
        """Handle the release of a mouse button; a click beside all controls turns the page."""
        over = self.controls.at(x, y)
        super().release(x, y, button)
        if (over is None or isinstance(over, ScrollArea)) and self.area.holds(x, y):
            self.go_on()

    def shortcuts(self) -> list[Shortcut]:
        """Return the keys of this page; Esc skips the rest."""
        return [
            Shortcut(("LEFT",), _("Back"), partial(self.turn, -1)),
            Shortcut(("RIGHT",), _("Go on"), partial(self.turn, 1)),
            Shortcut((*ENTER, "SPACE"), _("Go on"), self._enter),
            *super().shortcuts(),
        ]

    def _enter(self) -> bool:
        free = self.controls.focus is None
        if free:
            self.go_on()
        return free
