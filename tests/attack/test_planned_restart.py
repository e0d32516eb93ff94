"""A server is stopped and started again in the middle of matches, and everybody finds theirs as it was."""

import resource
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from roborally.net.client.connection import ServerRequest
from roborally.net.protocol import Begin, Leave
from roborally.net.server.journal import JournalContent, MatchJournals, restored
from roborally.plugin_system.loader import Catalogue
from tests.net.processes import Player, Served, play_together, seated, served

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the limits of a running process are changed")
MATCHES = 2


def fill_disk(server: Served) -> None:
    """Let the server write nothing any more, as on a full disk."""
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (1, resource.RLIM_INFINITY))


def make_room(server: Served) -> None:
    """Let the server write again."""
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))


def seat_and_turn(player: Player) -> tuple[int, int]:
    """Return where a player sits, and the turn that they see."""
    session = player.membership.session
    assert session is not None
    return session.seat, player.turn


def written(folder: Path) -> dict[str, JournalContent]:
    """Return what the journals hold, by the code of the match."""
    return {content.code: content for content in MatchJournals(folder).kept() if isinstance(content, JournalContent)}


def hear_the_rest(players: Sequence[Player]) -> None:
    """Take in what a server that has stopped sent last."""
    for player in players:
        player.until(lambda player=player: player.membership.status.state != "online")  # type: ignore[misc]


@pytest.mark.long
def test_a_planned_restart_loses_nothing(tmp_path: Path, catalogue: Catalogue) -> None:
    """Matches with spectators; one who has left for good, one who only watched, and a disk that was full."""
    folder = ["--journal", str(tmp_path / "matches")]
    with served(tmp_path, "--port", "0", *folder) as server:
        pairs = [seated(server.port, catalogue, tmp_path) for _match in range(MATCHES)]
        for ann, bob in pairs:
            ann.until_heard(Begin)
            bob.until_heard(Begin)
        watchers = [
            Player(server.port, catalogue, tmp_path, ServerRequest("Wat", "watch", ann.membership.code))
            for ann, _bob in (*pairs, pairs[0])
        ]
        for watcher in watchers:
            watcher.until_heard(Begin)
        players = [player for pair in pairs for player in pair]
        fill_disk(server)
        play_together(players, lambda player: player.turn >= 2)
        for _match in pairs:
            server.wait_for("not written")
        _ann, leaver = pairs[-1]
        leaver.line.close(Leave())
        watchers.pop().line.close(Leave())
        server.wait_for("left")
        server.wait_for("left")
        players.remove(leaver)
        make_room(server)
        play_together(players, lambda player: player.turn >= 3)
        assert server.stop() == 0
        hear_the_rest([*players, *watchers])
        before = [seat_and_turn(player) for player in (*players, *watchers)]
        first = written(tmp_path / "matches")
        assert set(first) == {player.membership.code for player in players}
        with served(tmp_path, "--port", str(server.port), *folder) as again:
            for player in (*players, *watchers):
                player.until_heard(Begin)
            after = [seat_and_turn(player) for player in (*players, *watchers)]
            assert [seat for seat, _turn in after] == [seat for seat, _turn in before]
            assert all(later >= turn for (_seat, turn), (_, later) in zip(before, after, strict=True))
            last = max(turn for _seat, turn in after)
            play_together(players, lambda player: player.turn > last or player.ended is not None)
            assert again.stop() == 0
            hear_the_rest([*players, *watchers])
            for player in (*players, *watchers):
                player.line.close()
        for code, content in written(tmp_path / "matches").items():
            answers = first.pop(code).record.answers
            assert content.record.answers[: len(answers)] == answers, "the match went on where it was"
            assert len(content.record.answers) > len(answers)
            assert restored(content, catalogue)[0].state.turn > last
        assert set(first) <= {player.membership.code for player in players if player.ended is not None}
