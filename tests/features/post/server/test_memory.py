"""How much memory many games take in one server: a few lines each, and no match."""

import gc
import shutil
import sys
import urllib.request
from pathlib import Path

import msgspec
import pytest

from roborally.core.match import Match
from roborally.features.post.game import PostGame
from tests.features.post.conftest import COURSES, Begin, match_of
from tests.net.processes import served
from tests.waiting import PATIENCE, until

from .conftest import Shelves
from .players import POST

GAMES = 100
MEGABYTES = 150


def test_a_game_that_was_looked_at_leaves_no_match_in_memory(begin_game: Begin, shelf: Shelves) -> None:
    """So what a game takes between two events is what players ask for, however long it lasts."""
    post = begin_game()
    post.path.rename(shelf.folder / "autumn")
    gc.freeze()  # so what is found afterwards is new
    try:
        assert shelf.look() == ["autumn"]
        shelf.pass_time(days=4)
        assert len(shelf.shelf) == 1
        gc.collect()
        assert [found for found in gc.get_objects() if isinstance(found, Match | PostGame)] == []
    finally:
        gc.unfreeze()


@pytest.mark.long  # the matches of a hundred games are set up, a hundred times
@pytest.mark.skipif(sys.platform != "linux", reason="the memory of a process is read from /proc")
def test_a_hundred_games_take_less_than_150_megabytes(begin_game: Begin, tmp_path: Path) -> None:
    """The most that the process has ever had, with games of all modes."""
    games = tmp_path / "games"
    for number, mode in enumerate(COURSES):
        post = begin_game(match_of(mode), name=f"first-{mode}")
        for _turn in range(3):
            assert post.run(at_once=True)
        for copy in range(number, GAMES, len(COURSES)):
            path = games / f"game-{copy}"
            shutil.copytree(post.path, path)
            settings = (path / "game.toml").read_text()
            (path / "game.toml").write_text(settings.replace(f'"first-{mode}"', f'"game-{copy}"'))
    with served(tmp_path, str(games), "--port", "0", command=POST) as server:

        def count() -> int:
            with urllib.request.urlopen(f"http://127.0.0.1:{server.port}/health", timeout=PATIENCE) as answer:
                return int(msgspec.json.decode(answer.read())["games"])

        until(lambda: count() == GAMES)
        status = Path(f"/proc/{server.process.pid}/status").read_text()
        most = next(line for line in status.splitlines() if line.startswith("VmHWM:"))
        assert int(most.split()[1]) < MEGABYTES * 1024
