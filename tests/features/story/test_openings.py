"""Openings of modes, from manifests: told above the lessons, and on wish (CLI-1511)."""

from typing import Any

import arcade
import msgspec
import pytest

from roborally.base.translation import use_language
from roborally.features.authoring.checks.look_check import look_problems
from roborally.features.story.window.story_page import StoryPage
from roborally.plugin_system.errors import PluginError
from roborally.plugin_system.loader import Catalogue, Plugin
from roborally.plugin_system.manifest import PageManifest, read_manifest
from roborally.ui.pages.openings import FACTORY, opening_of, openings
from roborally.ui.toolkit.app import Screen
from tests.ui.conftest import Driver
from tests.ui.kept_matches import go
from tests.ui.seen import button, texts
from tests.ui.test_main_menu import client as client

pytestmark = pytest.mark.window


OPENED = ("crash-and-burn", "roboball", "volt")
"""The modes with an opening of their own."""


@pytest.mark.long
def test_all_can_be_read_again_from_the_menu(client: Any, app: Any, driver: Driver, catalogue: Catalogue) -> None:
    """CLI-1511: the factory's first; each to its end, whose button leads back to the menu."""
    page = go(driver, "The story")
    text = []
    for opening in openings(catalogue):
        assert page.chapters == opening.chapters
        text.append(opening.title)
        assert page.text == opening.chapters[0].text
        for _chapter in opening.chapters[1:]:
            driver.click(button(app, "Next").rect.centre)
        assert button(app, "Main menu").enabled
        choice = next(widget for widget in page.controls.widgets if getattr(widget, "options", None))
        driver.click((choice.rect.right - 15, choice.rect.centre[1]))
    assert text == ["The factory", "Crash and Burn", "RoboBall", "VOLT"]
    assert page.chapters == FACTORY, "it goes round"


def test_the_lessons_have_the_story_of_their_edition_above_them(client: Any, app: Any, driver: Driver) -> None:
    """CLI-1511."""
    client.router.open("lessons")
    driver.frame()
    page = app.screen_on_top
    assert "quality control" in texts(app)
    while "an arena of the VOLT league" not in texts(app):
        before = page.editions.at
        driver.key(arcade.key.RIGHT)
        assert page.editions.at > before, "the end of the list"
    assert "quality control" not in texts(app)


@pytest.mark.parametrize("language", ["de", "sv"])
def test_every_page_has_its_picture_and_its_words(catalogue: Catalogue, language: str) -> None:
    try:
        use_language(language)
        for chapter in (chapter for mode in OPENED for chapter in opening_of(catalogue.get(mode)).chapters):
            assert chapter.picture is not None
            assert chapter.picture.is_file()
            assert chapter.translated(chapter.text) != chapter.text
    finally:
        use_language("en")


@pytest.mark.long
@pytest.mark.parametrize("size", [(1280, 720, 200), (1024, 640, 100), (800, 1200, 100)])
@pytest.mark.parametrize("language", ["de", "sv"])
def test_texts_and_choice_have_room(app: Any, catalogue: Catalogue, language: str, size: tuple[int, int, int]) -> None:
    """CLI-1511: nothing is cut or lies upon something else, in every opening."""
    try:
        use_language(language)
        found = openings(catalogue)
        app.push(Screen(app))
        for at in range(len(found)):
            page = StoryPage(app, catalogue, found[at:] + found[:at])
            app.settings = msgspec.structs.replace(app.settings, interface_scale=size[2])
            app.push(page)
            app.adapt_to(*size[:2])
            page.settled()
            for number in range(len(page.chapters)):
                page.turn(1 if number else 0)
                assert not [label.text for label in page.layer.labels if label.is_shortened]
                text = next(label for label in page.layer.labels if label.text == page.text)
                lowest = min(widget.rect.top for widget in page.controls.widgets)
                assert text.y - text.shown_size[1] >= lowest
                heading = page.layer.labels[0]
                choice = next(widget for widget in page.controls.widgets if getattr(widget, "options", None))
                assert heading.x + heading.shown_size[0] <= choice.rect.x
            app.pop()
    finally:
        use_language("en")


def test_a_stranger_brings_an_opening(catalogue: Catalogue) -> None:
    """CLI-1511: the pages of any manifest are told, under the picture that it names."""
    volt = catalogue.get("volt")
    page = PageManifest(heading="The beach", text="Sand everywhere.", picture="sand.png", focus=0.25)
    manifest = msgspec.structs.replace(volt.manifest, id="beach", title="Beach", opening={"sand": page})
    plugin = Plugin(volt.folder, manifest)
    opening = opening_of(plugin)
    (chapter,) = opening.chapters
    assert (opening.title, chapter.text, chapter.focus) == ("Beach", "Sand everywhere.", 0.25)
    assert chapter.picture == volt.folder / "art" / "sand.png"
    (problem,) = look_problems(plugin, catalogue)
    assert problem.startswith("plugin.toml: opening.sand.picture: there is no picture art/sand.png")


@pytest.mark.parametrize(
    ("kind", "table", "text"),
    [
        ("mode", 'heading = ""\ntext = "x"', "opening.sand: heading: must have 1 to 40 characters"),
        ("mode", f'heading = "x"\ntext = "{"x" * 401}"', "opening.sand: text: must have 1 to 400 characters"),
        ("mode", 'heading = "x"\ntext = "x"\nfocus = 1.5', "opening.sand: focus: must be from 0 to 1, not 1.5"),
        ("rules", 'heading = "x"\ntext = "x"', "only a mode has opening"),
    ],
)
def test_a_wrong_page_is_refused(tmp_path: Any, kind: str, table: str, text: str) -> None:
    head = 'id = "beach"\ntitle = "Beach"\ndescription = "x"\nversion = "1"\nauthors = []\nlicense = "MIT"\napi = 2\n'
    (tmp_path / "plugin.toml").write_text(f'{head}kind = "{kind}"\n[opening.sand]\n{table}\n', encoding="utf-8")
    with pytest.raises(PluginError, match=text):
        read_manifest(tmp_path)
