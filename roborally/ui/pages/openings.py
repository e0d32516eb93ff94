"""The opening stories for the story page: that of the factory, and those in the manifests of modes (CLI-108)."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from roborally.base.translation import _, plugin_text
from roborally.plugin import text
from roborally.plugin_system.loader import Catalogue, Plugin
from roborally.ui.toolkit import theme


class OpeningPage(NamedTuple):
    """A page of an opening story, with English texts; without a `picture` the page shows the robots.

    In a narrow window only the part of the picture around `focus`, a share (0 to 1) of its width, is shown. `folder`
    belongs to the plugin that translates the texts, `None` for the game itself.
    """

    heading: str
    text: str
    picture: Path | None = None
    focus: float = 0.5
    folder: Path | None = None

    def translated(self, english: str) -> str:
        """Return an English text of the page in the current language."""
        return plugin_text(self.folder, english) if self.folder is not None else _(english)


class StoryOpening(NamedTuple):
    """The story shown before the first match of a mode; `mode` is the mode's id, empty for the game's own story."""

    mode: str
    title: str
    chapters: Sequence[OpeningPage]


FACTORY = (
    OpeningPage(
        text("XF435-C7"),
        text(
            "XF435-C7 felt at the mercy of fate. The belt carried it on, nobody had asked where to, and ahead of it a"
            " press went up and down in a beat that it did not like. It had tightened its screw, stamped its form and"
            " switched on its lamp. It had just not been the first."
        ),
        theme.asset("story", "fate.png"),
        focus=0.4,
    ),
    OpeningPage(
        text("The factory"),
        text(
            "The near future. In a factory that never sleeps, robots build robots. It is proud of one thing above all:"
            " its quality control, which is as rigid as a steel beam and smiles about as often."
        ),
        theme.asset("story", "line.png"),
    ),
    OpeningPage(
        text("The test"),
        text(
            "Brochures prove nothing here. Every new model is tested live, against all the others, in the great hall:"
            " among running belts, gears and lasers. At each checkpoint a small job is waiting, such as a screw to"
            " tighten, a form to stamp or a lamp to switch on. The jobs are done in order, and all start at once."
        ),
        theme.asset("story", "test.png"),
    ),
    OpeningPage(
        text("The candidates"),
        text("Each of them is sure to pass. The quality control has put down a press anyway."),
    ),
    OpeningPage(
        text("The verdict"),
        text(
            "The first robot to finish all its jobs goes into production. The others are scrapped, and the press at the"
            " end of the hall is warm already. One of the candidates obeys you: write it a good program."
        ),
        theme.asset("story", "scrap.png"),
        focus=0.6,
    ),
)


def opening_of(plugin: Plugin) -> StoryOpening:
    """Return the opening story of a mode: that in its manifest, or the game's own."""
    chapters = [
        OpeningPage(
            page.heading,
            page.text,
            plugin.folder / "art" / (page.picture or f"opening-{name}.png"),
            page.focus,
            plugin.folder,
        )
        for name, page in plugin.manifest.opening.items()
    ]
    if not chapters:
        return factory_opening()
    return StoryOpening(plugin.id, plugin.title, chapters)


def factory_opening() -> StoryOpening:
    """Return the game's own story, for modes without another one."""
    return StoryOpening("", _("The factory"), FACTORY)


def openings(catalogue: Catalogue) -> list[StoryOpening]:
    """Return all opening stories: the game's own, then those of modes in the order of the catalogue."""
    own = [opening_of(plugin) for plugin in catalogue.modes()]
    return [factory_opening(), *(opening for opening in own if opening.mode)]
