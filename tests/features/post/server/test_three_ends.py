"""A game by post comes to the same end whatever carries it, and however often its programs die (AUE-803 to AUE-807).

Four players with secret lists; one misses two turns and is played by a substitute then.
"""

import gzip
import hashlib
import random
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

import pytest

from roborally.features.post.folder import GameFolder
from roborally.features.post.game_file import GameFile, MailTable
from roborally.features.post.journal import Turn
from roborally.features.post.new_game import begin
from roborally.features.post.reports import write_round
from roborally.game.records.recorder import load_replay
from roborally.features.post.schedule import MissingOrders
from roborally.narration.chronicle import Chronicle
from roborally.narration.match_log import MatchLog
from roborally.plugin_system.loader import Catalogue
from tests.features.post.conftest import Post, address, match_of
from tests.features.post.servers import has_dovecot, office

from .players import lines_for, turn_of
from .ways import SEATS, ByFiles, ByMail, OnServer, Wandering, Way

ABSENT, MISSED, SUBSTITUTE = 2, (2, 3), 4
"""The seat that misses rounds, which they are, and the one from which on somebody else plays it."""
SEED = 1
MOST_ROUNDS = 30
CARRIED = ["files", "server", "wandering"]
MAILED = pytest.param(
    "mail", marks=pytest.mark.skipif(not has_dovecot(), reason="dovecot, an IMAP server, is not installed")
)
pytestmark = pytest.mark.long  # a game of seven turns, five times, in hundreds of processes
__all__ = ["office"]


class End(NamedTuple):
    """How a game has ended: all that must be the same."""

    winners: list[int]
    turns: int
    answers: list[tuple[int, str, object]]
    missed: list[list[int]]
    digest: str
    log: list[str]
    replay: str


def begun(path: Path, catalogue: Catalogue, mail: MailTable) -> Path:
    """Begin the game in a folder and write its first mails."""
    missing = MissingOrders(excused=0, substitute_after=2, bot_after=0)
    config = match_of("auenland", seed=SEED, auenland={"objectives": "dealt"})
    addresses = [address(seat) for seat in SEATS]
    begin(path, GameFile("autumn", missing=missing, mail=mail), config, addresses, catalogue, datetime.now(UTC))
    Post(path, catalogue).ask(write_round)
    return path


def end_of(game: Path, catalogue: Catalogue) -> End:
    """Return how a game has ended; the replay's first line has the date in it."""

    def look(found: GameFolder) -> End:
        path = found.path / "out" / "autumn.rrreplay"
        replayed, record = load_replay(path, catalogue)
        log = MatchLog(Chronicle.of(replayed))
        log.narrate_all(record.events)
        body = gzip.decompress(path.read_bytes()).split(b"\n", 1)[1]
        state = found.game.match.state
        assert state.over
        assert record.final == found.game.now.digest
        return End(
            list(state.winners),
            state.turn,
            found.game.now.answers,
            [line.missed for line in found.lines if isinstance(line, Turn)],
            found.game.now.digest,
            list(log),
            hashlib.sha256(body).hexdigest(),
        )

    return Post(game, catalogue).ask(look)  # type: ignore[no-any-return]


@pytest.fixture(scope="module")
def smooth(catalogue: Catalogue, tmp_path_factory: pytest.TempPathFactory) -> End:
    """The end of the game when one program carries it without trouble."""
    folder = tmp_path_factory.mktemp("smooth")
    post = Post(begun(folder / "autumn", catalogue, MailTable()), catalogue, datetime.now(UTC))
    for number in range(1, MOST_ROUNDS):
        if number == SUBSTITUTE:
            post.substitute(ABSENT, "zoe@example.org")
            post.ask(write_round)
        addresses = post.ask(lambda found: [player.address for player in found.game.now.players])
        for seat in post.ask(lambda found: found.game.asked()):
            if seat != ABSENT or number not in MISSED:
                post.mail(addresses[seat], *lines_for(turn_of(post, seat), catalogue, folder))
        post.run(at_once=True)
        if post.ask(lambda found: found.game.over):
            break
    return end_of(post.path, catalogue)


Carry = Callable[[str], Way]


@pytest.fixture
def carry(catalogue: Catalogue, tmp_path: Path, request: pytest.FixtureRequest) -> Carry:
    def begin_way(name: str) -> Way:
        chance = random.Random(f"killed {name}")
        games, home = tmp_path / "games", tmp_path / "home"
        games.mkdir()
        home.mkdir()
        way: Way
        if name == "mail":
            office = request.getfixturevalue("office")
            way = ByMail(begun(home / "autumn", catalogue, office.table()), catalogue, chance, office)
        elif name == "server":
            way = OnServer(begun(games / "autumn", catalogue, MailTable()), catalogue, chance)
        elif name == "files":
            way = ByFiles(begun(home / "autumn", catalogue, MailTable()), catalogue, chance)
        else:
            way = Wandering(begun(home / "autumn", catalogue, MailTable()), catalogue, chance, games)
        request.addfinalizer(way.close)
        return way

    return begin_way


@pytest.mark.parametrize("name", [*CARRIED, MAILED])
def test_every_way_leads_to_the_same_end(
    carry: Carry, smooth: End, catalogue: Catalogue, name: str, tmp_path: Path
) -> None:
    """`kill -9` meets the programs of the referee at random moments of their work."""
    way = carry(name)
    for number in range(1, MOST_ROUNDS):
        if number == SUBSTITUTE:
            way.substitute(ABSENT)
        turns = way.turns()
        if not turns:
            break
        is_missed = ABSENT in turns and number in MISSED
        for seat, turn in turns.items():
            if seat != ABSENT or not is_missed:
                way.hand_in(seat, turn, lines_for(turn, catalogue, tmp_path))
        if is_missed:
            way.let_time_pass()
        way.play()
    way.close()
    end = end_of(way.game, catalogue)
    assert (end.missed, end.answers) == (smooth.missed, smooth.answers)
    assert end == smooth
    assert end.missed[1:3] == [[ABSENT], [ABSENT]]
    assert end.turns > SUBSTITUTE
    assert way.kills >= 4, "most programs died while they were at work"
