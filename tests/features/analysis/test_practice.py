"""A turn of a finished match as a new one (CLI-2067, CLI-2068)."""

from pathlib import Path

import msgspec
import pytest

from roborally.features.analysis.practice import practice
from roborally.game.factory import make_game
from roborally.game.match_file import parse_config
from roborally.game.records.file_format import Mark, ReplayError
from roborally.game.records.playing_again import stops
from roborally.game.records.recorder import load_save
from roborally.plugin_system.loader import Catalogue
from tests.screens.moments import Library


def test_a_turn_begins_again_with_the_same_state(library: Library, catalogue: Catalogue) -> None:
    """CLI-2067: hands, piles and robots are those of the match; the record of the finished match stays."""
    recorder = library.finished("standard").recorder
    game, record = recorder.game, recorder.record
    before = msgspec.json.encode(record)
    match = game.start(record.seed)
    then = next(match.digest() for _taken in stops(record, game, match) if match.state.turn == 4)
    own, again, recorded = practice(record, game, catalogue, 4, 0)
    assert again.digest() == then
    assert [seat.controller for seat in own.config.seats] == [seat.controller for seat in game.config.seats]
    assert recorded.record.practice
    assert not record.practice
    again.seal(again.state.decisions[0]["id"], again.state.decisions[0]["default"])
    assert msgspec.json.encode(record) == before


def test_one_person_plays_any_robot_and_bots_play_for_all_others(library: Library, catalogue: Catalogue) -> None:
    """CLI-2067: also for other people of a network match, who are not at this machine."""
    recorder = library.finished("standard").recorder
    seats = [msgspec.structs.replace(seat, controller="human") for seat in recorder.game.config.seats[:2]]
    config = msgspec.structs.replace(recorder.game.config, seats=[*seats, *recorder.game.config.seats[2:]])
    game = make_game(config, catalogue, course=recorder.game.course)
    own, _match, recorded = practice(recorder.record, game, catalogue, 2, 1)
    assert [seat.controller for seat in own.config.seats] == ["planner", "human", "greedy", "greedy"]
    kept = parse_config(recorded.record.config)
    assert [seat.controller for seat in kept.seats] == ["planner", "human", "greedy", "greedy"]


def test_practice_stays_practice_when_it_is_saved_and_loaded(
    library: Library, catalogue: Catalogue, tmp_path: Path
) -> None:
    """CLI-2068."""
    recorder = library.finished("volt").recorder
    _own, match, recorded = practice(recorder.record, recorder.game, catalogue, 3, 0)
    recorded.save(tmp_path / "now.rrsave")
    recorded.save(tmp_path / "turn.rrsave", turn=2)
    for name in ("now.rrsave", "turn.rrsave"):
        _game, loaded, after = load_save(tmp_path / name, catalogue)
        assert after.record.practice
    assert loaded.state.turn == 2
    assert match.state.turn == 3


def test_a_state_that_is_not_known_is_refused(library: Library, catalogue: Catalogue) -> None:
    """CLI-2067: the match must come to the recorded states."""
    recorder = library.finished("volt").recorder
    game, record = recorder.game, recorder.record
    other = msgspec.structs.replace(record, marks=[Mark(1, 1, "stage", "0"), *record.marks[1:]])
    with pytest.raises(ReplayError, match="rules have changed"):
        practice(other, game, catalogue, 3, 0)
    with pytest.raises(ReplayError, match="was over"):
        practice(record, game, catalogue, 99, 0)
    odd = msgspec.structs.replace(record, plugins={**record.plugins, "volt": "0.0.1"})
    with pytest.raises(ReplayError, match="cannot go on"):
        practice(odd, game, catalogue, 3, 0)
