"""The story of the game in four pictures: told once before the first match, and again from the main menu (CLI-108)."""

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from roborally.base import paths
from roborally.base.translation import _, plugin_text
from roborally.plugin import text
from roborally.plugin_system.loader import Catalogue, Plugin
from roborally.plugin_system.manifest import RobotManifest
from roborally.ui.board.actors import robot_picture
from roborally.ui.toolkit import pictures, theme
from roborally.ui.toolkit.app import App, Screen
from roborally.ui.toolkit.shortcuts import ENTER, Shortcut
from roborally.ui.toolkit.theme import HEIGHT, WIDTH, Rect
from roborally.ui.toolkit.widgets import Button

AREA = Rect(140, 24, WIDTH - 280, HEIGHT - 48)
SCENE = Rect(AREA.x + 24, AREA.top - 426, AREA.width - 48, 353)
"""The place of the picture."""
CARDS = Rect(SCENE.x, SCENE.y - 74, SCENE.width, SCENE.height + 74)
"""The place of the candidates."""
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
        layer, chapter = self.layer, CHAPTERS[self.at]
        layer.backdrop()
        layer.frame("panel", AREA)
        layer.heading(_(chapter.heading), SCENE.x + 4, AREA.top - 38, 28, tint=theme.colour("accent"))
        number = f"{self.at + 1} / {len(CHAPTERS)}"
        layer.label(number, SCENE.right - 4, AREA.top - 38, size=15, anchor_x="right", tint=theme.colour("text-dim"))
        if chapter.picture:
            image = pictures.picture(theme.asset("story", f"{chapter.picture}.png"))
            layer.sprite(image, *SCENE.centre, SCENE.width, SCENE.height)
        else:
            self._introduce()
        place = SCENE.x + 4, (SCENE if chapter.picture else CARDS).y - 20
        told = layer.label(_(chapter.told), *place, size=18, width=SCENE.width - 8, wrap=True, anchor_y="top")
        self.told = told.text
        self._lay_out_buttons()

    def _introduce(self) -> None:
        """Show the candidates: picture, name, motto, and who they are."""
        layer, width = self.layer, CARDS.width / max(1, len(self._candidates))
        for number, (model, manifest, plugin) in enumerate(self._candidates):
            card = Rect(CARDS.x + number * width + 3, CARDS.y, width - 6, CARDS.height)
            layer.frame("panel-inset", card)
            x, left, inner = card.centre[0], card.x + 12, card.width - 24
            layer.sprite(robot_picture(model, number, number, (plugin,), 128), x, card.top - 62, PORTRAIT)
            texts = (manifest.title, manifest.motto, manifest.about)
            title, motto, about = (plugin_text(plugin.folder, words) if words else "" for words in texts)
            tint = theme.seat_colours(number).light
            layer.heading(title, x, card.top - 132, 20, tint=tint, anchor_x="center", width=inner)
            options: dict[str, Any] = {"width": inner, "wrap": True, "anchor_y": "top"}
            quoted = _("“{motto}”").format(motto=motto) if motto else ""
            accent = theme.colour("accent")
            label = layer.label(quoted, left, card.top - 150, size=13, tint=accent, align="center", **options)
            layer.label(about, left, label.y - label.shown_size[1] - 8, size=13, **options)

    def _lay_out_buttons(self) -> None:
        layer, y = self.layer, AREA.y + 22
        if self.at + 1 < len(CHAPTERS):
            spot = Rect(SCENE.x, y, 190, 48)
            tooltip = _("Skip the story (Esc)")
            self.controls.add(Button(layer, spot, _("Skip"), self.leave, icon="skip", tooltip=tooltip))
        spot = Rect(SCENE.right - 420, y, 190, 48)
        back = Button(
            layer, spot, _("Back"), lambda: self.turn(-1), icon="arrow-left", tooltip=_("One page back (Left)")
        )
        back.enable(self.at > 0)
        self.controls.add(back)
        caption = self._last if self.at + 1 == len(CHAPTERS) else _("Next")
        spot = Rect(SCENE.right - 220, y, 220, 48)
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
        if over is None and AREA.holds(x, y):
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
