"""Recorded matches of all modes, and the data of their pages."""

import base64
import json
import re
import zlib
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from roborally.core.match import Match
from roborally.core.observation import SPECTATOR
from roborally.game.factory import Game
from roborally.game.records.recorder import Record, Recorder
from roborally.narration.page.html_file import page_of
from tests.fuzz.play import random_game
from tests.replay.conftest import play_recorded
from tests.shipped import catalogue

SEED = 704
TURNS = 15


@dataclass(frozen=True)
class Played:
    """A match that has been played, and its record."""

    game: Game
    match: Match
    recorder: Recorder
    _pages: dict[tuple[int | None, int], bytes] = field(default_factory=dict)

    @property
    def record(self) -> Record:
        """The record of the match."""
        return self.recorder.record

    def page(self, *, turn: int | None = None, seat: int = SPECTATOR) -> bytes:
        """Return the page of it, which is made once."""
        if (turn, seat) not in self._pages:
            self._pages[turn, seat] = self.new_page(turn=turn, seat=seat)
        return self._pages[turn, seat]

    def new_page(self, *, turn: int | None = None, seat: int = SPECTATOR) -> bytes:
        """Make the page of it again."""
        return page_of(self.game, self.record, catalogue(), turn=turn, seat=seat)


@cache
def _played(mode: str) -> Played:
    game = random_game(mode, SEED, vary=False)
    match, recorder = play_recorded(game, 3, TURNS)
    return Played(game, match, recorder)


@pytest.fixture(scope="session")
def played() -> Callable[[str], Played]:
    """Return a function that plays a match of a mode, once."""
    return _played


@pytest.fixture
def replay(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of a standard match of four seats or more."""
    path = tmp_path_factory.mktemp("replay") / "match.rrreplay"
    _played("standard").recorder.finish(path)
    return path


def data_of(page: bytes) -> dict[str, Any]:
    """Return the data in a page, as its script unpacks it."""
    found = re.search(rb'id="data">([^<]*)<', page)
    assert found is not None
    data: dict[str, Any] = json.loads(zlib.decompress(base64.b64decode(found[1]), -zlib.MAX_WBITS))
    return data


def places_at_the_end(data: dict[str, Any]) -> list[str]:
    """Return where each piece stands after all acts, as the page's table says it: column, row, facing."""
    at = [place and list(place) for place in data["start"]["at"]]
    facing = list(data["start"]["facing"])
    for acts, _rows in data["beats"]:
        for act in acts:
            match act:
                case ["m", piece, x, y]:
                    at[piece] = [x, y]
                case ["t", piece, _to, quarters]:
                    facing[piece] = (facing[piece] + quarters) % 4
                case ["p", piece, x, y, to]:
                    at[piece], facing[piece] = [x, y], to
                case ["f" | "x", piece, *_where]:
                    at[piece] = None
    return [f"{place[0]},{place[1]},{to}" if place else "" for place, to in zip(at, facing, strict=True)]


def places_of(match: Match) -> list[str]:
    """Return where each piece of a match stands, in the same form."""
    cells = [(match.cell_of(piece), piece.facing) for piece in match.state.pieces]
    return [f"{cell[0]},{cell[1]},{facing}" if cell else "" for cell, facing in cells]
