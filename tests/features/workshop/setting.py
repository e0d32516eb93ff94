"""Small boards for the tests of ratings."""

import shutil
from pathlib import Path
from typing import Any

import pytest

from roborally.arena.plan import ExhibitionGames, Terms
from roborally.base import paths
from roborally.core.board import Board
from roborally.features.workshop.rating.conditions import terms_for
from roborally.features.workshop.rating.figures import Rating, figures_of
from roborally.features.workshop.rating.rated_game import play_rated
from roborally.features.workshop.rating.run import Progress, RatingRun, wait_for
from roborally.features.workshop.rating.verdicts import judged
from roborally.features.workshop.rating.workers import Workers
from roborally.game.course.courses import Course, check_board
from roborally.game.course.notation import Notations, parse_grid
from roborally.plugin_system.loader import Catalogue
from tests import shipped

FAN = Path(__file__).resolve().parents[3] / "docs" / "examples" / "fan"

PIT = """
 d1>:nw  .:n  .:n  .:n  .:n    .:n  .:ne
 .:w     >    v    <    <      <    .:e
 .:w     >    O    <    <      c1   .:e
 .:w     >    ^    <    <      <    .:e
 d2>:sw  .:s  .:s  .:s  .:s    .:s  .:se
"""
"""Walls all around and belts that lead into a pit: only that and the other robot destroy."""
SMALL_PIT = """
 d1>:nw  .:n  .:n   .:n   .:ne
 .:w     >    O     <     c1:e
 d2>:sw  .:s  .:s   .:s   .:se
"""
FAR = """
 d1>  c1  .  .  .  .  .  .  .  .  .  d2>
 .    .   .  .  .  .  .  .  .  .  .  .
"""
"""Dock 1 is beside the only checkpoint, dock 2 at the other end and turned away."""
WALLED = """
 d1>:nws  .:ns  .:ns  .:nse  c1:nesw
 d2>:nws  .:ns  .:ns  .:nse  .:nse
"""
"""Nobody ever reaches the checkpoint."""


def own_fan(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give the player, whose files are in `folder`, the plugin `fan`, also in other processes; return its folder."""
    monkeypatch.setenv("XDG_DATA_HOME", str(folder))
    return Path(shutil.copytree(FAN, paths.user_plugin_folder() / "fan"))


def rate(conditions: Terms, catalogue: Catalogue, jobs: int = 1, progress: Progress | None = None) -> Rating:
    """Rate a board in other processes."""
    run = RatingRun(conditions, catalogue, Workers(jobs))
    try:
        wait_for(run, progress)
        return run.rating()
    finally:
        run.close()


def course(grid: str, catalogue: Catalogue | None = None, id_: str = "yard", players: int = 2) -> Course:
    """Return a course that lies in no file."""
    notations = Notations.of((catalogue or shipped.catalogue()).plugins.values())
    board: Board = parse_grid(grid, notations)
    check_board(board, notations, id_)
    return Course(id_, id_, board, players=(1, players))


def rated(grid: str, bot: str = "greedy", games: int = 12, **more: Any) -> Rating:
    """Rate a board in this process."""
    conditions, catalogue = terms(grid, bot, games, **more), shipped.catalogue()
    table = ExhibitionGames(conditions, catalogue)
    played = [play_rated(table, number) for number in range(games)]
    return judged(figures_of(conditions, played, Notations.of(catalogue.plugins.values())))


def terms(grid: str, bot: str = "greedy", games: int = 12, **more: Any) -> Terms:
    return terms_for(course(grid), shipped.catalogue(), bot=bot, games=games, **more)
