"""A correspondence server sends the mails of its games by itself, over real SMTP (aiosmtpd)."""

import asyncio
import random
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import pytest

from roborally.base.errors import GameError
from roborally.features.post import courier
from roborally.features.post.folder import BusyError, only_sender
from roborally.features.post.game_file import MailTable
from roborally.features.post.journal import Journal, Sent
from roborally.features.post.outbox import Mail, unsent
from roborally.features.post.passwords import from_file, of_server
from roborally.features.post.server.mailer import Mailer, aside
from roborally.features.post.turn_file import SeatFile
from roborally.plugin_system.loader import Catalogue
from tests.features.post.conftest import Begin, Post, address
from tests.features.post.dying import written
from tests.features.post.servers import PASSWORD, REFEREE, USER, PostOffice, free_port, smtp_server
from tests.net.processes import Served
from tests.waiting import until

from .conftest import WHEN_BEGUN, Shelves
from .players import POST, asked, orders_for
from .test_server import seats_of

MAX_MAILS = 2
"""How many mails a server sends at most before it is killed; a turn has eight."""
Found = TypeVar("Found")


class Moody(PostOffice):
    """A post office that can be shut, that is slow, and that some addresses do not take mails from."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.tries = 0
        self.is_shut = False
        self.refusing: dict[str, str] = {}
        self.goes_on = threading.Event()
        self.goes_on.set()
        self.has_come = threading.Event()
        self.left = -1

    def take(self, most: int) -> None:
        """Take so many mails, then keep all waiting; -1 is without an end."""
        self.left = most
        (self.goes_on.set if most else self.goes_on.clear)()

    async def handle_MAIL(self, _server: Any, _session: Any, envelope: Any, address: str, options: Any) -> str:  # noqa: N802
        self.tries += 1
        if self.is_shut:
            return "450 not now"
        envelope.mail_from = address
        envelope.mail_options.extend(options)
        return "250 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        self.has_come.set()
        await asyncio.get_running_loop().run_in_executor(None, self.goes_on.wait)
        self.left -= 1
        if self.left == 0:
            self.goes_on.clear()
        if answer := self.refusing.get(envelope.rcpt_tos[0]):
            return answer
        return await super().handle_DATA(server, session, envelope)

    def ids(self) -> "Counter[str]":
        """Count what has come by Message-ID."""
        return Counter(str(mail["Message-ID"]) for box in list(self.boxes.values()) for mail in list(box))


class Office(NamedTuple):
    office: Moody
    table: MailTable


@pytest.fixture
def office(tmp_path: Path) -> Iterator[Office]:
    office = Moody(tmp_path / "referee")
    with smtp_server(office) as port:
        yield Office(office, MailTable(REFEREE, smtp=f"127.0.0.1:{port}", user=USER, security="none"))
        office.goes_on.set()


class Mailing:
    """A mailer of a shelf, and the clock of its pauses."""

    def __init__(self, shelves: Shelves, password: Callable[[str], str] = lambda _account: PASSWORD) -> None:
        self.shelves = shelves
        self.clock = 0.0
        self.mailer = Mailer(shelves.shelf, self._beside, password, lambda: shelves.now, lambda: self.clock)

    async def _beside(self, job: Callable[[], Found]) -> Found:
        return job()

    def look(self, clock: float | None = None) -> None:
        """Let the shelf do what is due, and then the mailer, perhaps at another moment."""
        self.clock = self.clock if clock is None else clock
        self.shelves.look()
        asyncio.run(self.mailer.look())


def noted(game: Path) -> list[str]:
    """Return the mails that were sent, as the journal says."""
    return [line.mail for line in Journal(game / "journal.jsonl").read() if isinstance(line, Sent)]


def waiting(game: Path) -> list[Mail]:
    """Return the mails that are to be sent, as the files tell."""
    return list(unsent(game, Journal(game / "journal.jsonl").read()))


def moved_in(shelves: Shelves, post: Post) -> Path:
    return post.path.rename(shelves.folder / post.path.name)


def mailed(post: Post, folder: Path) -> tuple[Path, list[SeatFile], Callable[[], Served]]:
    """Return a game in the directory of a server, its seats, and what starts the server, which knows the password."""
    seats, games, passwords = seats_of(post), folder / "games", folder / "passwords"
    games.mkdir()
    passwords.write_text(f"{USER}@127.0.0.1 {PASSWORD}\n")
    game = post.path.rename(games / "autumn")
    words = (str(games), "--port", "0", "--mail-passwords", str(passwords))
    return game, seats, lambda: Served(folder, *words, command=POST, **WHEN_BEGUN)


@pytest.mark.parametrize(("turns", "times"), [(1, 2), pytest.param(3, 3, marks=pytest.mark.long)])
def test_mails_are_sent_once_though_the_server_is_killed_again_and_again(
    begin_game: Begin, office: Office, tmp_path: Path, catalogue: Catalogue, turns: int, times: int
) -> None:
    """A mail that stands in the journal never goes out again; what was on its way may, once for each kill."""
    chance = random.Random(9)
    game, seats, start = mailed(begin_game(mail=office.table), tmp_path)
    games, server = game.parent, start()
    lines: list[dict[str, Any]] = []
    before: list[tuple[list[str], Counter[str]]] = []

    def progress() -> int:
        return written(games) + sum(office.office.ids().values())

    def all_sent() -> bool:
        return not waiting(game)  # who locks the folder would keep the server from its work

    try:
        until(lambda: len(office.office.ids()) == len(seats))  # those of a round that is over are not sent any more
        for _turn in range(turns):
            office.office.take(0)
            for seat in seats:
                turn = asked(server.port, seat, "turn").turn
                assert asked(server.port, seat, "orders", orders_for(turn, seat.key, catalogue, tmp_path)).taken
            for _kill in range(times):
                at, steps = progress(), chance.randint(1, MAX_MAILS)
                office.office.take(MAX_MAILS)  # so that some wait whenever the server dies
                until(lambda: progress() >= at + steps)  # noqa: B023
                server.end()
                office.office.take(0)
                assert not all_sent()
                lines += server.lines
                before.append((noted(game), office.office.ids()))
                server = start()
            office.office.take(-1)
            until(all_sent)
        assert server.stop() == 0
    finally:
        server.end()
    received = office.office.ids()
    assert sorted(received) == sorted(noted(game))
    assert len(received) == 4 * (turns + 1) + 4 * turns, "a mail for each round, and a receipt for all orders"
    for known, count in before:
        assert all(received[mail] == count[mail] for mail in known)
    assert sum(received.values()) - len(received) <= times * turns
    assert PASSWORD not in str(lines)


@pytest.mark.long
def test_players_are_answered_while_a_mail_server_keeps_all_waiting(
    begin_game: Begin, office: Office, tmp_path: Path, catalogue: Catalogue
) -> None:
    game, seats, start = mailed(begin_game(mail=office.table), tmp_path)
    office.office.goes_on.clear()
    server = start()
    try:
        until(office.office.has_come.is_set)
        for seat in seats:
            turn = asked(server.port, seat, "turn").turn
            assert asked(server.port, seat, "orders", orders_for(turn, seat.key, catalogue, tmp_path)).taken
        standing = asked(server.port, seats[0]).standing
        assert standing is not None
        assert standing.label == "T2"
        assert not office.office.ids()
        office.office.goes_on.set()
        until(lambda: len(office.office.ids()) == 12)
        until(lambda: len(noted(game)) == 12)
        assert set(office.office.ids().values()) == {1}
        assert server.stop() == 0
    finally:
        server.end()


def test_a_mail_server_that_fails_is_left_alone_for_longer_each_time(
    begin_game: Begin, office: Office, shelf: Shelves
) -> None:
    game = moved_in(shelf, begin_game(mail=office.table))
    moved_in(shelf, begin_game(name="winter", mail=office.table))
    mailing = Mailing(shelf)
    office.office.is_shut = True
    mailing.look(0)
    assert office.office.tries == 1, "games of one account wait together"
    for clock in (60, 180, 420, 900, 1860, 3780, 7380, 10980):
        before = office.office.tries
        mailing.look(clock - 1)
        assert office.office.tries == before
        mailing.look(clock)
        assert office.office.tries == before + 1
    office.office.is_shut = False
    mailing.look(14_580)
    assert len(office.office.ids()) == 8
    mailing.look()
    assert set(office.office.ids().values()) == {1}
    assert len(noted(game)) == 4
    office.office.is_shut = True
    post = Post(game, shelf.shelf.catalogue)
    post.run(at_once=True)
    before = office.office.tries
    mailing.look()
    mailing.look(14_580 + 60)
    assert office.office.tries == before + 2, "the pauses begin anew"


def test_a_server_that_is_not_there_keeps_no_game_of_another_back(
    begin_game: Begin, office: Office, shelf: Shelves
) -> None:
    gone = MailTable(REFEREE, smtp=f"127.0.0.1:{free_port()}", user=USER, security="none")
    moved_in(shelf, begin_game(mail=gone))
    moved_in(shelf, begin_game(name="winter", mail=office.table))
    moved_in(
        shelf, begin_game(name="zero", mail=MailTable(REFEREE, smtp="mail.example.org", user=USER, security="none"))
    )
    Mailing(shelf).look()
    assert all(mail.startswith("<winter.") for mail in office.office.ids())
    assert len(office.office.ids()) == 4


def test_an_address_that_takes_no_mails_keeps_nobody_elses_back(
    begin_game: Begin, office: Office, shelf: Shelves
) -> None:
    """One is refused for good, another one is wanted later."""
    moved_in(shelf, begin_game(mail=office.table))
    office.office.refusing = {address(1): "451 later", address(2): "550 nobody lives here"}
    mailing = Mailing(shelf)
    mailing.look()
    assert sorted(office.office.boxes) == [address(0), address(3)]
    office.office.refusing.pop(address(1))
    before = office.office.tries
    mailing.look(59)
    assert office.office.tries == before
    mailing.look(60)
    assert sorted(office.office.boxes) == [address(0), address(1), address(3)]
    mailing.look(10_000)
    assert office.office.tries == before + 1


def test_only_one_program_sends_the_mails_of_a_game(begin_game: Begin, office: Office, shelf: Shelves) -> None:
    game = moved_in(shelf, begin_game(mail=office.table))
    post = Post(game, shelf.shelf.catalogue, shelf.now)
    mailing = Mailing(shelf)
    with only_sender(game):
        with pytest.raises(BusyError, match="is sending the mails of this game"):
            post.ask(lambda found: courier.send(found, lambda _account: PASSWORD, post.now))
        mailing.look()
        assert not office.office.ids()
    mailing.look()
    assert len(office.office.ids()) == 4
    assert post.ask(lambda found: courier.send(found, lambda _account: PASSWORD, post.now)) == 0
    assert shelf.look() == [], "a mail that was sent is no reason to look at a game"


def test_a_game_without_a_mail_server_sends_nothing(begin_game: Begin, shelf: Shelves) -> None:
    game = moved_in(shelf, begin_game())
    Mailing(shelf).look()
    assert len(waiting(game)) == 4


def test_passwords_are_read_from_a_file(
    begin_game: Begin, office: Office, shelf: Shelves, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "passwords"
    path.write_text(f"\n# mine\n{USER}@127.0.0.1  {PASSWORD} with spaces \n")
    assert from_file(path) == {f"{USER}@127.0.0.1": f"{PASSWORD} with spaces"}
    for wrong in (f"{USER}@127.0.0.1", f"{PASSWORD}"):
        path.write_text(f"a@b c\n{wrong}\n")
        with pytest.raises(GameError, match="line 2 must be USER@HOST PASSWORD") as text:
            from_file(path)
        assert PASSWORD not in str(text.value)
    moved_in(shelf, begin_game(mail=office.table))
    with caplog.at_level("INFO", "roborally.net"):
        Mailing(shelf, of_server({})).look()
    assert "there is no password for referee@127.0.0.1" in str([vars(record) for record in caplog.records])
    assert not office.office.ids()


@pytest.mark.parametrize("kind", [KeyboardInterrupt, SystemExit, asyncio.CancelledError, StopIteration])
def test_no_fault_beside_the_event_loop_ends_it_or_is_waited_for(kind: type[BaseException]) -> None:
    def fail() -> None:
        raise kind

    with pytest.raises(RuntimeError, match=kind.__name__):
        asyncio.run(asyncio.wait_for(aside(fail), 60))
