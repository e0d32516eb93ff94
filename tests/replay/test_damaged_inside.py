"""Files whose values are damaged inside the shape of a file: each is refused, or told to there, in one sentence."""

import json
import random
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from roborally.base.errors import GameError
from roborally.cli import main
from roborally.core.match import Match
from roborally.features.replays.cli import print_match
from roborally.game.records.playing_again import is_as_played, verify
from roborally.game.records.recorder import ReplayError, load_replay, load_save
from roborally.game.session.local import LocalSession
from roborally.narration.page.html_file import page_of
from tests.replay.conftest import Files
from tests.replay.test_replays import rewritten
from tests.replay.test_saves import DefaultThinker
from tests.shipped import catalogue

Damage = Callable[[dict[str, Any]], None]


def event_of(type_: str, key: str, value: object = None) -> Damage:
    """Return what gives the first event of a type another value, or takes the key away."""

    def damage(body: dict[str, Any]) -> None:
        event = next(event for event in body["record"]["events"] if event["type"] == type_)
        if value is None:
            del event[key]
        else:
            event[key] = value

    return damage


EVENTS = {
    "no name of a moment": event_of("moment", "name"),
    "no way of a step": event_of("step", "how"),
    "no end of a step": event_of("step", "to"),
}


@pytest.mark.parametrize("damage", EVENTS.values(), ids=EVENTS)
def test_what_cannot_be_told_ends_the_telling(
    damage: Damage, files: Files, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = rewritten(files.replay, tmp_path, body=damage)
    assert main(["replay", str(path)]) == 2
    text = capsys.readouterr()
    assert text.err == f"roborally: {path}: is damaged: what comes after that cannot be told\n"
    assert text.out.startswith("standard on ")
    game, record = load_replay(path, catalogue())
    assert not is_as_played(record, game)


def test_what_is_sound_is_as_it_was_played(files: Files) -> None:
    game, record = load_replay(files.replay, catalogue())
    assert is_as_played(record, game)
    del record.events[len(record.events) // 2 :]
    assert is_as_played(record, game), "a part of a match, too"


def no_seat(body: dict[str, Any]) -> None:
    del body["record"]["config"]["seats"][-1]


COUNTS = {"a text in the place of a robot": event_of("turn", "piece", "x"), "a seat less": no_seat}


@pytest.mark.parametrize("damage", COUNTS.values(), ids=COUNTS)
def test_a_save_that_cannot_go_on_is_refused(damage: Damage, files: Files, tmp_path: Path) -> None:
    path = rewritten(files.save, tmp_path, body=damage)
    with pytest.raises(ReplayError) as refused:
        load_save(path, catalogue())
    assert str(refused.value).startswith(f"{path}: is damaged: ")


def test_a_number_that_cannot_be_counted_is_left_out_of_the_statistics(files: Files, tmp_path: Path) -> None:
    path = rewritten(files.save, tmp_path, body=event_of("hurt", "points", [1]))
    tally = load_save(path, catalogue())[2].tally
    assert tally is not None
    assert sorted(tally.failed) == ["Damage dealt", "Damage taken"]


def nodes(value: Any) -> Iterator[tuple[Any, Any]]:
    """Yield everything in plain data, as what holds it and its key or number there."""
    for key in list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ():
        yield value, key
        yield from nodes(value[key])


@pytest.mark.parametrize("seed", [*range(10), *(pytest.param(seed, marks=pytest.mark.long) for seed in range(10, 60))])
def test_whatever_is_damaged_no_error_gets_out(seed: int, files: Files, tmp_path: Path) -> None:
    """A value anywhere in the body becomes another one, or is gone."""
    chance = random.Random(seed)

    def damage(body: dict[str, Any]) -> None:
        part = chance.choice(["record", "events", "answers", "config", "state"])
        holder, key = chance.choice(list(nodes(body.get(part) or body["record"].get(part) or body["record"])))
        if chance.random() < 0.3:
            del holder[key]
        else:
            holder[key] = chance.choice([None, "x", [1], 999, {"a": 1}, -3, True])

    save, replay = (rewritten(path, tmp_path, body=damage) for path in (files.save, files.replay))
    with suppress(GameError):
        game, match, recorder = load_save(save, catalogue())
        recorder.attach(LocalSession.resume(game, match, DefaultThinker()))
        recorder.saved()
    with suppress(GameError):
        game, record = load_replay(replay, catalogue())
        print_match(record, game)
        verify(record, game)
        page_of(game, record, catalogue(), floor="-")


def ghost_outside(match: Match) -> None:
    robot = match.state.pieces[0]
    robot.solid, robot.cell = False, 10**6


STATES: dict[str, Callable[[Any], object]] = {
    "no robots": lambda match: match.state.pieces.clear(),
    "a question to half a player": lambda match: match.state.decisions[-1].update(seat=0.5),
    "a robot of another player": lambda match: setattr(match.state.pieces[1], "seat", 0),
    "a robot that faces nowhere": lambda match: setattr(match.state.pieces[0], "facing", 4),
    "a ghost outside the board": ghost_outside,
    "damage that heals": lambda match: setattr(match.state.pieces[0], "damage", -1),
    "a question to nobody": lambda match: match.state.decisions[-1].update(seat=-(2**53)),
    "a question about nothing": lambda match: match.state.decisions[-1].update(piece=2**40),
    "a question of no kind": lambda match: match.state.decisions[-1].update(kind="riddle"),
    "a plugin that does not play": lambda match: match.state.ext.update(stranger={}),
    "no cards": lambda match: match.state.ext.update({"program-cards": {}}),
}


@pytest.mark.parametrize("damage", STATES.values(), ids=STATES)
def test_a_forged_state_is_refused_before_it_is_shown(
    damage: Callable[[Match], object], files: Files, tmp_path: Path
) -> None:
    """Its digest fits."""
    _, match, _ = load_save(files.save, catalogue())
    damage(match)

    def forge(body: dict[str, Any]) -> None:
        body.update(state=json.loads(json.dumps(match.to_data())), digest=match.digest())

    path = rewritten(files.save, tmp_path, body=forge)
    with pytest.raises(ReplayError) as refused:
        load_save(path, catalogue())
    assert str(refused.value).startswith(f"{path}: is damaged: ")
