"""The data of a page: where pieces are, what is told, and nothing that its reader may not know."""

from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest

from roborally.base import translation
from roborally.base.errors import GameError
from roborally.core.events import is_for
from roborally.core.observation import SPECTATOR, observe
from roborally.narration.page.acts import Acts
from roborally.narration.page.collected import Collected
from roborally.narration.page.piece_status import PieceStatus
from roborally.narration.page.story import Story
from tests.fuzz.play import EDITIONS
from tests.narration.page.conftest import Played, data_of, places_at_the_end, places_of
from tests.sweeps import few_of

PlayedIn = Callable[[str], Played]


@pytest.mark.parametrize("mode", few_of(EDITIONS[::-1], 3))
def test_the_acts_lead_to_the_end_of_the_match(mode: str, played: PlayedIn) -> None:
    one = played(mode)
    data = data_of(one.page())
    assert places_at_the_end(data) == places_of(one.match)
    rows = data["start"]["rows"]
    for _acts, changed in data["beats"]:
        for piece, row in changed:
            rows[piece] = row
    seen = PieceStatus(one.game.plugins).rows(observe(one.match, SPECTATOR))
    assert rows == msgspec.json.decode(msgspec.json.encode(seen))


@pytest.mark.parametrize("mode", few_of(EDITIONS))
def test_a_page_of_a_turn_begins_where_the_turn_before_has_ended(mode: str, played: PlayedIn) -> None:
    one = played(mode)
    second, third = (data_of(one.page(turn=turn)) for turn in (2, 3))
    assert second["turns"] == [[0, 2]]
    starts = [f"{at[0]},{at[1]}" if at else "" for at in third["start"]["at"]]
    assert [place.rpartition(",")[0] for place in places_at_the_end(second)] == starts
    text = [[line for _beat, line, _kind in data["words"][0]["log"]] for data in (second, third)]
    assert "Turn 2" in text[0]
    assert "Turn 3" not in text[0]
    assert "Turn 3" in text[1]


def test_the_log_is_told_in_every_language_line_by_line(played: PlayedIn) -> None:
    before = translation.language()
    words = data_of(played("standard").page())["words"]
    assert [entry["language"] for entry in words] == ["en", "de", "sv"]
    english, german, swedish = (entry["log"] for entry in words)
    assert [line[0] for line in english] == [line[0] for line in german] == [line[0] for line in swedish]
    assert (english[0][1], german[0][1], swedish[0][1]) == ("Turn 1", "Runde 1", "Omgång 1")
    assert translation.language() == before


def test_lines_say_which_are_headings_and_which_are_shown_in_large(played: PlayedIn) -> None:
    log = data_of(played("standard").page())["words"][0]["log"]
    kinds = {line: kind for _beat, line, kind in log}
    assert kinds["Turn 1"] == 1
    assert kinds["C reaches checkpoint 1."] == 2
    assert kinds["E will power down next turn."] == 0


def texts_in(value: Any) -> Iterator[str]:
    """Yield all texts in plain data."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for entry in value.values():
            yield from texts_in(entry)
    elif isinstance(value, list | tuple):
        for entry in value:
            yield from texts_in(entry)


@pytest.mark.parametrize("mode", few_of(EDITIONS, 3))
def test_a_page_holds_no_secret_of_another_seat(mode: str, played: PlayedIn) -> None:
    one = played(mode)
    readers = [SPECTATOR, 0, len(one.game.seats) - 1]
    secrets = 0
    for reader in readers:
        seen = {text for event in one.record.events if is_for(event, reader) for text in texts_in(event)}
        hidden = {text for event in one.record.events if not is_for(event, reader) for text in texts_in(event)} - seen
        secrets += len(hidden)
        data = data_of(one.page(seat=reader))
        rows = [*enumerate(data["start"]["rows"]), *(entry for _acts, changed in data["beats"] for entry in changed)]
        assert not any(row[5] for piece, row in rows if piece != reader), "only the own hand is shown"
        shown = set(texts_in([[acts for acts, _rows in data["beats"]], [row[:5] for _piece, row in rows]]))
        shown |= set(texts_in([entry["log"] for entry in data["words"]]))
        assert not hidden & shown, f"seat {reader}"
    assert secrets or mode not in ("standard", "classic")


def test_every_robot_has_a_picture_of_its_own(played: PlayedIn) -> None:
    one = played("standard")
    pictures = {piece["picture"] for piece in data_of(one.page())["pieces"]}
    assert len(pictures) == len(one.game.seats)


def test_each_seat_has_a_pin_of_its_own_for_its_respawn_point(played: PlayedIn) -> None:
    """CLI-2503."""
    data = data_of(played("standard").page())
    pins = [data["pictures"][piece["pin"]] for piece in data["pieces"]]
    assert len(set(pins)) == len(pins)
    assert not set(pins) & {piece["picture"] for piece in data["pieces"]}
    assert [entry["interface"]["respawn"].format(name="Ada") for entry in data["words"][:2]] == [
        "Ada's respawn point",
        "Rückkehrpunkt von Ada",
    ]


def test_a_seat_sees_its_own_hand(played: PlayedIn) -> None:
    data = data_of(played("classic").page(seat=1))
    hands = {piece for _acts, rows in data["beats"] for piece, row in rows if row[5]}
    assert hands == {1}


@pytest.mark.parametrize(
    ("turn", "seat", "text"),
    [
        (99, SPECTATOR, "--turn 99: this replay has the turns 1 to 10"),
        (0, SPECTATOR, "--turn 0: this replay has the turns 1 to 10"),
        (None, 9, "--seat must be a number from 0 to 4, not 9"),
    ],
)
def test_a_turn_or_seat_that_is_not_there_is_refused(turn: int | None, seat: int, text: str, played: PlayedIn) -> None:
    one = played("standard")
    with pytest.raises(GameError, match=text):
        Story(one.game, one.record, turn=turn, seat=seat)


def test_a_record_of_other_plugins_is_refused(played: PlayedIn) -> None:
    one = played("standard")
    record = msgspec.structs.replace(one.record, plugins={**one.record.plugins, "race": "0.0.1"})
    with pytest.raises(GameError, match=r"recorded with plugin 'race' 0\.0\.1, .* so no page can be made of it"):
        Story(one.game, record)


def acts_of(played: PlayedIn, **keys: Any) -> Acts:
    """Return acts for two robots, at (1, 1) and (3, 1)."""
    one = played("standard")
    return Acts(Collected(one.game.plugins, [0, 1]), [(1, 1), (3, 1)], **keys)


def test_a_beam_that_hits_ends_at_the_robot_and_one_that_misses_goes_beyond(played: PlayedIn) -> None:
    acts = acts_of(played)
    shot = {"type": "beam", "direction": 1, "piece": 0, "cause": "robot-laser"}
    hit = acts.of_beat([{**shot, "cells": [(2, 1), (3, 1)], "targets": [1]}])
    assert hit[0][:5] == ["l", 1.86, 1.5, 3.5, 1.5]
    assert hit[0][6] == 1
    miss = acts.of_beat([{**shot, "direction": 3, "cells": [(0, 1)], "targets": []}])
    assert miss[0][:5] == ["l", 1.14, 1.5, 0.02, 1.5]
    assert miss[0][6] == 0


def test_belts_run_where_one_carries_a_robot_that_nobody_moves(played: PlayedIn) -> None:
    step = {"type": "step", "piece": 0, "from": (1, 1), "to": (2, 1), "direction": 1, "how": "belt", "by": -1}
    assert acts_of(played, belts={(1, 1): 1}).of_beat([step]) == [["a"], ["m", 0, 2, 1]]
    assert acts_of(played, belts={(1, 1): 2}).of_beat([step]) == [["m", 0, 2, 1]]
    assert acts_of(played, belts={(1, 1): 1}).of_beat([{**step, "by": 0}]) == [["m", 0, 2, 1]]


def test_the_cells_of_an_unknown_event_light_up(played: PlayedIn) -> None:
    event = {"type": "flood", "cells": [(0, 0), (1, 0)], "height": 3}
    assert acts_of(played).of_beat([event]) == [["c", [[0, 0], [1, 0]]]]
    assert acts_of(played).of_beat([{"type": "flood", "cell": "north"}]) == []
