"""The ways by which a game by post is carried: files, mails, a server, now one and now another.

All programs of the referee die in the middle of their work, again and again. Players see only what reaches them, and
`extend` and `substitute` are done by the referee's commands.
"""

import random
from abc import ABC, abstractmethod
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, suppress
from email import policy
from email.message import EmailMessage
from email.parser import BytesParser
from pathlib import Path

import msgspec

from roborally.base.errors import GameError
from roborally.features.post.names import SEAT_SUFFIX, TURN_SUFFIX
from roborally.features.post.server.messages import Reply
from roborally.features.post.turn_file import SeatFile
from roborally.plugin_system.loader import Catalogue
from tests.features.post.conftest import address
from tests.features.post.dying import DyingReferee, written
from tests.features.post.servers import PASSWORD, Office
from tests.net.processes import Served
from tests.waiting import until

from .players import POST, asked, file_of

LONG_AGO = "-4800"
"""By how many hours a deadline is moved so that it is over, whatever the schedule says."""
MOST_STEPS = 12
"""How much a program has done at most when it is killed."""
SEATS = range(4)


class Way(ABC):
    """How a game goes from round to round; `kills` is how many programs have died in the middle of their work."""

    def __init__(self, game: Path, catalogue: Catalogue, chance: random.Random) -> None:
        """Carry a game that has begun."""
        self.game = game
        self.catalogue = catalogue
        self.chance = chance
        self.addresses = [address(seat) for seat in SEATS]
        self.referee = DyingReferee(chance, self.progress, f"{PASSWORD}\n")
        self._closing = ExitStack()

    @property
    def kills(self) -> int:
        """How many programs have died at work."""
        return self.referee.kills

    def progress(self) -> int:
        """Count what has been done so far."""
        return written(self.game.parent)

    def turns_played(self) -> int:
        """Count the rounds that stand in the journal."""
        return (self.game / "journal.jsonl").read_bytes().count(b'"what":"turn"')

    def begin_round(self) -> None:
        """Note which round it is."""
        self._played = self.turns_played()

    def arrived(self) -> None:
        """Note that the game has just been moved here."""
        assert self.game.is_dir()

    @abstractmethod
    def turns(self) -> dict[int, bytes]:
        """Return the turn files of the seats that are asked now, none when the game is over."""

    @abstractmethod
    def hand_in(self, seat: int, turn: bytes, lines: list[str]) -> None:
        """Send the orders of a seat."""

    @abstractmethod
    def play(self) -> None:
        """Let the round be played that all orders are there for, or whose time is up."""

    def let_time_pass(self) -> None:
        """Let the deadline be over."""
        self.referee.finish("extend", self.game, LONG_AGO)

    def substitute(self, seat: int) -> None:
        """Let somebody else play a seat."""
        self.addresses[seat] = "zoe@example.org"
        self.referee.finish("substitute", self.game, str(seat), self.addresses[seat])

    def close(self) -> None:
        """End all processes."""
        self._closing.close()

    def attached(self, seat: int, suffix: str) -> bytes:
        """Return the newest file of a kind that was written to whoever plays a seat, nothing if the newest has none."""
        mails = sorted((self.game / "out").glob(f"turn-*/seat-{seat}/message.eml"), reverse=True)
        found = (attachment(read(path), suffix) for path in mails)
        return next(content for content in found if content or suffix == TURN_SUFFIX)

    def key(self, seat: int) -> SeatFile:
        """Return the key of a seat, as it was sent."""
        return msgspec.json.decode(self.attached(seat, SEAT_SUFFIX), type=SeatFile)


def read(path: Path) -> EmailMessage:
    return BytesParser(EmailMessage, policy=policy.default).parsebytes(path.read_bytes())


def attachment(mail: EmailMessage, suffix: str) -> bytes:
    """Return the content of the file of a kind in a mail, nothing if there is none."""
    for part in mail.iter_attachments():
        if str(part.get_filename()).endswith(suffix):
            content = part.get_payload(decode=True)
            assert isinstance(content, bytes)
            return content
    return b""


class ByFiles(Way):
    """Files alone: the referee hands out what lies in `out/`, players bring what lands in `in/`."""

    def turns(self) -> dict[int, bytes]:
        found = {seat: self.attached(seat, TURN_SUFFIX) for seat in SEATS}
        return {seat: turn for seat, turn in found.items() if turn}

    def hand_in(self, seat: int, turn: bytes, lines: list[str]) -> None:
        content = file_of(turn, lines, self.key(seat).key, self.catalogue, self.game.parent)
        (self.game / "in" / f"{self.turns_played()}-{seat}.rrorders").write_bytes(content)

    def play(self) -> None:
        self.referee.work("take", self.game, kills=2, most=MOST_STEPS)
        self.referee.work("run", self.game, kills=2, most=MOST_STEPS)


class ByMail(Way):
    """Mails alone: players know what is in their boxes."""

    def __init__(self, game: Path, catalogue: Catalogue, chance: random.Random, office: Office) -> None:
        """Send the first mails."""
        self.office = office
        super().__init__(game, catalogue, chance)
        self._send()

    def progress(self) -> int:
        return super().progress() + sum(map(len, self.office.office.boxes.values()))

    def _send(self) -> None:
        self.referee.work("send", self.game, kills=1, most=MOST_STEPS)

    def _newest(self, seat: int) -> EmailMessage:
        box = self.office.office.boxes[self.addresses[seat]]
        return next(mail for mail in reversed(box) if "Your orders were taken" not in str(mail["Subject"]))

    def turns(self) -> dict[int, bytes]:
        found = {seat: attachment(self._newest(seat), TURN_SUFFIX) for seat in SEATS}
        return {seat: turn for seat, turn in found.items() if turn}

    def hand_in(self, seat: int, turn: bytes, lines: list[str]) -> None:
        self.office.answer(self._newest(seat), "\n".join(lines), f"{self.turns_played()}.{seat}")

    def substitute(self, seat: int) -> None:
        super().substitute(seat)
        self._send()

    def play(self) -> None:
        self.referee.work("fetch", self.game, kills=2, most=MOST_STEPS)
        self.referee.work("run", self.game, kills=1, most=MOST_STEPS)
        self._send()


class OnServer(Way):
    """A correspondence server, and players who ask it with the keys of their seats."""

    def __init__(self, game: Path, catalogue: Catalogue, chance: random.Random) -> None:
        """Start the server of the directory in which the game lies."""
        super().__init__(game, catalogue, chance)
        self._killed = 0
        self._player = ThreadPoolExecutor(1)
        self.server = self._started()
        self._closing.callback(self._end)

    @property
    def kills(self) -> int:
        return super().kills + self._killed

    def _started(self) -> Served:
        return Served(self.game.parent, str(self.game.parent), "--port", "0", command=POST)

    def _end(self) -> None:
        self.server.end()
        self._player.shutdown()

    def _ask(self, seat: int, wish: str = "look", orders: bytes = b"") -> Reply:
        return asked(self.server.port, self.key(seat), wish, orders)

    def arrived(self) -> None:
        """Wait until the server has seen it: until then it knows no game of that name."""

        def is_known() -> bool:
            with suppress(GameError):
                return self._ask(0).standing is not None
            return False

        until(is_known)

    def _killed_while(self, is_done: Callable[[], bool]) -> None:
        """Kill the server once it has written something, and start it again."""
        before, steps = self.progress(), self.chance.randint(1, MOST_STEPS)
        until(lambda: is_done() or self.progress() >= before + steps)
        self._killed += not is_done()
        self.server.end()

    def turns(self) -> dict[int, bytes]:
        self.begin_round()
        found = {seat: self._ask(seat, "turn").turn for seat in SEATS}
        return {seat: turn for seat, turn in found.items() if turn}

    def hand_in(self, seat: int, turn: bytes, lines: list[str]) -> None:
        orders = file_of(turn, lines, self.key(seat).key, self.catalogue, self.game.parent)
        if self.chance.random() < 0.5:
            answer: Future[Reply] = self._player.submit(self._ask, seat, "orders", orders)
            self._killed_while(answer.done)
            with suppress(GameError):
                answer.result()
            self.server = self._started()
        answered = self._ask(seat, "orders", orders)
        assert answered.taken or self.turns_played() > self._played, answered.understood

    def let_time_pass(self) -> None:
        """Let the deadline be over while the server is at work; it is killed when it plays the round."""
        extended = self._player.submit(super().let_time_pass)
        self._killed_while(lambda: extended.done() and self.turns_played() > self._played)
        extended.result()
        self.server = self._started()

    def play(self) -> None:
        """Wait: the server does it by itself."""
        until(lambda: self.turns_played() > self._played)
        self._ask(0)  # it answers once it has written all


class Wandering(Way):
    """A game that is moved between a referee's folder and a server, always in the middle of a round."""

    def __init__(self, game: Path, catalogue: Catalogue, chance: random.Random, games: Path) -> None:
        """Begin at home; `games` is the directory of the server, which is never stopped on purpose."""
        super().__init__(game, catalogue, chance)
        self._home = ByFiles(game, catalogue, chance)
        self._server = OnServer(games / game.name, catalogue, chance)
        self._now: Way = self._home
        self._handed_in = 0
        self._closing.callback(self._server.close)

    @property
    def kills(self) -> int:
        return self._home.kills + self._server.kills

    def turns(self) -> dict[int, bytes]:
        self._handed_in = 0
        return self._now.turns()

    def hand_in(self, seat: int, turn: bytes, lines: list[str]) -> None:
        self._now.hand_in(seat, turn, lines)
        self._handed_in += 1
        if self._handed_in == 2:
            self._move()

    def _move(self) -> None:
        there = self._server if self._now is self._home else self._home
        self._now.game.rename(there.game)
        there.addresses = self._now.addresses
        there.arrived()
        there.begin_round()
        self._now, self.game = there, there.game

    def play(self) -> None:
        self._now.play()

    def let_time_pass(self) -> None:
        self._now.let_time_pass()

    def substitute(self, seat: int) -> None:
        self._now.substitute(seat)
