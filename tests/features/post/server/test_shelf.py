"""Games in the directory of a correspondence server go on by themselves, as a referee would have it."""

import shutil
from pathlib import Path

import msgspec
import pytest

from roborally.base.errors import GameError
from roborally.features.post import referee
from roborally.features.post.folder import BusyError, GameFolder
from roborally.features.post.intake import OrdersFile
from roborally.features.post.schedule import MissingOrders
from roborally.features.post.server.messages import GameStanding, Reply, Request
from tests.features.post.conftest import Begin, Post, match_of

from .conftest import Shelves
from .players import key_of, orders_for, turn_of

CHALLENGE = "0123"


def asked(shelves: Shelves, post: Post, seat: int, wish: str = "look", orders: bytes = b"") -> Reply:
    """Ask as the player of a seat."""
    key = key_of(Post(shelves.folder / post.path.name, post.catalogue), seat)
    request = Request(post.path.name, seat, wish, orders).signed(key, CHALLENGE)  # type: ignore[arg-type]
    return shelves.shelf.answer(request, CHALLENGE, shelves.now)


def standing(shelves: Shelves, post: Post, seat: int) -> GameStanding:
    found = asked(shelves, post, seat).standing
    assert found is not None
    return found


def moved_in(shelves: Shelves, post: Post) -> Post:
    """Move a game's folder to the server."""
    path = shelves.folder / post.path.name
    shutil.move(post.path, path)
    return Post(path, post.catalogue, post.now)


def sent(shelves: Shelves, post: Post, seat: int, folder: Path) -> Reply:
    """Fetch a turn and hand in orders for it."""
    turn = asked(shelves, post, seat, "turn").turn
    here = Post(shelves.folder / post.path.name, post.catalogue)
    return asked(shelves, post, seat, "orders", orders_for(turn, key_of(here, seat), post.catalogue, folder))


def by_file(post: Post, seat: int, folder: Path) -> None:
    """Send orders to a referee who runs the game from a folder."""
    post.sent += 1
    content = orders_for(turn_of(post, seat), key_of(post, seat), post.catalogue, folder)
    (post.path / "in" / f"{post.sent}.rrorders").write_bytes(content)
    assert "taken for" in post.take()


def played_on(post: Post) -> None:
    """Run a game from its folder until it waits for somebody."""
    assert post.run()
    while not post.ask(lambda found: found.game.over) and post.run():
        pass


def test_a_turn_is_played_as_soon_as_all_orders_are_there(begin_game: Begin, shelf: Shelves, tmp_path: Path) -> None:
    moved_in(shelf, post := begin_game())
    assert shelf.look() == ["autumn"]
    assert shelf.look() == [], "nothing has happened since"
    for seat in range(4):
        found = standing(shelf, post, seat)
        assert (found.label, found.is_asked, found.has_orders) == ("T1", True, False)
        assert found.missing == ["Ada", "Bo", "Cleo", "Dan"][seat:]
        answer = sent(shelf, post, seat, tmp_path)
        assert answer.taken
        assert answer.understood[0].startswith("program: ")
    found = standing(shelf, post, 0)
    assert (found.label, found.has_orders, len(found.missing)) == ("T2", False, 4)
    assert asked(shelf, post, 0, "turn").turn == turn_of(Post(shelf.folder / "autumn", post.catalogue), 0)


def test_deadlines_reminders_excuses_misses_and_bots_follow_the_schedule(begin_game: Begin, shelf: Shelves) -> None:
    """Nobody sends anything for weeks; seats stay until a bot takes over."""
    config = match_of("auenland", race={"checkpoints": 1})
    moved_in(shelf, begin_game(config, missing=MissingOrders(excused=1, bot_after=2)))
    shelf.pass_time(days=2, hours=8)
    path = shelf.folder / "autumn"
    assert (path / "out/turn-01/seat-2/reminder.eml").is_file()
    shelf.pass_time(days=6)
    post = Post(path, shelf.shelf.catalogue)
    kinds = [line.__class__.__name__ for line in post.ask(lambda found: found.lines)]
    assert kinds == ["Opening", "Reminded", "Deadline", "Reminded", "Turn"]
    shelf.pass_time(days=10)
    now = post.ask(lambda found: found.game.now)
    assert [player.bot for player in now.players] == ["greedy"] * 4
    assert post.ask(lambda found: found.game.over)


def test_the_clock_of_a_server_that_was_off_for_days_plays_one_turn(begin_game: Begin, shelf: Shelves) -> None:
    moved_in(shelf, begin_game(missing=MissingOrders(excused=0)))
    shelf.look()
    shelf.now = shelf.now.replace(month=12, day=24)
    assert shelf.look() == ["autumn"]
    assert Post(shelf.folder / "autumn", shelf.shelf.catalogue).label == "T2"
    assert shelf.look() == []


@pytest.mark.long
def test_a_game_that_is_moved_between_folder_and_server_ends_like_one_that_stays(
    begin_game: Begin, shelf: Shelves, tmp_path: Path
) -> None:
    """One seat misses a turn and gets a substitute; the other game never leaves its referee's folder."""
    missing = MissingOrders(order="greedy", excused=0, bot_after=0)
    config = match_of("auenland", auenland={"objectives": "dealt"}, race={"checkpoints": 1})
    home = begin_game(config, name="home", missing=missing)
    away = begin_game(config, name="away", missing=missing)
    outside = away.path
    for turn in range(1, 20):
        assert home.label == away.label
        if home.ask(lambda found: found.game.over):
            break
        absent = {3} if turn == 2 else set(range(4)) if turn > 3 else set()
        if turn == 3:
            home.substitute(3, "eve@example.org")
            away.substitute(3, "eve@example.org")
            for post in (home, away):
                post.run()
        is_on_server = turn % 2 == 1
        if is_on_server:
            away = moved_in(shelf, away)
            shelf.now = home.now
            shelf.look()
        for seat in home.ask(lambda found: found.game.asked()):
            if seat in absent:
                continue
            by_file(home, seat, tmp_path)
            if is_on_server:
                assert sent(shelf, away, seat, tmp_path).taken
            else:
                by_file(away, seat, tmp_path)
        if absent:
            home.pass_time(days=4)
            away.now = shelf.now = home.now
        played_on(home)
        if is_on_server:
            shelf.look()
            shutil.move(away.path, outside)
            away = Post(outside, away.catalogue, away.now)
        else:
            played_on(away)
    one, other = (post.ask(lambda found: (found.game.now, found.game.record)) for post in (home, away))
    assert one[0].answers == other[0].answers
    assert one[0].digest == other[0].digest
    assert one[0].in_a_row == other[0].in_a_row
    assert one[1].events == other[1].events
    assert turn > 4, "it was moved to and fro"
    assert (away.path / "out" / "away.rrreplay").is_file()


def test_only_the_key_of_the_seat_opens_it(begin_game: Begin, shelf: Shelves) -> None:
    post = moved_in(shelf, begin_game())
    shelf.look()
    key = key_of(post, 0)
    good = Request("autumn", 0, "look").signed(key, CHALLENGE)
    assert shelf.shelf.answer(good, CHALLENGE, shelf.now).standing is not None
    for bad in (
        Request("autumn", 0, "look"),
        Request("autumn", 0, "look").signed(key_of(post, 1), CHALLENGE),
        Request("autumn", 0, "look").signed(key, "another challenge"),
        Request("autumn", 0, "look", proof="ä" * 64),
        Request("autumn", 7, "look").signed(key, CHALLENGE),
        Request("winter", 0, "look").signed(key, CHALLENGE),
        Request("autumn", 0, "turn", proof=good.proof),
    ):
        with pytest.raises(GameError, match="no game there has this seat with this key"):
            shelf.shelf.answer(bad, CHALLENGE, shelf.now)
    post.ask(lambda found: referee.substitute(found, shelf.now, 0, "eve@example.org"))
    with pytest.raises(GameError, match="ask the referee for a new key"):
        shelf.shelf.answer(good, CHALLENGE, shelf.now)
    assert standing(shelf, post, 0).name == "Ada", "the substitute has a new key"


def test_a_request_for_an_unknown_game_does_not_look_through_the_folders(begin_game: Begin, shelf: Shelves) -> None:
    """Who asks for games that are not there costs no more than the answer; new folders are found once a second."""
    moved_in(shelf, begin_game())
    request = Request("spring", 0, "look").signed("00", CHALLENGE)
    for is_listed in (False, True):
        if is_listed:
            shelf.shelf.due(shelf.now)
        with pytest.raises(GameError, match="still reading its games"):
            shelf.shelf.answer(request, CHALLENGE, shelf.now)
    shelf.look()
    moved_in(shelf, begin_game(name="winter"))
    with pytest.raises(GameError, match="no game there"):
        shelf.shelf.answer(request, CHALLENGE, shelf.now)
    assert shelf.look() == ["winter"]


def test_an_older_copy_of_a_game_does_not_take_its_place(begin_game: Begin, shelf: Shelves, tmp_path: Path) -> None:
    """After a start the game goes on that has gone on longest, whatever the folder of its copy is called."""
    post = moved_in(shelf, begin_game())
    shutil.copytree(post.path, shelf.folder / "A copy of autumn")
    by_file(post, 0, tmp_path)
    shelf.look()
    assert standing(shelf, post, 0).has_orders


def test_orders_that_are_wrong_change_nothing(begin_game: Begin, shelf: Shelves, tmp_path: Path) -> None:
    post = moved_in(shelf, begin_game())
    shelf.look()
    turn = asked(shelf, post, 1, "turn").turn
    good = orders_for(turn, key_of(post, 1), post.catalogue, tmp_path)
    for bad, text in (
        (b"no orders", "Is no file of orders"),
        (good.replace(b'"seat": 1', b'"seat": 0'), "do not bear the mark of seat 0"),
        (OrdersFile("autumn", 2, 1, "", 0, {}).signed(key_of(post, 1)), "This turn has not come yet"),
        (OrdersFile("winter", 1, 1, "", 0, {}).signed(key_of(post, 1)), "for the game 'winter'"),
    ):
        content = bad if isinstance(bad, bytes) else msgspec.json.encode(bad)
        answer = asked(shelf, post, 1, "orders", content)
        assert not answer.taken
        assert text in answer.understood[0]
    assert not standing(shelf, post, 1).has_orders
    assert asked(shelf, post, 1, "orders", good).taken
    assert asked(shelf, post, 1, "orders", good).taken, "the same again is no new order"
    kinds = [line.__class__.__name__ for line in post.ask(lambda found: found.lines)]
    assert kinds.count("Orders") == 1


def test_a_game_that_cannot_be_used_keeps_no_other_back(begin_game: Begin, shelf: Shelves) -> None:
    moved_in(shelf, begin_game())
    broken = moved_in(shelf, begin_game(name="broken"))
    twin = shelf.folder / "twin"
    shutil.copytree(shelf.folder / "autumn", twin)
    (broken.path / "journal.jsonl").write_bytes(b"nothing\n")
    assert sorted(shelf.look()) == ["autumn", "broken", "twin"]
    assert len(shelf.shelf) == 1
    assert shelf.look() == []
    shutil.rmtree(twin)
    shelf.pass_time(hours=1)
    assert len(shelf.shelf) == 1
    assert standing(shelf, begin_game_at(shelf), 0).label == "T1"


def begin_game_at(shelves: Shelves) -> Post:
    return Post(shelves.folder / "autumn", shelves.shelf.catalogue)


def test_a_referee_works_beside_the_server(begin_game: Begin, shelf: Shelves) -> None:
    """What the referee does is noticed; while the referee's program has the game, the server waits."""
    post = moved_in(shelf, begin_game())
    shelf.look()
    post.ask(lambda found: referee.pause(found, shelf.now))
    assert standing(shelf, post, 0).paused
    request = Request("autumn", 0, "orders", b"{}").signed(key_of(post, 0), CHALLENGE)

    def meanwhile(found: GameFolder) -> None:
        with pytest.raises(BusyError, match="another program is at work"):
            shelf.shelf.answer(request, CHALLENGE, shelf.now)
        referee.extend(found, shelf.now, 1)
        with pytest.raises(BusyError):
            shelf.look()

    post.ask(meanwhile)
    post.ask(lambda found: referee.resume(found, shelf.now))
    assert shelf.look() == ["autumn"], "what was done meanwhile is noticed"
    assert not standing(shelf, post, 0).paused
