"""No name looks like another, hides letters or turns the text around: of players, of bots, and in saved games."""

import unicodedata
from pathlib import Path

import msgspec
import pytest

from roborally.base.errors import GameError
from roborally.base.player_names import checked_name, isolated, look, name_problem, numbered, tidy_name, visible_part
from roborally.game.match_file import ConfigError, MatchConfig, SeatConfig, load_config, parse_config
from roborally.net.protocol import Chat, Configure, Hello, LobbyState, Start, decode_client, encode
from roborally.net.rooms.roster import DeniedError, Roster, check_name
from roborally.profile import Settings, load_settings
from roborally.profile.settings import save_settings
from tests.net.table import Table, configuration

UNSEEN = ["\u00ad", "\u034f", "\u061c", "\u115f", "\u200b", "\u202e", "\u2066", "\u2800", "\u3164", "\ufeff", "\uffa0"]
JOINED = [
    "\u2764\ufe0f Ada",
    "👩\u200d🚀",
    "👩🏽\u200d🚀",
    "1\ufe0f\u20e3",
    "علی\u200cرضا",
    "ශ්\u200dරී",
    "Nguyễn",
    "エイダ",
]
"""Names with what joins letters, where it does something, and of scripts that need shapes or another direction."""
UNSEEN += ["\x07", "\x1b[2J", "\U000e0041", "\n"]


@pytest.mark.parametrize("hidden", [*UNSEEN, "\ufe0f", "\u200c", "\u200d", "\ue000", "\ud800"], ids=ascii)
def test_a_name_with_a_letter_that_nobody_sees(hidden: str) -> None:
    if hidden != "\ud800":  # no message can hold it
        hello = msgspec.json.encode({"type": "hello", "protocol": 3, "game": "", "name": f"Ann{hidden}"})
        with pytest.raises(msgspec.ValidationError):
            decode_client(hello)
    with pytest.raises(DeniedError, match="all of which can be seen"):
        check_name(f"Ann{hidden}")


@pytest.mark.parametrize("hidden", UNSEEN, ids=ascii)
def test_chat_with_a_letter_that_nobody_sees(hidden: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        decode_client(encode(Chat(f"hi{hidden}")))


SCRIPTS = ["Ann", "Zoë", "Łukasz", "Ωmega", "Дима", "李雷", "أحمد", "🤖 7", "O'Neil", "x" * 24]


@pytest.mark.parametrize("name", [*SCRIPTS, *JOINED])
def test_names_of_all_scripts_are_names(name: str, tmp_path: Path) -> None:
    check_name(name)
    assert decode_client(encode(Hello(3, "", name)))
    assert decode_client(encode(Chat(f"I am {name}.")))
    assert Settings(player_name=name).called == name
    save_settings(Settings(player_name=name))
    assert load_settings() == (Settings(player_name=name), [])
    match = tmp_path / "mine.toml"
    match.write_text(MatchConfig(seats=[SeatConfig(name)]).to_toml(), encoding="utf-8")
    assert load_config(match).seats == [SeatConfig(name)]


LOST = ["a\u200db", "😀\u200d", "\u200cعلی", "a\ufe0f", "😀\ufe0f\ufe0f", "\u0301a"]


@pytest.mark.parametrize("place", LOST, ids=ascii)
def test_what_joins_nothing_is_no_part_of_a_name(place: str) -> None:
    with pytest.raises(GameError, match="all of which can be seen"):
        checked_name(place)


def test_a_name_is_kept_in_one_form() -> None:
    assert checked_name("  Zoe\u0308 \xa0 \u3000Q ") == "Zoë Q"


TWINS = [("Ada", "Аdа"), ("Ada", "Ada "), ("Bill", "BiII"), ("R0b", "ROb"), ("Zoë", "Zoe\u0308"), ("❤ A", "❤\ufe0f A")]


@pytest.mark.parametrize(("name", "twin"), TWINS, ids=ascii)
def test_names_that_look_alike_are_told_apart_or_refused(name: str, twin: str, tmp_path: Path) -> None:
    roster = Roster()
    assert [roster.enter(name).name, roster.enter(twin).name] == [name, f"{tidy_name(twin)} 2"]
    file = tmp_path / "mine.toml"
    file.write_text(MatchConfig(seats=[SeatConfig(name), SeatConfig(twin)]).to_toml(), encoding="utf-8")
    with pytest.raises(ConfigError, match=r"mine.toml: seats\[0\].name: two seats have this name"):
        load_config(file)


def test_a_numbered_name_is_a_name() -> None:
    name = "👩\u200d🚀" * 8
    given = numbered(name, [name])
    assert name_problem(given) is None
    assert given.endswith(" 2")
    assert len(numbered("x" * 24, ["x" * 24, *(f"{'x' * 22} {number}" for number in range(2, 10))])) == 24
    assert look("Ada") != look("ada")


def test_a_name_from_right_to_left_turns_nothing_around_it() -> None:
    assert isolated("Zoë") == "Zoë"
    assert isolated("עדה") == "\u2068עדה\u2069"


def test_a_chat_line_is_sent_without_what_nobody_sees() -> None:
    assert visible_part("a\u200db\u202e ❤\ufe0f") == "ab ❤\ufe0f"


def test_no_format_character_is_visible() -> None:
    """Unicode's formats are all hidden, but for those that are drawn in front of a number."""
    drawn = {*range(0x600, 0x606), 0x6DD, 0x70F, 0x890, 0x891, 0x8E2, 0x110BD, 0x110CD, *range(0x13430, 0x13440)}
    for point in range(0x110000):
        if unicodedata.category(chr(point)) in ("Cf", "Cc", "Zl", "Zp") and point not in drawn:
            with pytest.raises(DeniedError):
                check_name(f"A{chr(point)}")


@pytest.mark.parametrize("key", ["name", "controller", "side"])
@pytest.mark.parametrize("hidden", ["\n", "\x1b[2J", "\u202e", "\u200b"], ids=ascii)
def test_the_words_of_a_seat_in_a_match_file_can_be_seen(key: str, hidden: str) -> None:
    seats = [{"name": "Ann"}, {"name": "Bo", key: f"x{hidden}y"}]
    with pytest.raises(ConfigError) as caught:
        parse_config({"seats": seats}, "mine.toml")
    assert str(caught.value).startswith(f"mine.toml: seats[1].{key}: must consist of visible characters, not 'x\\")


@pytest.mark.parametrize("name", ["Bot\u202e1", "Bot\x1b[31m", " ", "x" * 25])
def test_bots_have_names_like_players(table: Table, name: str) -> None:
    host = table.enter("Ann")
    config = configuration("standard", ["Ann"], bots=1)
    host.send(Configure(config))
    host.forget()
    config["seats"][1]["name"] = name
    host.send(Configure(config))
    assert not host.messages(LobbyState), "nothing has changed"
    host.send(Start())
    assert [seat.name for seat in table.running.game.seats] == ["Ann", "Bot 1"]
