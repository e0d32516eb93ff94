"""Secret lists of objectives reach their owners alone (AUE-R19, CLI-1504): all that others are sent is searched."""

import json
from typing import Any

import pytest

from roborally.core.match import Match
from roborally.net.protocol import Configure, Rejected, Start
from roborally.plugin_system.loader import Catalogue
from tests.net.table import Guest, Table, configuration, dice_of, file_for
from tests.net.test_leaks import SEED, assert_only_ann_sees, fixed_seed
from tests.slots import put_in

NAMES = ("Ann", "Bob")
PLANTED = ((3, 2, 1), (1, 3, 2))
"""What Ann and Bob enter; the bot that sits with them enters something by chance."""


def config_of(objectives: str) -> dict[str, Any]:
    config = configuration("auenland", NAMES, bots=1)
    for seat in config["seats"]:
        seat.pop("objectives", None)
    return {**config, "rules": {"objectives": objectives}}


def written(cells: Any) -> bytes:
    """Return a list as a message writes it."""
    return json.dumps(list(cells), separators=(",", ":")).encode()


def routes(table: Table) -> list[Any]:
    found: list[Any] = table.match.state.ext["race"]["routes"]
    return found


@pytest.mark.parametrize("objectives", ["dealt", "entered"])
def test_a_whole_match_tells_no_list_to_others(
    objectives: str, catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    """AUE-R19: no message of a match holds the cells of another seat's list; its owner is told them."""
    fixed_seed(monkeypatch, SEED)
    table = Table(catalogue)
    text: set[tuple[int, int]] = set()

    def look(guest: Guest, data: bytes) -> None:
        if (
            table.room.running_match is None
            or b'"match_ended"' in data[:40]
            or table.match.state.ext["race"]["own"] is False
        ):
            return
        for seat, cells in enumerate(routes(table)):
            if written(cells) in data:
                text.add((guest.member.seat, seat))

    table.on_send = look
    guests = table.begin(config_of(objectives), *NAMES, spectators=1)
    table.play_on(guests, dice_of(3), until=lambda: table.match.state.turn >= 6)
    cells = routes(table)
    assert len({tuple(route) for route in cells}) == len(cells), "lists that are alike would hide a leak"
    assert text == {(0, 0), (1, 1)}


def test_matches_that_differ_in_one_list_look_the_same_to_others(
    catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    """AUE-R19: what Ann enters changes no byte that Bob and the spectator get."""
    fixed_seed(monkeypatch, SEED)
    seen: list[list[list[bytes]]] = []
    for planted in PLANTED:
        table = Table(catalogue)
        guests = table.begin(config_of("entered"), *NAMES, spectators=1)
        for guest, answer in zip(guests, (planted, (2, 1, 3)), strict=False):
            (decision,) = guest.questions()
            guest.answer(decision, answer)
        table.wait(0.05)
        numbers = table.match.floor.tables["checkpoints"]
        assert tuple(numbers[cell] for cell in routes(table)[0]) == planted
        seen.append([list(guest.received) for guest in guests])
    assert seen[0][0] != seen[1][0], "Ann herself must see her list"
    assert seen[0][1:] == seen[1][1:]


def test_another_dealt_list_changes_nothing_for_others(catalogue: Catalogue) -> None:
    """AUE-R19: the same of a match in which chance has dealt Ann another list."""

    def deal(match: Match) -> None:
        slot = match.state.ext["race"]
        put_in(slot, "routes", 0, slot["routes"][0][::-1])

    table = Table(catalogue)
    table.begin(config_of("dealt"), *NAMES, spectators=1)
    assert_only_ann_sees(deal, table, catalogue)


def test_a_saved_network_match_with_lists_is_sealed(catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch) -> None:
    """AUE-R19, CLI-R12: the file that the host is sent holds no list that could be read."""
    fixed_seed(monkeypatch, SEED)
    table = Table(catalogue)
    guests = table.begin(config_of("dealt"), *NAMES)
    content = file_for(guests[0])
    assert json.loads(content.partition(b"\n")[0])["sealed"]
    for cells in routes(table):
        assert written(cells) not in content


def test_a_match_without_lists_is_refused_to_the_host(table: Table) -> None:
    """AUE-R19: `own` without lists is told with the way out, and nothing starts."""
    host = table.enter("Ann")
    config = configuration("auenland", NAMES[:1], bots=2)
    for seat in config["seats"]:
        seat.pop("objectives", None)
    host.send(Configure({**config, "rules": {"objectives": "own"}}))
    host.send(Start())
    assert table.room.running_match is None
    assert "has no list of objectives" in str(host.last(Rejected))
