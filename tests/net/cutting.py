"""Matches whose connections are cut and restored at random, and what must be true of them at their end.

`python -m tests.net.cutting 200` plays as many as one likes; the tests play a few.
"""

import base64
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from roborally.game.records.playing_again import verify
from roborally.game.records.recorder import load_replay
from roborally.game.session.local import LocalSession
from roborally.net.client.membership import Membership
from roborally.net.protocol import MatchEnded
from roborally.net.rooms.absences import AWAY_SECONDS
from roborally.plugin_system.loader import Catalogue, find_plugins
from tests.net.table import COURSES, SECONDS, Guest, NeverThinker, Table, answer_one, configuration, dice_of

NAMES = ("Ann", "Bob", "Cid")
MOST_STEPS = 30_000


@dataclass
class Cut:
    """A match that came to its end; `counts` is what happened to connections how often.

    `problem` is empty if all is well.
    """

    mode: str
    digest: str
    counts: Counter[str]
    problem: str


def cut_match(catalogue: Catalogue, number: int) -> Cut:
    """Play match number `number`: three people, some bots, late messages and lost connections."""
    dice = dice_of(number, 1)
    mode = list(COURSES)[number % len(COURSES)]
    table = Table(catalogue)
    bots = 0 if mode == "roboball" else dice.below(2)
    guests = table.begin(configuration(mode, NAMES, bots), *NAMES, spectators=1)
    people, counts = guests[:-1], Counter[str]()
    for _step in range(MOST_STEPS):
        if table.room.running_match is None:
            break
        for guest in people:
            _happen(table, guest, dice.below(60), counts, catalogue)
            if guest.online and dice.below(3):  # else what has come is not looked at yet
                answer_one(guest, dice)
        table.wait(SECONDS * (1 + dice.below(4)))
    else:
        return Cut(mode, "", counts, "it does not end")
    ended = guests[-1].last(MatchEnded)
    return Cut(mode, ended.digest, counts, problem_of(ended, catalogue))


def _happen(table: Table, guest: Guest, chance: int, counts: Counter[str], catalogue: Catalogue) -> None:
    """Let something happen to a connection, or nothing."""
    if guest.online and chance == 0:
        guest.lose()
        counts["lost"] += 1
    elif not guest.online and chance < 10:
        if chance < 3:  # the client was started again: nothing is left but the token
            guest.membership = Membership(guest, catalogue, table.bundles)
            counts["started again"] += 1
        guest.come_back()
        counts["back"] += 1
    elif not guest.online and chance == 10 and table.room.running_match is not None:
        table.wait(AWAY_SECONDS + 1)
        counts["stood in for"] += 1


def problem_of(ended: MatchEnded, catalogue: Catalogue) -> str:
    """Return what is wrong with a match that has ended: with its replay, or with the same answers at one machine."""
    if ended.reason != "over":
        return f"it ended for the reason {ended.reason!r}"
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "match.rrreplay"
        path.write_bytes(base64.b64decode(ended.file))
        game, record = load_replay(path, catalogue)
    if difference := verify(record, game):
        return difference
    session = LocalSession.start(game, record.seed, NeverThinker())
    for seat, id_, answer in record.answers:
        session.answer(seat, id_, answer)
    digests = {ended.digest, record.final, session.digest()}
    if len(digests) > 1 or not session.over:
        return f"the digests differ: {digests}"
    return "" if ended.counts == session.tally.counts else "the statistics differ"


def main() -> int:
    """Play as many matches as the command line says, and tell what came of them."""
    catalogue = find_plugins(installed=False)
    counts, problems, digests = Counter[str](), 0, set()
    for number in range(int(sys.argv[1])):
        cut = cut_match(catalogue, number)
        counts += cut.counts + Counter({cut.mode: 1})
        digests.add(cut.digest)
        if cut.problem:
            problems += 1
            print(f"match {number} ({cut.mode}): {cut.problem}")
    print(f"{problems} problems, {len(digests)} different ends; {dict(counts)}")
    return min(1, problems)


if __name__ == "__main__":
    sys.exit(main())
