"""The first picture waits for nothing that belongs to other pages (CLI-2253, CLI-2254)."""

import os
import subprocess
import sys

import pytest

PROGRAM = """
import gc, os, sys
from types import ModuleType
from roborally.base import later
from roborally.ui.toolkit.app import App
frames = 0
flip = App.flip

def there():
    return [name for name, module in sys.modules.items() if type(module) is ModuleType]

def flipped(window):
    global frames
    flip(window)
    frames += 1
    if frames == 1:
        print(*there())
        print(gc.isenabled())
    if not later._waiting or frames > 3000:
        print(*there())
        sys.stdout.flush()
        os._exit(0)

App.flip = flipped
from roborally.cli import main
sys.exit(main([]))
"""
PAGES = (
    "roborally.game.session.bot_pool",
    "roborally.narration.rulebook.markdown",
    "roborally.features.replays.window.film_page",
    "roborally.features.exhibition.window.exhibition_page",
    "roborally.ui.match.match_screen",
    "roborally.features.lobby.window.online.room_page",
    "roborally.features.authoring.window.plugins_page",
    "roborally.features.puzzles.window.puzzle_page",
    "roborally.features.replays.window.replays_page",
    "roborally.ui.rescue.fault_page",
    "roborally.features.lobby.window.lobby_page",
    "roborally.features.lessons.window.lesson_list",
)
THEIR_PACKAGES = ("markdown_it", "websockets", "zeroconf", "cryptography")

OF_ARCADE = ("pytiled_parser", "pytiled_parser.layer", "attr", "pyglet.image.codecs.gdkpixbuf2")
"""What arcade and pyglet would load, and the game has no use for."""
TILED = """
import sys
import roborally.ui.toolkit.app
import arcade, pytiled_parser
print("attr" in sys.modules)
found = arcade.load_tilemap(":resources:/tiled_maps/map.json")
print(*sorted(found.sprite_lists), isinstance(found.tiled_map, pytiled_parser.TiledMap))
"""

pytestmark = pytest.mark.window


@pytest.fixture(scope="module")
def text(tmp_path_factory: pytest.TempPathFactory) -> list[list[str]]:
    """Start the program; return what it has imported at its first picture, if it collects garbage, and what then."""
    profile = tmp_path_factory.mktemp("profile")
    homes = {name: str(profile) for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME")}
    (profile / "roborally").mkdir()
    (profile / "roborally" / "settings.toml").write_text("sound = true\n", encoding="utf-8")  # no welcome
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], capture_output=True, text=True, env={**os.environ, **homes}, timeout=300
    )
    assert done.returncode == 0, done.stderr
    return [line.split() for line in done.stdout.splitlines()]


def test_no_other_page_is_imported_before_the_first_picture(text: list[list[str]]) -> None:
    """CLI-2253: not even the packages that other pages need."""
    first = set(text[0])
    assert "roborally.ui.pages.main_menu" in first
    assert not first & {*PAGES, *THEIR_PACKAGES}


def test_what_the_game_has_no_use_for_is_not_loaded(text: list[list[str]]) -> None:
    """CLI-2380: neither before the first picture nor when all pages have been made ready."""
    assert "arcade.tilemap.tilemap" in text[0]
    assert not {*text[0], *text[2]} & set(OF_ARCADE)


def test_plugins_can_read_maps_of_tiled_all_the_same() -> None:
    """CLI-2380: arcade reads them as ever, with the modules that have waited."""
    done = subprocess.run([sys.executable, "-c", TILED], capture_output=True, text=True, check=True, timeout=300)
    assert done.stdout.splitlines() == ["False", "Coins Platforms True"]


def test_all_pages_are_imported_while_the_menu_is_shown(text: list[list[str]]) -> None:
    """CLI-2254: so the first click on one does not have to wait."""
    assert set(PAGES) <= set(text[2])


def test_garbage_is_looked_for_again_once_the_window_is_there(text: list[list[str]]) -> None:
    assert text[1] == ["True"]
