"""Whatever is sent to a server, by whomever: it answers in words or hangs up, and the matches go on as if nothing was.

Everything that is random follows from one number, or comes from hypothesis.
"""

import base64
import gzip
import json
import tracemalloc
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from roborally.core.dice import Dice
from roborally.net.protocol import (
    MAX_COURSE_CODE,
    MAX_PART,
    Answer,
    Begin,
    Building,
    BundleRequest,
    Chat,
    Choose,
    ClientMessage,
    Configure,
    FromServer,
    Kick,
    MatchEnded,
    PlaybackDone,
    Rejected,
    Save,
    SavedGame,
    Start,
    Upload,
    decode_client,
    encode,
)
from roborally.net.rooms.requests import handle
from roborally.plugin_system.loader import Catalogue
from tests.net.conftest import Serve
from tests.net.table import Guest, Table, answer_one, configuration, dice_of, parts_of, unsealed
from tests.net.test_journal import play, players_of
from tests.net.wire import Wire
from tests.sweeps import few_of

NAMES = ("Ann", "Bob")
MEMORY = 3_000_000
"""The bytes that a match may gain after a hundred bad messages: records and caches, not the messages."""
MOST_UNPACKED = 120_000_000
"""The bytes that may be held while a file is read: its reader allocates 100 million first."""

words = st.text(max_size=70)
scalars = st.none() | st.booleans() | st.integers() | st.floats() | words
anything = st.recursive(
    scalars, lambda part: st.lists(part, max_size=5) | st.dictionaries(words, part, max_size=5), max_leaves=15
)
names_of_types = st.sampled_from(
    [
        "hello",
        "configure",
        "choose",
        "start",
        "upload",
        "answer",
        "preview",
        "seen",
        "chat",
        "kick",
        "save",
        "need",
        "leave",
        "?",
    ]
)
names_of_fields = st.sampled_from(
    ["config", "robot", "ready", "part", "last", "id", "answer", "beat", "text", "member", "turn", "plugins", "x"]
)
objects = st.fixed_dictionaries({"type": names_of_types | anything}, optional={}).flatmap(
    lambda head: st.dictionaries(names_of_fields, anything, max_size=4).map(lambda more: {**more, **head})
)
HOSTILE: list[Any] = [
    None,
    True,
    0,
    -1,
    2**63,
    10**30,
    1e308,
    "",
    "?",
    "no",
    "x" * 50_000,
    "\x00",
    "💥" * 100,
    [],
    {},
    [[]],
    [None] * 5,
    ["?"] * 5,
    ["move1@490"] * 5,
    ["move1@490", "move1@490", 3, None, {}],
    [""] * 1000,
    {"1": "move1@490"},
    {"a": {"b": [1, {"c": None}]}},
    [[0, 0], [1, 1]],
    [[1, 2, 3, 4, 5, 6, 7]],
    [-1, -1, -1, -1, -1],
    [1.5],
    [True, False],
    "{id}{0}{seat.__class__}",
    "../../../etc/passwd",
]
"""Answers of every shape that JSON knows."""


def understood(data: bytes) -> ClientMessage | None:
    """Return what the server makes of a message, or nothing: then it ends that connection."""
    try:
        return decode_client(data)
    except (ValueError, RecursionError):
        return None


def alive(table: Table) -> None:
    """Look whether all are still there and heard."""
    assert not table.room.closed
    for guest in table.guests.values():
        guest.forget()
    table.guests[1].send(Chat("well?"))
    assert all(guest.received for guest in table.guests.values())


# --- one message at a time --------------------------------------------------------------------------------------------


@given(data=st.binary(max_size=200))
@settings(max_examples=150, deadline=None)
def test_bytes_are_a_message_or_a_value_error(data: bytes) -> None:
    understood(data)
    assert understood(b"\xff" + data) is None


@given(message=objects)
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_is_understood_harms_no_lobby_and_no_match(message: dict[str, Any], catalogue: Catalogue) -> None:
    found = understood(json.dumps(message).encode())
    if found is None or message["type"] == "leave":
        return
    for table in (_lobby(catalogue), _match(catalogue)):
        before = table.match.digest() if table.room.running_match is not None else ""
        for guest in table.guests.values():
            handle(table.room, guest.member, found)
        if before and not isinstance(found, Answer):
            assert table.match.digest() == before
        alive(table)


_tables: dict[str, Table] = {}


def _lobby(catalogue: Catalogue) -> Table:
    """Return a lobby that is used again and again."""
    if (
        "lobby" not in _tables
        or _tables["lobby"].room.running_match is not None
        or len(_tables["lobby"].room.roster.members) < 2
    ):
        table = _tables["lobby"] = Table(catalogue)
        table.enter("Ann")
        table.enter("Wil", watching=True)
    return _tables["lobby"]


def _match(catalogue: Catalogue) -> Table:
    if "match" not in _tables or len(_tables["match"].room.roster.members) < 3:
        _tables["match"] = Table(catalogue)
        _tables["match"].begin(configuration("standard", NAMES), *NAMES, spectators=1)
    return _tables["match"]


@pytest.mark.parametrize(
    "data",
    [
        b'{"type": "answer", "id": "program-1", "answer": ' + b"[" * 13 + b"]" * 13 + b"}",
        b'{"type": "answer", "id": "program-1", "answer": ' + b'{"a":' * 800 + b"1" + b"}" * 800 + b"}",
        b'{"type": "configure", "config": ' + b'{"a":' * 800 + b"1" + b"}" * 800 + b"}",
        b'{"type": "seen", "beat": -1}',
        b'{"type": "seen", "beat": 9007199254740992}',
        b'{"type": "chat", "text": "' + b"x" * 281 + b'"}',
        b'{"type": "chat", "text": "a\\nb"}',
        b'{"type": "building", "course": "RR1:' + b"x" * MAX_COURSE_CODE + b'"}',
        b'{"type": "building", "course": "no code"}',
        b'{"type": "building", "course": ["RR1:abc"]}',
        b'{"type": "building", "course": "", "open": true}',
        b'{"type": "upload", "part": "' + b"x" * (MAX_PART + 1) + b'"}',
        b'{"type": "save", "turn": -2}',
        b'{"type": "need", "plugins": [' + b'"x",' * 64 + b'"x"]}',
        b'{"type": "choose", "robot": "' + b"x" * 65 + b'"}',
        b'{"type": "start", "seat": 1}',
    ],
)
def test_messages_out_of_their_bounds_are_not_understood(data: bytes) -> None:
    assert understood(data) is None


# --- whole matches ----------------------------------------------------------------------------------------------------


def noise(table: Table, guest: Guest, dice: Dice, old: list[str]) -> None:
    """Let a client send a message that it may not send, or that makes no sense."""
    state = table.match.state
    old += [entry["id"] for entry in state.decisions if entry["id"] not in old]
    others = [entry["id"] for entry in state.decisions if entry["seat"] != guest.member.seat]
    answer = dice.pick(HOSTILE)
    messages: list[Any] = [
        Answer(dice.pick(old), answer),
        Answer(dice.pick(others or old), dice.pick(["no", "yes", answer])),
        Answer("", answer),
        Answer(f"program-{dice.below(1000)}", answer),
        PlaybackDone(dice.below(2**40)) if guest.member.seat < 0 else PlaybackDone(0),
        Save() if not guest.member.host else Start(),
        Configure({"match": answer}),
        Kick(dice.below(5)) if not guest.member.host else Kick(99),
        Choose("tanky", True),
        Building("RR1:abc"),
        Upload("AAAA", True),
        BundleRequest(["../..", "race"][: 1 + dice.below(1)]),
    ]
    handle(table.room, guest.member, understood(encode(dice.pick(messages))) or Chat("."))


def wrong_answers(table: Table, guest: Guest) -> None:
    """Try answers of every shape on a player's questions; only legal ones may count."""
    for entry in guest.questions():
        for answer in HOSTILE:
            before = table.match.digest()
            message = understood(encode(Answer(entry["id"], answer)))
            if message is None:
                continue
            guest.forget()
            session = table.room.running_match and table.room.running_match.session
            assert session is not None
            twin = table.match.clone()
            try:
                twin.seal(entry["id"], msgspec.json.decode(msgspec.json.encode(answer)), guest.member.seat)
            except Exception:
                handle(table.room, guest.member, message)
                assert guest.last(Rejected).id == entry["id"]
                assert table.match.digest() == before


def noisy_match(catalogue: Catalogue, mode: str, *, noisy: bool) -> tuple[MatchEnded, int]:
    """Return how a match ends, and how much memory it takes on the way to its last turn."""
    table = Table(catalogue)
    *people, watcher = table.begin(configuration(mode, NAMES, 0 if mode == "roboball" else 1), *NAMES, spectators=1)
    dice, chance = dice_of(21), dice_of(22)
    old: list[str] = []
    tried: set[str] = set()
    for _step in range(5000):
        if table.room.running_match is None or table.match.state.turn > 6:
            break
        for guest in people:
            if noisy:
                kinds = {entry["kind"] for entry in guest.questions()}
                if kinds - tried:
                    wrong_answers(table, guest)
                    tried |= kinds
                for sender in (guest, watcher):
                    noise(table, sender, chance, old)
            for other in table.guests.values():
                other.received.clear()
            answer_one(guest, dice)
        table.wait(0.05)
        if table.room.running_match is not None and table.room.running_match.over:
            break
    if table.room.running_match is not None:
        table.room.close()
    return watcher.last(MatchEnded), len(tried)


@pytest.mark.parametrize("mode", few_of(["crash-and-burn", "volt", "standard", "classic", "auenland", "roboball"], 2))
def test_a_match_under_fire_is_the_match_that_it_would_have_been(
    mode: str, catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("roborally.game.match_file.new_seed", lambda: 99)
    quiet, _kinds = noisy_match(catalogue, mode, noisy=False)
    loud, kinds = noisy_match(catalogue, mode, noisy=True)
    assert loud.digest == quiet.digest
    assert loud.counts == quiet.counts
    assert kinds >= 2


def test_bad_messages_leave_no_memory_behind(catalogue: Catalogue) -> None:
    table = Table(catalogue)
    guests = table.begin(configuration("standard", NAMES), *NAMES, spectators=1)
    chance, old = dice_of(23), [""]

    def fire(count: int) -> None:
        for _message in range(count):
            for guest in guests:
                noise(table, guest, chance, old)
                guest.received.clear()
                guest.unread.clear()

    fire(30)
    tracemalloc.start()
    fire(150)
    held, _most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert held < MEMORY


# --- settings and files -----------------------------------------------------------------------------------------------


def configs() -> st.SearchStrategy[dict[str, Any]]:
    """Return match files that a client might invent."""
    section = st.dictionaries(
        st.sampled_from(["mode", "course", "timer", "plugins", "seed"]),
        anything | st.sampled_from(["volt", "first-steps", "race", ["option-cards"], ["oil", "oil"], 10**18]),
        max_size=4,
    )
    keys = st.sampled_from(["dealt_at_start", "lives", "secret_objectives", "hidden_priorities", "hand", "x"])
    seat = st.fixed_dictionaries(
        {"name": words},
        optional={
            "controller": st.sampled_from(["human", "random", "greedy:9", "remote", ""]),
            "robot": st.sampled_from(["tanky", ""]) | words,
            "team": st.integers(),
            "side": words,
            "objectives": st.lists(st.integers() | st.tuples(st.integers(), st.integers()), max_size=4),
        },
    )
    return st.fixed_dictionaries(
        {},
        optional={
            "match": section,
            "rules": st.dictionaries(keys, anything | st.integers(), max_size=4),
            "plugin": st.dictionaries(st.sampled_from(["race", "volt", "x"]), st.dictionaries(keys, anything)),
            "seats": st.lists(seat, max_size=5),
        },
    )


@given(config=configs())
@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_settings_end_a_lobby(config: dict[str, Any], catalogue: Catalogue) -> None:
    try:
        message = understood(encode(Configure(config)))
    except (ValueError, msgspec.MsgspecError, OverflowError):
        return
    if message is None:
        return
    table = Table(catalogue)
    ann = table.enter("Ann")
    table.enter("Bob").send(Choose("", True))
    handle(table.room, ann.member, message)
    ann.send(Start())
    assert not table.room.closed
    assert any(isinstance(message, Rejected | Begin) for message in ann.messages(FromServer))


@pytest.mark.parametrize(
    "written",
    [
        "",
        "AAAA",
        "not base64!",
        "ü",
        base64.b64encode(b"x" * 1000).decode(),
        base64.b64encode(gzip.compress(b"")).decode(),
        base64.b64encode(gzip.compress(b"{}\n{}")).decode(),
        base64.b64encode(gzip.compress(b"[" * 1_000_000)).decode(),
        base64.b64encode(gzip.compress(b"0" * 30_000_000, 1)).decode(),
        base64.b64encode(gzip.compress(b"x" * 1000)[:-9]).decode(),
    ],
    ids=["nothing", "zeros", "text", "umlaut", "no gzip", "empty", "braces", "nested", "bomb", "cut off"],
)
def test_what_is_no_saved_game_is_refused_in_words(written: str, table: Table) -> None:
    ann = table.enter("Ann")
    tracemalloc.start()
    for part in parts_of(written):
        ann.send(part)
    _held, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    text = str(ann.last(Rejected).text)
    known = ("the saved game is damaged", "is not a RoboRally file", "is damaged or cut off")
    assert text in (*known, "is too large; at most 20,000,000 bytes are read")
    assert most < MOST_UNPACKED
    assert table.room.running_match is None
    ann.send(Chat("well?"))
    assert not table.room.closed


def test_a_saved_game_without_an_end_is_forgotten(table: Table) -> None:
    ann = table.enter("Ann")
    for _part in range(200):
        ann.send(Upload("A" * MAX_PART))
    assert str(ann.last(Rejected).text) == "the saved game is too large"


@pytest.mark.parametrize("number", range(8))
def test_a_saved_game_with_changed_content_is_refused_or_the_same(
    number: int, catalogue: Catalogue, saved: bytes
) -> None:
    """One value of the file is replaced by something else, at random."""
    dice = dice_of(number, 3)
    first, second = gzip.decompress(saved).split(b"\n")
    body = json.loads(second)
    place: Any = body
    while True:
        keys = list(place) if isinstance(place, dict) else list(range(len(place)))
        key = dice.pick(keys)
        if isinstance(place[key], dict | list) and place[key] and dice.below(4):
            place = place[key]
            continue
        place[key] = dice.pick(HOSTILE)
        break
    table = Table(catalogue)
    ann = table.enter("Ann")
    for part in parts_of(gzip.compress(first + b"\n" + json.dumps(body).encode())):
        ann.send(part)
    assert not table.room.closed
    assert any(isinstance(message, Rejected | Begin) for message in ann.messages(FromServer))


@pytest.fixture(scope="module")
def saved(catalogue: Catalogue) -> bytes:
    """Return a saved game of a single person."""
    table = Table(catalogue)
    (ann,) = table.begin(configuration("standard", ["Ann"], 2), "Ann")
    table.play_on([ann], dice_of(2), until=lambda: table.match.state.turn == 3)
    ann.send(Save())
    return unsealed(ann.last(SavedGame).file)


# --- over sockets -----------------------------------------------------------------------------------------------------


def test_strangers_and_forgers_over_sockets_change_nothing(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    """While two people play, others send garbage, guess tokens and replay what was said."""
    monkeypatch.setattr("roborally.game.match_file.new_seed", lambda: 31)
    port = serve().port
    quiet = players_of(port)
    play(quiet)
    loud = players_of(port)
    dice = dice_of(5)
    for turn in range(2, 40):
        if loud[0].ended is not None:
            break
        code, token = loud[0].wire.welcome.code, loud[1].wire.welcome.token
        guessed = token[:-1] + dice.pick("abcdef") + "x"
        for first in (
            f'{{"type":"hello","protocol":1,"game":"","name":"Ann","code":"{code}","token":"{guessed}"}}',
            '{"type":"answer","id":"program-1","answer":[]}',
            "x" * 60_000,
            bytes(dice.below(256) for _byte in range(200)),
        ):
            stranger = Wire(port)
            stranger.send(first)
            assert stranger.end()[0] == 1008
        watcher = Wire(port).hello("Wil", "watch", code)
        watcher.wait_for(Begin)
        watcher.send(Answer(dice.pick([f"program-{number}" for number in range(30)]), []))
        assert watcher.wait_for(Rejected)
        watcher.close()
        play(loud, turn)
    play(loud)
    assert quiet[0].ended is not None
    assert loud[0].ended is not None
    assert loud[0].ended.digest == quiet[0].ended.digest
