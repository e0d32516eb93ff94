"""The pages of files: stored matches, saved games, match files, replays."""

from collections.abc import Callable
from functools import partial

from roborally.base import paths
from roborally.features.replays.window.desk import ReplayDesk
from roborally.features.replays.window.recent import RecentMatches
from roborally.game.records.file_format import REPLAY_SUFFIX, SAVE_SUFFIX
from roborally.profile.kept import MatchKeeper

from . import profile
from .menu_scenes import lobby, settle
from .moments import Library
from .studio import STEP, Studio

Show = Callable[[Studio, Library], None]


def scenes() -> dict[str, Show]:
    """Return the scenes by name."""
    return {
        "match-files-load": partial(match_files, ""),
        "match-files-damaged": partial(match_files, "damaged"),
        "match-files-save": partial(match_files, "save"),
        "match-files-replace": partial(match_files, "replace"),
        "match-files-saved": partial(match_files, "saved"),
        "match-files-no-name": partial(match_files, "no name"),
        "load-from-lobby": load_from_lobby,
        "load": partial(load, ""),
        "load-damaged": partial(load, f"damaged{SAVE_SUFFIX}"),
        "replays": partial(replays, ""),
        "replays-recent": partial(replays, "recent"),
        "replays-delete": partial(replays, "delete"),
        "replays-damaged": partial(replays, "damaged"),
        "menu-continue": partial(continuing, "menu"),
        "continue": partial(continuing, ""),
        "continue-delete": partial(continuing, "delete"),
        "continue-damaged": partial(continuing, "damaged"),
        "continue-nothing": partial(continuing, "nothing"),
    }


# --- files ----------------------------------------------------------------------------------------------------------


def match_files(what: str, studio: Studio, library: Library) -> None:
    """Show the pages of match files and their messages."""
    page = lobby("standard", studio, library)
    if what in ("", "damaged"):
        page.open_match_files()
        if what:
            names = [path.stem for path, _content in studio.top.files]
            studio.top.main_list.choose(names.index(what))
            studio.top.act()
        return
    page.save_match_file()
    saving = studio.top
    if what != "save":
        saving.field.value = {"replace": "Sunday", "saved": "Monday", "no name": ""}[what]
        saving.field.refresh()
        saving.act()
    (paths.match_folder() / "Monday.toml").unlink(missing_ok=True)


def load_from_lobby(studio: Studio, library: Library) -> None:
    """Show the saved games when none fits the players."""
    page = lobby("standard", studio, library)
    for number in (0, 1):
        page.lobby.change_seat(number, controller="human")
    page.open_saves()


def load(name: str, studio: Studio, library: Library) -> None:
    """Show the saved games; with a name the message about a file."""
    studio.client.router.home()
    studio.client.router.open("load-game")
    if name:
        names = [path.name for path, _summary in studio.top.files]
        studio.top.main_list.choose(names.index(name))
        studio.top.act()


def replays(what: str, studio: Studio, library: Library) -> None:
    """Show the recorded matches, the message about a damaged one, or the question before one is deleted."""
    studio.client.router.home()
    recent = studio.client.of(RecentMatches)
    before, recent.replays = recent.replays, profile.keep_replays(library) if what == "recent" else None
    studio.client.router.open("replays")
    recent.replays = before
    studio.go_on(1)
    while not studio.top.ready:
        studio.go_on(STEP)
    for path in paths.recent_folder().rglob(f"*{REPLAY_SUFFIX}"):
        path.unlink()
    if what == "damaged":
        studio.client.of(ReplayDesk).watch_file(paths.save_folder() / f"broken{REPLAY_SUFFIX}")
    elif what == "delete":
        studio.top.ask_to_delete()


def continuing(what: str, studio: Studio, library: Library) -> None:
    """Show the main menu with stored matches, their list, and the messages about them."""
    profile.leave_matches(library)
    folder = paths.save_folder() if what == "nothing" else paths.kept_folder()
    studio.client.rescue.keeper = MatchKeeper(folder / "none" if what == "nothing" else folder)
    studio.client.router.home()
    if what == "menu":
        settle(studio)
        return
    studio.client.rescue.open_page()
    settle(studio)
    if what == "delete":
        studio.top.ask_to_delete()
    elif what == "damaged":
        names = [path.stem for path, _summary in studio.top.files]
        studio.top.cards.choose(names.index("match-9"))
        studio.top.act()
        for path in paths.kept_folder().glob("*.damaged*"):
            path.unlink()
