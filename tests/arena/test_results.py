"""The file with the games: it goes on where it was, and is never mixed or lost."""

import os
from pathlib import Path
from typing import Any

import msgspec
import pytest

from roborally.arena.build import PluginBuild
from roborally.arena.plan import Exhibition, Terms, make_terms
from roborally.arena.results import RESULTS_FILE, found_seed, open_results, read_results
from roborally.base.errors import GameError
from roborally.game.match_file import MatchConfig, MatchSection, SeatConfig
from tests.arena.setting import kept, played, terms
from tests.shipped import catalogue


def changed(**changes: object) -> Terms:
    exhibition = msgspec.structs.replace(terms().exhibition, **changes)
    return msgspec.structs.replace(terms(), exhibition=exhibition)


def test_games_come_back_in_the_order_of_their_numbers(tmp_path: Path) -> None:
    kept(tmp_path)
    assert list(read_results(tmp_path).games()) == list(played())
    assert found_seed(tmp_path) == terms().exhibition.seed


def test_games_are_added_to_those_that_are_there(tmp_path: Path) -> None:
    with open_results(tmp_path / "new", terms()) as results:
        results.add(played()[3])
    with open_results(tmp_path / "new", terms()) as results:
        assert [number for number in range(8) if number in results] == [3]
        results.add(played()[1])
    assert [result.game.number for result in read_results(tmp_path / "new").games()] == [1, 3]


@pytest.mark.parametrize("cut", [1, 2, 100])
def test_a_last_line_that_was_cut_off_is_removed_and_its_game_missing(tmp_path: Path, cut: int) -> None:
    kept(tmp_path)
    path = tmp_path / RESULTS_FILE
    path.write_bytes(path.read_bytes()[:-cut])
    assert len(read_results(tmp_path)) == 7
    with open_results(tmp_path, terms()) as results:
        assert 3 not in results
        assert path.read_bytes().endswith(b"\n")
        results.add(played()[3])
    assert list(read_results(tmp_path).games()) == list(played())


@pytest.mark.parametrize("cut", [0, 5, 200])
def test_a_file_that_ends_within_its_first_line_is_started_again(tmp_path: Path, cut: int) -> None:
    kept(tmp_path)
    path = tmp_path / RESULTS_FILE
    path.write_bytes(path.read_bytes()[:cut])
    assert found_seed(tmp_path) is None
    assert len(open_results(tmp_path, terms())) == 0
    assert found_seed(tmp_path) == terms().exhibition.seed


def test_games_that_may_only_be_read_are_named(tmp_path: Path) -> None:
    path = kept(tmp_path).path
    path.chmod(0o400)
    if os.access(path, os.W_OK):
        pytest.skip("an administrator may write everywhere")
    with pytest.raises(GameError, match=r"results\.jsonl cannot be written: access is denied"):
        open_results(tmp_path, terms())


def test_a_damaged_line_is_named(tmp_path: Path) -> None:
    kept(tmp_path)
    path = tmp_path / RESULTS_FILE
    lines = path.read_bytes().splitlines(keepends=True)
    lines[4] = lines[4].replace(b'"turns"', b'"tur\x00s"')
    path.write_bytes(b"".join(lines))
    with pytest.raises(GameError, match="line 5 is damaged; remove it, and its game is played again"):
        read_results(tmp_path)
    path.write_bytes(b"".join(lines[:4] + lines[5:]))
    assert 7 not in read_results(tmp_path)


def test_a_game_of_another_exhibition_is_named(tmp_path: Path) -> None:
    kept(tmp_path)
    path = tmp_path / RESULTS_FILE
    path.write_bytes(path.read_bytes().replace(str(played()[0].game.seed).encode(), b"77"))
    with pytest.raises(GameError, match="line 3 holds a game of another exhibition"):
        read_results(tmp_path)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"bots": ("random", "random")}, "bots: random,greedy instead of random,random"),
        ({"seed": 6}, "seed: 5 instead of 6"),
        ({"limit": 7}, "limit: 200 instead of 7"),
        ({"robots": ("tanky", "albot")}, "robots: tanky,peach,albot instead of tanky,albot"),
        ({"config": MatchConfig(rules={"lives": 1})}, "its match file"),
        ({}, "its course 'first-steps' has changed"),
    ],
)
def test_another_exhibition_in_the_same_folder_is_refused(
    tmp_path: Path, changes: dict[str, Any], sentence: str
) -> None:
    others = changed(**changes) if changes else msgspec.structs.replace(terms(), courses=terms().courses[::-1])
    before = kept(tmp_path).path.read_bytes()
    with pytest.raises(GameError, match=sentence):
        open_results(tmp_path, others)
    assert (tmp_path / RESULTS_FILE).read_bytes() == before


def test_games_of_other_code_are_refused(tmp_path: Path) -> None:
    kept(tmp_path)
    plugins = {**terms().build.plugins, "gears": PluginBuild("0.1.0", "other")}
    build = msgspec.structs.replace(terms().build, plugins=plugins)
    with pytest.raises(GameError, match=r"it was played with other code: the code of plugin 'gears' .* is different"):
        open_results(tmp_path, msgspec.structs.replace(terms(), build=build))


def test_more_games_may_be_wanted_than_before(tmp_path: Path) -> None:
    kept(tmp_path)
    assert len(open_results(tmp_path, changed(games=100))) == 8


@pytest.mark.parametrize("content", [b"notes", b"{}\n", b'{"format": "other"}\n', b"\xff\n", b"[1]\n{}\n"])
def test_a_file_of_something_else_is_left_as_it_is(tmp_path: Path, content: bytes) -> None:
    (tmp_path / RESULTS_FILE).write_bytes(content)
    with pytest.raises(GameError, match="line 1 does not say which exhibition this is"):
        open_results(tmp_path, terms())
    assert (tmp_path / RESULTS_FILE).read_bytes() == content


def test_a_course_whose_elements_act_in_some_registers_is_the_same_when_it_is_read_again(tmp_path: Path) -> None:
    config = MatchConfig(MatchSection(mode="classic", course="stamping-mill"), seats=[SeatConfig("A"), SeatConfig("B")])
    played_there = make_terms(Exhibition(config, ("random", "random"), 1, 5), catalogue())
    open_results(tmp_path, played_there)
    assert open_results(tmp_path, played_there).terms == played_there
