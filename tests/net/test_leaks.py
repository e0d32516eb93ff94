"""No byte sent to a client reveals another seat's secret before the rules disclose it (CLI-R07).

Two ways of looking: what is secret at the moment is searched for in every message of whole matches, and matches that
differ in nothing but a secret must look the same to all others.
"""

import copy
import json
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from roborally.core.data import Decision
from roborally.core.decisions import HIDDEN
from roborally.core.match import Match
from roborally.game.records.recorder import Recorder
from roborally.net.protocol import Begin, Configure, LobbyState, MatchEnded, Update, decode_server
from roborally.net.rooms.match_setup import seats_for
from roborally.plugin_system.loader import Catalogue
from tests.core.test_redaction import secrets_of
from tests.fuzz.play import CARD_EDITIONS, EDITIONS
from tests.net.table import COURSES, Guest, Table, answer_one, configuration, dice_of, random_answer
from tests.slots import put_in

NAMES = ("Ann", "Bob")
SEED = 7_654_321_098_765
DISCLOSING = ("card", "reveal", "program")
"""Events that may name a card: one that is played or turned over, and the own program."""


def fixed_seed(monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    monkeypatch.setattr("roborally.game.match_file.new_seed", lambda: seed)


def config_of(mode: str) -> dict[str, Any]:
    return configuration(mode, NAMES, bots=0 if mode == "roboball" else 1)


def without_disclosures(data: bytes) -> str:
    """Return a message without the events that may name cards; those that do are for the right eyes."""
    message = json.loads(data)
    events = message.get("events", [])
    message["events"] = [event for event in events if event["type"] not in DISCLOSING]
    return json.dumps(message)


def hidden_in(table: Table, guest: Guest) -> list[str]:
    """Return the present secrets of others, as a message would write them."""
    match = table.match
    hidden = [str(match.state.dice)]
    hidden += [other.member.token for other in table.guests.values()]
    if "program-cards" in match.state.ext:
        hidden += [f'"{card}"' for card in sorted(secrets_of(match, guest.member.seat))]
    return hidden


@pytest.mark.parametrize("mode", EDITIONS)
def test_no_message_of_a_whole_match_holds_a_secret(
    mode: str, catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    fixed_seed(monkeypatch, SEED)
    table = Table(catalogue)
    looked_at: list[str] = []

    def look(guest: Guest, data: bytes) -> None:
        if table.room.running_match is None or isinstance(decode_server(data), MatchEnded | LobbyState):
            return
        text = without_disclosures(data)
        found = [secret for secret in hidden_in(table, guest) if secret in text]
        assert found == [], f"seat {guest.member.seat} is told {found}"
        looked_at.append(text)

    table.on_send = look
    guests = table.begin(config_of(mode), *NAMES, spectators=1)
    table.play_on(guests, dice_of(1), until=lambda: table.match.state.turn > 8)
    assert len(looked_at) > 50
    if mode in CARD_EDITIONS and mode != "auenland":  # where priorities are hidden
        assert any("@" in text for text in looked_at), "somebody's own hand must be in there"


@pytest.mark.parametrize("mode", EDITIONS)
def test_views_and_questions_of_others_are_blank(mode: str, catalogue: Catalogue) -> None:
    """What has no unique name: questions of others have no content, their dice and cards are question marks."""
    seen: list[int] = []

    def look(guest: Guest, data: bytes) -> None:
        message = decode_server(data)
        if not isinstance(message, Begin | Update) or table.room.running_match is None:
            return
        observation, seat, stage = message.observation, guest.member.seat, table.match.state.stage
        assert observation["dice"] == 0
        others = [entry for entry in observation["decisions"] if entry["seat"] != seat]
        assert all((entry["choices"], entry["default"], entry["info"]) == (list(HIDDEN), None, {}) for entry in others)
        own = {entry["id"] for entry in observation["decisions"] if entry["seat"] == seat}
        assert set(observation["sealed"]) <= own
        for piece, crosses in enumerate(observation["ext"].get("volt", {}).get("crosses", ())):
            assert piece == seat or set(crosses[stage:]) <= {"?", ""}
        for piece, hand in enumerate(observation["ext"].get("program-cards", {}).get("hands", ())):
            assert piece == seat or set(hand) <= {"?"}
        assert all(event.get("only_for", seat) == seat for event in getattr(message, "events", ()))
        seen.append(len(others))

    for _number in range(5):  # some matches are over soon
        table = Table(catalogue)
        table.on_send = look
        guests = table.begin(config_of(mode), *NAMES, spectators=1)
        table.play_on(guests, dice_of(2), until=lambda table=table: table.match.state.turn > 8)  # type: ignore[misc]
        if sum(seen) > 20:
            return
    raise AssertionError("others have hardly been asked anything")


# --- planted secrets --------------------------------------------------------------------------------------------------


def forked(
    table: Table,
    catalogue: Catalogue,
    change: Callable[[Match], object] = lambda match: None,
    pages: Sequence[int] = (),
) -> Table:
    """Return a table at which the same people go on with the same match, or with one in which something is changed.

    The members in `pages` have pages in browsers there.
    """
    twin = Table(catalogue, now=table.now)
    for guest in table.guests.values():
        page = "de" if guest.member.id in pages else ""
        twin.enter(guest.member.name, watching=guest.member.watching, page=page)
    running_match = table.room.running_match
    assert running_match is not None
    record = copy.deepcopy(running_match.recorder.record)
    match = running_match.session.match.clone()
    change(match)
    for seat, member in seats_for(running_match.game, twin.room.roster.players()).items():
        member.seat = seat
    twin.room.restore(running_match.game, match, Recorder(running_match.game, record.seed, record))
    return twin


def two_answers(guest: Guest, decision: Decision) -> list[Any]:
    """Return two legal answers that differ, if chance finds them."""
    observation = guest.session.observe()
    found: list[Any] = []
    for number in range(12):
        answer = random_answer(observation, decision, dice_of(number))
        if answer not in found:
            found.append(answer)
    return found[:2]


def others_bytes(table: Table, number: int, id_: str, answer: Any) -> list[list[bytes]]:
    """Return what all others are sent when a player answers."""
    guest = table.guests[number]
    guest.questions()
    guest.session.answer(guest.member.seat, id_, answer)
    for _look in range(3):
        table.wait(0.05)
    return [other.received for key, other in table.guests.items() if key != number]


def is_kept_secret(table: Table, guest: Guest, decision: Decision) -> bool:
    """Return whether an answer would be secret, and not be carried out before another person has answered, too."""
    waiting = table.match.state.decisions
    sealed = table.match.state.sealed
    others = [entry for entry in waiting if entry["seat"] != guest.member.seat and not entry["optional"]]
    people = [guest.member.seat for guest in table.guests.values()]
    return decision["secret"] and any(entry["seat"] in people and entry["id"] not in sealed for entry in others)


@pytest.mark.parametrize("mode", EDITIONS)
def test_other_seats_do_not_see_which_secret_answer_was_given(mode: str, catalogue: Catalogue) -> None:
    """At many questions of a match the match is played on twice, with two answers: for others it is the same match."""
    compared = 0
    for number in range(5):  # some matches are over soon
        compared += compared_answers(mode, catalogue, number)
        if compared >= 8:
            return
    raise AssertionError("there were hardly any secret answers")


def compared_answers(mode: str, catalogue: Catalogue, seed: int) -> int:
    """Compare what others see of a match at its questions, and return of how many."""
    table = Table(catalogue)
    guests = table.begin(config_of(mode), *NAMES, spectators=1)
    dice = dice_of(seed)
    compared = 0
    for _round in range(400):
        if table.room.running_match is None or compared >= 8:
            break
        for guest in guests:
            questions = guest.questions() if table.room.running_match is not None else []
            for decision in questions[:1]:
                answers = two_answers(guest, decision)
                if len(answers) == 2 and is_kept_secret(table, guest, decision):
                    number, id_ = guest.member.id, decision["id"]
                    pages = [other for other in table.guests if other != number] if compared % 2 else []
                    tables = (forked(table, catalogue, pages=pages) for _answer in answers)
                    one, two = (
                        others_bytes(twin, number, id_, answer) for twin, answer in zip(tables, answers, strict=True)
                    )
                    assert one == two, f"{decision['kind']}: {answers}"
                    compared += 1
            if table.room.running_match is not None:
                answer_one(guest, dice)
        table.wait(0.05)
    return compared


@pytest.mark.parametrize("mode", CARD_EDITIONS)  # in VOLT the dice of the start lie open
def test_who_watches_cannot_tell_one_deal_from_another(
    mode: str, catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Until the first card is turned over nothing that chance has hidden reaches a spectator."""
    seen = []
    for seed in (SEED, SEED + 1):
        fixed_seed(monkeypatch, seed)
        table = Table(catalogue)
        config = {**config_of(mode), "rules": {}}  # options that are dealt at the start lie face up
        *_players, watcher = table.begin(config, *NAMES, spectators=1)
        seen.append([without_public_chance(data) for data in watcher.received])
    assert seen[0] == seen[1]


def without_public_chance(data: bytes) -> Any:
    """Return a message without what chance decides for all to see: where robots start."""
    message = json.loads(data)
    if message["type"] == "begin":
        message["observation"].pop("pieces")
    return message


def test_own_goals_are_not_sent_to_others(catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch) -> None:
    """AUE-102c, AUE-807: two matches in which only Ann's goals differ look the same to all others."""
    fixed_seed(monkeypatch, SEED)
    seen: list[list[list[bytes]]] = []
    for goals in ([1, 2, 3], [3, 1, 2]):
        table = Table(catalogue)
        config = config_of("auenland")
        config["seats"][0]["objectives"] = goals
        guests = table.begin(config, "Ann", "Bob", spectators=1)
        answers = dice_of(4)
        table.play_on(guests, answers, until=lambda table=table: table.match.state.turn >= 4)  # type: ignore[misc]
        assert table.room.running_match is not None
        seen.append([guest.received for guest in guests])
        own = guests[0].last(Begin)
        assert own.config["seats"][0]["objectives"] == goals
        assert all("objectives" not in seat for seat in own.config["seats"][1:])
    assert seen[0][0] != seen[1][0], "Ann herself must see her own goals"
    assert seen[0][1:] == seen[1][1:]


def test_progress_on_secret_goals_is_not_sent_to_others(catalogue: Catalogue) -> None:
    """AUE-807: progress in a secret list is told to its owner alone."""
    table = Table(catalogue)
    table.begin(config_of("auenland"), *NAMES, spectators=1)

    def reach(match: Match) -> None:
        put_in(match.state.ext["race"], "reached", 0, match.state.ext["race"]["reached"][0] + 1)

    assert_only_ann_sees(reach, table, catalogue)


def assert_only_ann_sees(change: Callable[[Match], object], table: Table, catalogue: Catalogue) -> None:
    """Two matches that differ only in a secret of Ann's look the same to all others."""
    pages = list(table.guests)[2:]
    twins = [forked(table, catalogue, pages=pages), forked(table, catalogue, change, pages)]
    seen = [[guest.received for guest in twin.guests.values()] for twin in twins]
    assert seen[0][0] != seen[1][0], "Ann herself must see it"
    assert seen[0][1:] == seen[1][1:]


def exchange_a_card(match: Match) -> bool:
    """Give Ann a card of the deck for the first one of her hand; return whether that is another one in her eyes.

    Where priorities are hidden (AUE-205) two cards with the same command look the same to her.
    """
    slot = match.state.ext["program-cards"]
    if not slot["hands"][0]:
        return False
    own, *hand = slot["hands"][0]
    others = [card for card in slot["deck"] if card.split("@")[0] != own.split("@")[0]]
    if not others:
        return False
    slot["deck"] = tuple(own if card == others[0] else card for card in slot["deck"])
    put_in(slot, "hands", 0, (others[0], *hand))
    return True


def turn_the_dice_about(match: Match) -> bool:
    """Lay the dice of Ann's crosses the other way round; return whether that makes a difference."""
    slot = match.state.ext["volt"]
    before = slot["crosses"][0]
    put_in(slot, "crosses", 0, before[::-1])
    return any(before[match.state.stage :]) and before[::-1] != before


@pytest.mark.parametrize("mode", EDITIONS)
def test_hidden_cards_and_dice_change_nothing_for_others(mode: str, catalogue: Catalogue) -> None:
    """A hand of other cards, and in VOLT other dice on the crosses of the operator who was ready first."""
    plant = turn_the_dice_about if mode == "volt" else exchange_a_card
    table = Table(catalogue)
    guests = table.begin(config_of(mode), *NAMES, spectators=1)
    compared = 0

    def look() -> bool:
        nonlocal compared
        if table.room.running_match is not None and plant(table.match.clone()):
            assert_only_ann_sees(plant, table, catalogue)
            compared += 1
        return compared >= 5

    table.play_on(guests, dice_of(9), until=look)
    assert compared >= 5


def test_goals_are_told_to_the_host_alone_in_the_lobby(table: Table) -> None:
    """AUE-803: the host, who sets them, sees them; the others learn theirs when the match begins."""
    ann, bob = table.enter("Ann"), table.enter("Bob")
    ann.send(Configure(config_of("auenland")))
    assert [seat.get("objectives") for seat in ann.last(LobbyState).config["seats"]] == [
        [1, 2, 3],
        [3, 2, 1],
        [2, 1, 3],
    ]
    assert b"objectives" not in bob.received[-1].split(b'"seats"')[1]


@pytest.mark.parametrize("mode", list(COURSES))
def test_no_seed_and_no_strangers_token_in_the_config(mode: str, catalogue: Catalogue) -> None:
    table = Table(catalogue)
    guests = table.begin({**config_of(mode), "match": {**config_of(mode)["match"], "seed": 5}}, *NAMES, spectators=1)
    for guest in guests:
        assert "seed" not in guest.last(Begin).config["match"]
        assert all("seed" not in lobby.config["match"] for lobby in guest.messages(LobbyState))
    assert table.match.state.dice != 5, "a host who knew the seed would know every card to come"
