"""The keys of a player's seats in the profile: games of one name at two referees keep theirs."""

from email import message_from_bytes
from pathlib import Path

import msgspec
import pytest

from roborally.cli import main
from roborally.features.post.game_file import PostError
from roborally.features.post.keys import keep, kept_seat, key_for, seats_on_servers
from roborally.features.post.names import SEAT_SUFFIX
from roborally.features.post.turn_file import SeatFile, read_turn_file

from .conftest import Begin, Post


@pytest.fixture(autouse=True)
def _profile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "profile"))


def two_games(begin_game: Begin, tmp_path: Path) -> list[Post]:
    """Return two games of the same name."""
    first = begin_game()
    first.path = first.path.rename(tmp_path / "of-one-referee")
    return [first, begin_game()]


def turn_path(post: Post, seat: int = 1) -> Path:
    return post.path / "out" / "turn-01" / f"seat-{seat}" / "turn.rrturn"


def seat_of(post: Post, server: str = "") -> SeatFile:
    turn = read_turn_file(turn_path(post))
    return SeatFile("autumn", 1, post.ask(lambda found: found.game.now.players[1].key), server, turn.seal)


def test_games_of_one_name_keep_their_keys(begin_game: Begin, tmp_path: Path) -> None:
    games = two_games(begin_game, tmp_path)
    seats = [seat_of(post) for post in games]
    for post, seat in zip(games, seats, strict=True):
        named = tmp_path / f"{post.path.name}{SEAT_SUFFIX}"
        named.write_bytes(msgspec.json.encode(seat))
        assert key_for(read_turn_file(turn_path(post)), turn_path(post), named) == seat.key
    for post, seat in zip(games, seats, strict=True):
        assert key_for(read_turn_file(turn_path(post)), turn_path(post)) == seat.key
    assert seats[0].key != seats[1].key


def test_an_older_key_of_the_seat_takes_no_place(begin_game: Begin) -> None:
    """Somebody has played the seat for a while; the player's first key still lies beside their turns."""
    post = begin_game()
    path = turn_path(post)
    turn, first = read_turn_file(path), seat_of(post)
    path.with_name(f"autumn-1{SEAT_SUFFIX}").write_bytes(msgspec.json.encode(first))
    newest = path.with_name(f"autumn-1 (2){SEAT_SUFFIX}")
    newest.write_bytes(msgspec.json.encode(msgspec.structs.replace(first, key="02", before=2)))
    assert key_for(turn, path) == "02"
    newest.unlink()
    assert key_for(turn, path) == "02"
    assert key_for(turn, path, path.with_name(f"autumn-1{SEAT_SUFFIX}")) == first.key, "it is used when it is named"
    assert key_for(turn, path) == "02", "but not kept"


def test_the_key_of_a_substitute_counts_who_has_played_before(begin_game: Begin) -> None:
    post = begin_game()
    for times, address in enumerate(("eve@example.org", "bo@example.org"), 1):
        assert main(["post", "substitute", str(post.path), "1", address]) == 0
        assert main(["post", "run", str(post.path)]) == 0
        mail = (post.path / "out" / "turn-01" / "seat-1" / "message.eml").read_bytes()
        (key,) = (part for part in message_from_bytes(mail).walk() if str(part.get_filename()).endswith(SEAT_SUFFIX))
        content = key.get_payload(decode=True)
        assert isinstance(content, bytes)
        assert msgspec.json.decode(content, type=SeatFile).before == times


def test_a_key_beside_a_turn_of_another_game_is_not_taken(begin_game: Begin, tmp_path: Path) -> None:
    one, other = two_games(begin_game, tmp_path)
    turn = read_turn_file(turn_path(one))
    key = turn_path(one).with_name(f"autumn-1{SEAT_SUFFIX}")
    key.write_bytes(msgspec.json.encode(seat_of(other)))
    with pytest.raises(PostError, match="the key of your seat is missing"):
        key_for(turn, turn_path(one))
    with pytest.raises(PostError, match="is the key of another seat or game"):
        key_for(turn, turn_path(one), key)


def test_the_first_mail_brings_a_key_that_knows_its_game(begin_game: Begin) -> None:
    post = begin_game()
    mail = (post.path / "out" / "turn-01" / "seat-1" / "message.eml").read_bytes()
    assert f"autumn-1{SEAT_SUFFIX}".encode() in mail
    keep(seat_of(post))
    assert kept_seat(read_turn_file(turn_path(post))) == seat_of(post)
    assert kept_seat(read_turn_file(turn_path(post, 0))) is None


def test_a_key_moves_with_its_game_to_another_server(begin_game: Begin) -> None:
    post = begin_game()
    keep(seat_of(post))
    keep(seat_of(post, "one.example.org"))
    keep(seat_of(post, "two.example.org"))
    assert [seat.server for seat in seats_on_servers()] == ["two.example.org"]


def test_commands_tell_games_of_one_name_apart(
    begin_game: Begin, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`get` asks for the server; `hand-in` knows it by the key that the orders were signed with."""
    games = two_games(begin_game, tmp_path)
    for post, server in zip(games, ("127.0.0.1:1", "127.0.0.1:2"), strict=True):
        keep(seat_of(post, server))
    assert main(["post", "get", "autumn"]) == 2
    text = capsys.readouterr().err
    assert "you have several games 'autumn'; choose --server: 127.0.0.1:" in text
    assert main(["post", "get", "autumn", "--server", "127.0.0.1:2"]) == 2
    assert "127.0.0.1:2: no server can be reached there" in capsys.readouterr().err
    for post, server in zip(games, ("127.0.0.1:1", "127.0.0.1:2"), strict=True):
        assert main(["post", "orders", str(turn_path(post)), ". . . . ."]) == 0
        assert main(["post", "hand-in", str(turn_path(post).with_suffix(".rrorders"))]) == 2
        assert f"{server}: no server can be reached there" in capsys.readouterr().err
