"""No name looks like another, hides letters or turns the text around: of players, of bots, and in saved games."""

import unicodedata

import msgspec
import pytest

from roborally.game.match_file import ConfigError, parse_config
from roborally.net.protocol import Chat, Configure, Hello, LobbyState, Start, decode_client, encode
from roborally.net.rooms.roster import DeniedError, check_name
from tests.net.table import Table, configuration

UNSEEN = ["\u00ad", "\u034f", "\u061c", "\u115f", "\u200b", "\u202e", "\u2066", "\u2800", "\u3164", "\ufeff", "\uffa0"]
UNSEEN += ["\x07", "\x1b[2J", "\U000e0041"]


@pytest.mark.parametrize("hidden", [*UNSEEN, "\ufe0f"], ids=ascii)
def test_a_name_with_a_letter_that_nobody_sees(hidden: str) -> None:
    hello = msgspec.json.encode({"type": "hello", "protocol": 3, "game": "", "name": f"Ann{hidden}"})
    with pytest.raises(msgspec.ValidationError):
        decode_client(hello)
    with pytest.raises(DeniedError, match="all of which can be seen"):
        check_name(f"Ann{hidden}")


@pytest.mark.parametrize("hidden", UNSEEN, ids=ascii)
def test_chat_with_a_letter_that_nobody_sees(hidden: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        decode_client(encode(Chat(f"hi{hidden}")))


@pytest.mark.parametrize("name", ["Ann", "Zoë", "Łukasz", "Ωmega", "Дима", "李雷", "أحمد", "🤖 7", "O'Neil", "x" * 24])
def test_names_of_all_scripts_are_names(name: str) -> None:
    check_name(name)
    assert decode_client(encode(Hello(3, "", name)))


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
    assert not host.heard(LobbyState), "nothing has changed"
    host.send(Start())
    assert table.room.playing is not None
    assert [seat.name for seat in table.room.playing.game.seats] == ["Ann", "Bot 1"]


def test_nothing_hides_behind_a_line_break() -> None:
    with pytest.raises(msgspec.ValidationError):
        decode_client(encode(Hello(3, "", "Ann\n")))
    with pytest.raises(msgspec.ValidationError):
        decode_client(encode(Chat("hi\n")))
