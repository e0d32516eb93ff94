"""Returns the paths of the game's own files and of the player's files.

The game's own plugins, boards, assets and rules lie in ``roborally/_data`` in an installed wheel, and next to the
package in a checkout (the rules in ``docs/rules``). The player's files lie where the operating system expects them. No
function here creates a folder: code that writes a file creates the folder first.
"""

import os
from functools import cache
from pathlib import Path

import platformdirs

_APP_NAME = "roborally"
_PACKAGE = Path(__file__).resolve().parents[1]


@cache
def _data_root(package: Path) -> Path:
    """Return the folder that contains ``plugins``, ``boards`` and ``assets``; `package` is the Python package's."""
    in_wheel = package / "_data"
    return in_wheel if in_wheel.is_dir() else package.parent


def real(path: Path) -> Path:
    """Return a path with its symbolic links resolved; unlike `Path.resolve`, never raise for links in a circle."""
    return Path(os.path.realpath(path))


def package_folder() -> Path:
    """Return the folder of the Python package `roborally`."""
    return _PACKAGE


def compiled_folder() -> Path:
    """Return the folder with one subfolder for each build of the compiled engine; it may not exist."""
    return _PACKAGE / "_compiled" if is_compiled_wheel() else _PACKAGE.parent / "build" / "compiled"


def is_wheel() -> bool:
    """Return whether the game was installed from a wheel; otherwise it runs from a checkout, with its tools."""
    return (_PACKAGE / "_data").is_dir()


def is_compiled_wheel() -> bool:
    """Return whether the game was installed from a wheel that contains a build of the compiled engine."""
    return (_PACKAGE / "_compiled").is_dir()


def plugin_folder() -> Path:
    """Return the folder of the plugins that come with the game, one subfolder each."""
    return _data_root(_PACKAGE) / "plugins"


def board_folder() -> Path:
    """Return the folder of the boards, courses and ready-made matches that come with the game."""
    return _data_root(_PACKAGE) / "boards"


def asset_folder() -> Path:
    """Return the folder of the art, fonts and sounds that plugins share."""
    return _data_root(_PACKAGE) / "assets"


def rule_folder() -> Path:
    """Return the folder of the pages of the rules, one Markdown file each."""
    return _PACKAGE / "_data" / "rules" if is_wheel() else _PACKAGE.parent / "docs" / "rules"


def user_plugin_folder() -> Path:
    """Return the folder for plugins that the player has added; it may not exist."""
    return _user_data() / "plugins"


def program_plugins_file() -> Path:
    """Return the TOML file of the enabled plugins that extend the program, and their settings; it may not exist."""
    return _user_data() / "program-plugins.toml"


def packed_folder() -> Path:
    """Return the folder for zip files of plugins that the player has made into packages; it may not exist."""
    return _user_data() / "packed"


def download_folder() -> Path:
    """Return the user's download folder as the operating system names it; it may not exist."""
    return Path(platformdirs.user_downloads_dir())


def user_board_folder() -> Path:
    """Return the folder for boards and courses that the player has drawn or added; it may not exist."""
    return _user_data() / "boards"


def post_key_folder() -> Path:
    """Return the folder for the keys of the player's seats in games by post; it may not exist."""
    return _user_data() / "post-keys"


def draft_file() -> Path:
    """Return the file of the unfinished board in the board editor; it may not exist."""
    return _user_data() / "board-draft.json"


def save_folder() -> Path:
    """Return the folder for saved matches and replays; it may not exist."""
    return _user_data() / "saves"


def kept_folder() -> Path:
    """Return the folder for matches that were still running when the window closed or crashed; it may not exist."""
    return _user_data() / "running"


def recent_folder() -> Path:
    """Return the folder for the replays of the latest matches; it may not exist."""
    return _user_data() / "recent"


def film_folder() -> Path:
    """Return the folder for video files of matches; it may not exist."""
    return _user_data() / "films"


def report_folder() -> Path:
    """Return the folder for error reports of the window; it may not exist."""
    return _user_data() / "reports"


def match_folder() -> Path:
    """Return the folder for match files saved in the lobby; it may not exist."""
    return _user_data() / "matches"


def seat_file() -> Path:
    """Return the file with the player's seat in the last network match, for coming back to it; it may not exist."""
    return _user_data() / "last-network-game.json"


def hosting_file() -> Path:
    """Return the lock file that exists while a window hosts a running match."""
    return _user_data() / "hosting.lock"


def bundle_folder() -> Path:
    """Return the folder for plugins without code that were downloaded from servers; it may not exist."""
    return _user_data() / "bundles"


def journal_folder() -> Path:
    """Return the folder where `roborally serve` keeps its running matches across restarts; it may not exist."""
    return _user_data() / "server"


def person_file() -> Path:
    """Return the file of the secret key by which servers recognise the player; it may not exist."""
    return _user_data() / "player.key"


def seal_key_file() -> Path:
    """Return the file of the key that decrypts the sealed matches of the player's own server; it may not exist."""
    return _user_data() / "sealed-games.key"


def history_file() -> Path:
    """Return the SQLite database of the player's finished games; it may not exist."""
    return _user_data() / "history.sqlite"


def lessons_file() -> Path:
    """Return the TOML file of the lessons that the player has finished; it may not exist."""
    return _user_data() / "lessons.toml"


def daily_file() -> Path:
    """Return the TOML file of the player's results of the daily courses; it may not exist."""
    return _user_data() / "daily.toml"


def puzzles_file() -> Path:
    """Return the TOML file of the puzzles that the player has solved; it may not exist."""
    return _user_data() / "puzzles.toml"


def figures_file() -> Path:
    """Return the TOML file of the measured ratings of boards and courses; it may not exist."""
    return _user_data() / "figures.toml"


def settings_file() -> Path:
    """Return the TOML file of the player's settings; it may not exist."""
    return Path(platformdirs.user_config_dir(_APP_NAME, appauthor=False)) / "settings.toml"


def choices_file() -> Path:
    """Return the file of the player's choices for the last quick match; it may not exist."""
    return settings_file().with_name("quick-match.json")


def overlays_file() -> Path:
    """Return the file of the overlays that the board editor showed last; it may not exist."""
    return settings_file().with_name("board-overlays.json")


def lobby_file() -> Path:
    """Return the match file with the choices in the last lobby; it may not exist."""
    return settings_file().with_name("lobby.toml")


def _user_data() -> Path:
    return Path(platformdirs.user_data_dir(_APP_NAME, appauthor=False))
