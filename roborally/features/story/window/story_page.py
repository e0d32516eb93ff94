"""An opening in a few pictures: shown once before the first match, and again from the main menu (CLI-108)."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import arcade

from roborally.base import paths
from roborally.base.translation import _, plugin_text
from roborally.plugin_system.loader import Catalogue, Plugin
from roborally.plugin_system.manifest import RobotManifest
from roborally.ui.board.actors import robot_picture
from roborally.ui.pages.openings import OpeningPage, StoryOpening
from roborally.ui.toolkit import pictures, theme
from roborally.ui.toolkit.app import App, Screen
from roborally.ui.toolkit.layer import text_size
from roborally.ui.toolkit.shortcuts import ENTER, Shortcut
from roborally.ui.toolkit.theme import Rect
from roborally.ui.toolkit.widgets import Button, Choice

WIDEST, MARGIN = 1100.0, 16
"""The largest width of the panel, and the smallest space around it."""
TALL = 920.0
"""The height of the panel on a tall page."""
EDGE = 24
"""The space inside the panel."""
HEAD, FOOT = 73, 90
"""The space above and below the content."""
LEAST, MAX_BROAD = 1.0, 2.7
"""The smallest and the largest visible width of a picture, relative to its height."""
EYE = 0.46
"""The vertical centre of the visible part on a page that shows a wide strip, as a share of the height from the top."""
CHOICE = 230, 34
"""Width and height of the choice of an opening."""
MAX_CANDIDATES = 5
"""The number of candidates introduced."""
PORTRAIT = 96
SIZES = (18, 17, 16, 15, 14, 13)
"""The font sizes for candidates; the first that fits is used."""


def candidates(catalogue: Catalogue) -> list[tuple[str, RobotManifest, Plugin]]:
    """Return the robots with a description and their plugins: at most `MAX_CANDIDATES`, those of the game first."""
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
    """Return the part of a picture that fits a space of given proportions: left, upper, right, lower pixel.

    `size` is the picture's in pixels, `focus` the centre of the part as a share of its width.
    """
    across, up = size
    wanted = max(LEAST, min(MAX_BROAD, proportions))
    width, height = min(across, round(up * wanted)), min(up, round(across / wanted))
    left = max(0, min(across - width, round(across * focus) - width // 2))
    upper = max(0, min(up - height, round(up * EYE) - height // 2))
    return left, upper, left + width, upper + height


class StoryPage(Screen):
    """Shows an opening chapter by chapter; `done()` is called after the last one, or when it is skipped.

    The first of the `openings` is shown; a reader may choose another one. `last` is the caption of the last chapter's
    button.
    """

    def __init__(
        self, app: App, catalogue: Catalogue, openings: Sequence[StoryOpening], done: Callable[[], None], last: str
    ) -> None:
        """Show the first chapter."""
        super().__init__(app)
        self._candidates = candidates(catalogue)
        self._openings = openings
        self.chapters = openings[0].chapters
        self._done = done
        self._last = last
        self.at = 0
        self._build()

    def _build(self) -> None:
        """Show the current chapter."""
        self.clear()
        layer, chapter, area = self.layer, self.chapters[self.at], self.area
        inner = Rect(area.x + EDGE, area.y + FOOT, area.width - 2 * EDGE, area.height - HEAD - FOOT)
        layer.backdrop()
        layer.frame("panel", area)
        layer.heading(chapter.translated(chapter.heading), inner.x + 4, area.top - 38, 28, tint=theme.colour("accent"))
        number, dim = f"{self.at + 1} / {len(self.chapters)}", theme.colour("text-dim")
        layer.label(number, inner.right - 4, area.top - 38, size=15, anchor_x="right", tint=dim)
        self._offer_others(inner.right - 64, area.top - 38)
        words = chapter.translated(chapter.text)
        options: dict[str, Any] = {"size": 18, "width": inner.width - 8, "wrap": True}
        text = text_size(self.space, words, **options)[1] + 20
        if chapter.picture is not None:
            size, proportions = pictures.picture(chapter.picture).size, inner.width / (inner.height - text)
            image = pictures.cut(chapter.picture, visible_part(size, proportions, chapter.focus))
            width = min(inner.width, (inner.height - text) * image.width / image.height)
            height = width * image.height / image.width
            bottom = inner.centre[1] + (text - height) / 2
            layer.sprite(image, inner.centre[0], bottom + height / 2, width, height)
        else:
            bottom = inner.y + text
            self._introduce(Rect(inner.x, bottom, inner.width, inner.top - bottom))
        self.text = layer.label(words, inner.x + 4, bottom - 20, anchor_y="top", **options).text
        self._lay_out_buttons(area)

    @property
    def area(self) -> Rect:
        """The rectangle of the panel."""
        sheet = self.sheet
        width, height = min(WIDEST, sheet.width - 2 * MARGIN), sheet.height - 2 * MARGIN
        if self.is_tall:
            height = min(TALL, height)
        return Rect(sheet.centre[0] - width / 2, sheet.centre[1] - height / 2, width, height)

    def rebuild(self) -> None:
        """Lay the chapter out again."""
        self._build()

    def _offer_others(self, right: float, y: float) -> None:
        """Let the reader choose another opening, if there are several."""
        if len(self._openings) > 1:
            options = [(opening.chapters, opening.title) for opening in self._openings]
            spot = Rect(right - CHOICE[0], y - CHOICE[1] / 2, *CHOICE)
            tooltip = _("Whose story is told")
            self.controls.add(Choice(self.layer, spot, options, self.chapters, self._choose, tooltip))

    def _choose(self, chapters: Sequence[OpeningPage]) -> None:
        """Show another opening from its beginning."""
        self.chapters, self.at = chapters, 0
        self._build()
        self.controls.motion(*self.app.pointer)

    def _introduce(self, place: Rect) -> None:
        """Show the candidates with picture, name, motto and description, beside or below each other."""
        count = max(1, len(self._candidates))
        tall = self.is_tall
        width, height = (place.width, place.height / count) if tall else (place.width / count, place.height)
        lines = []
        for _model, manifest, plugin in self._candidates:
            texts = (manifest.title, manifest.motto, manifest.about)
            title, motto, about = (plugin_text(plugin.folder, words) if words else "" for words in texts)
            lines.append((title, _("“{motto}”").format(motto=motto) if motto else "", about))
        size = self._letters(lines, width - 154 if tall else width - 30, height - 52 if tall else height - 170)
        for number, ((model, _manifest, plugin), texts) in enumerate(zip(self._candidates, lines, strict=True)):
            image = robot_picture(model, number, number, (plugin,), 128)
            if tall:
                row = Rect(place.x, place.top - (number + 1) * height + 3, width, height - 6)
                self._introduce_in_row(row, number, image, texts, size)
            else:
                card = Rect(place.x + number * width + 3, place.y, width - 6, height)
                self._introduce_on_card(card, number, image, texts, size)

    def _letters(self, text: Sequence[tuple[str, str, str]], width: float, height: float) -> int:
        """Return the largest font size in which the texts of every candidate fit into a space."""

        def fits(size: int) -> bool:
            highs = (
                sum(text_size(self.space, words, size, width=width, wrap=True)[1] for words in texts)
                for _title, *texts in text
            )
            return max(highs, default=0.0) <= height

        return next(filter(fits, SIZES), SIZES[-1])

    def _introduce_on_card(
        self, card: Rect, number: int, image: arcade.Texture, texts: tuple[str, str, str], size: int
    ) -> None:
        layer, (title, motto, about) = self.layer, texts
        layer.frame("panel-inset", card)
        x, left, inner = card.centre[0], card.x + 12, card.width - 24
        layer.sprite(image, x, card.top - 62, PORTRAIT)
        tint = theme.seat_colours(number).light
        layer.heading(title, x, card.top - 132, 20, tint=tint, anchor_x="center", width=inner)
        options: dict[str, Any] = {"size": size, "width": inner, "wrap": True, "anchor_y": "top"}
        accent = theme.colour("accent")
        label = layer.label(motto, left, card.top - 150, tint=accent, align="center", **options)
        layer.label(about, left, label.y - label.shown_size[1] - 8, **options)

    def _introduce_in_row(
        self, row: Rect, number: int, image: arcade.Texture, texts: tuple[str, str, str], size: int
    ) -> None:
        layer, (title, motto, about) = self.layer, texts
        layer.frame("panel-inset", row)
        layer.sprite(image, row.x + 66, row.centre[1], PORTRAIT)
        x, width = row.x + 132, row.width - 148
        layer.heading(title, x, row.top - 22, 20, tint=theme.seat_colours(number).light, width=width)
        options: dict[str, Any] = {"size": size, "width": width, "wrap": True, "anchor_y": "top"}
        label = layer.label(motto, x, row.top - 38, tint=theme.colour("accent"), **options)
        layer.label(about, x, label.y - label.shown_size[1] - 4, **options)

    def _lay_out_buttons(self, area: Rect) -> None:
        layer, y, left, right = self.layer, area.y + 22, area.x + EDGE, area.right - EDGE
        if self.at + 1 < len(self.chapters):
            spot = Rect(left, y, 190, 48)
            tooltip = _("Skip the story (Esc)")
            self.controls.add(Button(layer, spot, _("Skip"), self.leave, icon="skip", tooltip=tooltip))
        spot = Rect(right - 420, y, 190, 48)
        back = Button(
            layer, spot, _("Back"), lambda: self.turn(-1), icon="arrow-left", tooltip=_("One page back (Left)")
        )
        back.enable(self.at > 0)
        self.controls.add(back)
        caption = self._last if self.at + 1 == len(self.chapters) else _("Next")
        spot = Rect(right - 220, y, 220, 48)
        tooltip = _("Go on (Enter, Right)")
        self.controls.add(Button(layer, spot, caption, self.go_on, icon="arrow-right", accent=True, tooltip=tooltip))

    @property
    def scene(self) -> object:
        """The visible chapter."""
        return self, self.chapters, self.at

    # --- turning pages --------------------------------------------------------------------------------------------

    def turn(self, direction: int) -> None:
        """Turn a page if there is one in that direction."""
        at = max(0, min(len(self.chapters) - 1, self.at + direction))
        if at != self.at:
            self.at = at
            self._build()
            self.controls.motion(*self.app.pointer)

    def go_on(self) -> None:
        """Turn to the next page, or leave the last one."""
        if self.at + 1 < len(self.chapters):
            self.turn(1)
        else:
            self.leave()

    def leave(self) -> None:
        """Close the story at any page."""
        self.app.pop()
        self._done()

    escape = leave

    def release(self, x: float, y: float, button: int) -> None:
        """Use a button; a click elsewhere turns the page."""
        over = self.controls.at(x, y)
        super().release(x, y, button)
        if over is None and self.area.holds(x, y):
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
