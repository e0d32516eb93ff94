"""The story of the game in four pictures: told once before the first match, and again from the main menu (CLI-108)."""

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import arcade

from roborally.base import paths
from roborally.base.translation import _, plugin_text
from roborally.plugin import text
from roborally.plugin_system.loader import Catalogue, Plugin
from roborally.plugin_system.manifest import RobotManifest
from roborally.ui.board.actors import robot_picture
from roborally.ui.toolkit import pictures, theme
from roborally.ui.toolkit.app import App, Screen
from roborally.ui.toolkit.layer import text_size
from roborally.ui.toolkit.shortcuts import ENTER, Shortcut
from roborally.ui.toolkit.theme import Rect
from roborally.ui.toolkit.widgets import Button

WIDEST, MARGIN = 1100.0, 16
"""The greatest width of the panel, and the least space around it."""
TALL = 920.0
"""The height of the panel on a tall page."""
EDGE = 24
"""The space within the panel."""
HEAD, FOOT = 73, 90
"""The space above and below what is shown."""
PROPORTIONS = 952 / 353
"""Width of a picture for its height."""
MOST = 5
"""How many candidates are introduced."""
PORTRAIT = 96


class Chapter(NamedTuple):
    """A page of the story: its heading, the name of its picture, and what is told; without picture the candidates."""

    heading: str
    picture: str
    told: str


CHAPTERS = (
    Chapter(
        text("The factory"),
        "line",
        text(
            "The near future. In a factory that never sleeps, robots build robots. It is proud of one thing above all:"
            " its quality control, which is as rigid as a steel beam and smiles about as often."
        ),
    ),
    Chapter(
        text("The test"),
        "test",
        text(
            "Brochures prove nothing here. Every new model is tested live, against all the others, in the great hall:"
            " among running belts, gears and lasers. At each checkpoint a small job is waiting, such as a screw to"
            " tighten, a form to stamp or a lamp to switch on. The jobs are done in order, and all start at once."
        ),
    ),
    Chapter(
        text("The candidates"),
        "",
        text("Each of them is sure to pass. The quality control has put down a press anyway."),
    ),
    Chapter(
        text("The verdict"),
        "scrap",
        text(
            "The first robot to finish all its jobs goes into production. The others are scrapped, and the press at the"
            " end of the hall is warm already. One of the candidates obeys you: write it a good program."
        ),
    ),
)


def candidates(catalogue: Catalogue) -> list[tuple[str, RobotManifest, Plugin]]:
    """Return the robots that tell who they are, with their plugins: at most `MOST`, those of the game first."""
    own = paths.plugin_folder()
    plugins = sorted(catalogue.plugins.values(), key=lambda plugin: (plugin.folder.parent != own, plugin.id))
    found = [
        (model, manifest, plugin)
        for plugin in plugins
        for model, manifest in plugin.manifest.robot.items()
        if manifest.about
    ]
    return found[:MOST]


class StoryPage(Screen):
    """Tells the story chapter by chapter; `done()` is called after the last one, or when it is skipped.

    `last` is the caption of the button that leads on from the last chapter.
    """

    def __init__(self, app: App, catalogue: Catalogue, done: Callable[[], None], last: str) -> None:
        """Show the first chapter."""
        super().__init__(app)
        self._candidates = candidates(catalogue)
        self._done = done
        self._last = last
        self.at = 0
        self._build()

    def _build(self) -> None:
        """Show the current chapter."""
        self.clear()
        layer, chapter, area = self.layer, CHAPTERS[self.at], self.area
        inner = Rect(area.x + EDGE, area.y + FOOT, area.width - 2 * EDGE, area.height - HEAD - FOOT)
        layer.backdrop()
        layer.frame("panel", area)
        layer.heading(_(chapter.heading), inner.x + 4, area.top - 38, 28, tint=theme.colour("accent"))
        number, dim = f"{self.at + 1} / {len(CHAPTERS)}", theme.colour("text-dim")
        layer.label(number, inner.right - 4, area.top - 38, size=15, anchor_x="right", tint=dim)
        options: dict[str, Any] = {"size": 18, "width": inner.width - 8, "wrap": True}
        told = text_size(self.space, _(chapter.told), **options)[1] + 20
        if chapter.picture:
            image = pictures.picture(theme.asset("story", f"{chapter.picture}.png"))
            width = min(inner.width, (inner.height - told) * PROPORTIONS)
            height = width / PROPORTIONS
            bottom = inner.centre[1] + (told - height) / 2
            layer.sprite(image, inner.centre[0], bottom + height / 2, width, height)
        else:
            bottom = inner.y + told
            self._introduce(Rect(inner.x, bottom, inner.width, inner.top - bottom))
        self.told = layer.label(_(chapter.told), inner.x + 4, bottom - 20, anchor_y="top", **options).text
        self._lay_out_buttons(area)

    @property
    def area(self) -> Rect:
        """Where the panel is."""
        sheet = self.sheet
        width, height = min(WIDEST, sheet.width - 2 * MARGIN), sheet.height - 2 * MARGIN
        if self.is_tall:
            height = min(TALL, height)
        return Rect(sheet.centre[0] - width / 2, sheet.centre[1] - height / 2, width, height)

    def rebuild(self) -> None:
        """Lay the chapter out again."""
        self._build()

    def _introduce(self, place: Rect) -> None:
        """Show the candidates: picture, name, motto, and who they are; beside or below each other."""
        count = max(1, len(self._candidates))
        width, height = place.width / count, place.height / count
        for number, (model, manifest, plugin) in enumerate(self._candidates):
            image = robot_picture(model, number, number, (plugin,), 128)
            texts = (manifest.title, manifest.motto, manifest.about)
            title, motto, about = (plugin_text(plugin.folder, words) if words else "" for words in texts)
            quoted = _("“{motto}”").format(motto=motto) if motto else ""
            if self.is_tall:
                row = Rect(place.x, place.top - (number + 1) * height + 3, place.width, height - 6)
                self._introduce_in_row(row, number, image, (title, quoted, about))
            else:
                card = Rect(place.x + number * width + 3, place.y, width - 6, place.height)
                self._introduce_on_card(card, number, image, (title, quoted, about))

    def _introduce_on_card(self, card: Rect, number: int, image: arcade.Texture, texts: tuple[str, str, str]) -> None:
        layer, (title, motto, about) = self.layer, texts
        layer.frame("panel-inset", card)
        x, left, inner = card.centre[0], card.x + 12, card.width - 24
        layer.sprite(image, x, card.top - 62, PORTRAIT)
        tint = theme.seat_colours(number).light
        layer.heading(title, x, card.top - 132, 20, tint=tint, anchor_x="center", width=inner)
        options: dict[str, Any] = {"width": inner, "wrap": True, "anchor_y": "top"}
        accent = theme.colour("accent")
        label = layer.label(motto, left, card.top - 150, size=13, tint=accent, align="center", **options)
        layer.label(about, left, label.y - label.shown_size[1] - 8, size=13, **options)

    def _introduce_in_row(self, row: Rect, number: int, image: arcade.Texture, texts: tuple[str, str, str]) -> None:
        layer, (title, motto, about) = self.layer, texts
        layer.frame("panel-inset", row)
        layer.sprite(image, row.x + 66, row.centre[1], PORTRAIT)
        x, width = row.x + 132, row.width - 148
        layer.heading(title, x, row.top - 22, 20, tint=theme.seat_colours(number).light, width=width)
        options: dict[str, Any] = {"width": width, "wrap": True, "anchor_y": "top"}
        label = layer.label(motto, x, row.top - 38, size=13, tint=theme.colour("accent"), **options)
        layer.label(about, x, label.y - label.shown_size[1] - 4, size=13, **options)

    def _lay_out_buttons(self, area: Rect) -> None:
        layer, y, left, right = self.layer, area.y + 22, area.x + EDGE, area.right - EDGE
        if self.at + 1 < len(CHAPTERS):
            spot = Rect(left, y, 190, 48)
            tooltip = _("Skip the story (Esc)")
            self.controls.add(Button(layer, spot, _("Skip"), self.leave, icon="skip", tooltip=tooltip))
        spot = Rect(right - 420, y, 190, 48)
        back = Button(
            layer, spot, _("Back"), lambda: self.turn(-1), icon="arrow-left", tooltip=_("One page back (Left)")
        )
        back.enable(self.at > 0)
        self.controls.add(back)
        caption = self._last if self.at + 1 == len(CHAPTERS) else _("Next")
        spot = Rect(right - 220, y, 220, 48)
        tooltip = _("Go on (Enter, Right)")
        self.controls.add(Button(layer, spot, caption, self.go_on, icon="arrow-right", accent=True, tooltip=tooltip))

    @property
    def scene(self) -> object:
        """The chapter that is shown."""
        return self, self.at

    # --- turning pages --------------------------------------------------------------------------------------------

    def turn(self, direction: int) -> None:
        """Turn a page, as far as there is one."""
        at = max(0, min(len(CHAPTERS) - 1, self.at + direction))
        if at != self.at:
            self.at = at
            self._build()
            self.controls.motion(*self.app.pointer)

    def go_on(self) -> None:
        """Turn to the next page, or leave the last one."""
        if self.at + 1 < len(CHAPTERS):
            self.turn(1)
        else:
            self.leave()

    def leave(self) -> None:
        """Close the story, wherever it is."""
        self.app.pop()
        self._done()

    escape = leave

    def release(self, x: float, y: float, button: int) -> None:
        """Use a button; a click on the page goes on."""
        over = self.controls.at(x, y)
        super().release(x, y, button)
        if over is None and self.area.holds(x, y):
            self.go_on()

    def shortcuts(self) -> list[Shortcut]:
        """Return what keys do here; Esc skips the rest."""
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
