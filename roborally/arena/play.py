"""Plays one game between bots: a pure function of the game, the bots and the seed."""

from collections.abc import Callable, Sequence

import msgspec

from roborally.bots import Bot
from roborally.bots.faults import ask_bot, fault_of, log_fault
from roborally.bots.limits import thinking_seconds
from roborally.config import Game
from roborally.core.dice import Dice, derive
from roborally.core.events import Event, Watch
from roborally.core.match import Match
from roborally.core.rules import Decision
from roborally.core.state import Piece
from roborally.core.views import view


class Outcome(msgspec.Struct, frozen=True):
    """How one game went; lists are indexed by seat.

    `ended` is `goal` (somebody reached what the mode asks for), `elimination` (one robot was left), `draw` (none was)
    or `limit` (the game was stopped after `turns` turns). `faults` counts the answers that a bot failed to give.
    """

    number: int
    seed: int
    bots: list[str]
    winners: list[int]
    turns: int
    ended: str
    destroyed: list[int]
    checkpoints: list[int]
    faults: list[int]


class _Counter:
    """Counts destructions by piece."""

    def __init__(self) -> None:
        self.destroyed: dict[int, int] = {}

    def feed(self, event: Event) -> None:
        if event["type"] == "destroy":
            self.destroyed[event["piece"]] = self.destroyed.get(event["piece"], 0) + 1


def play(game: Game, names: Sequence[str], bots: Sequence[Bot], seed: int, limit: int, number: int = 0) -> Outcome:
    """Play a game to its end, or through `limit` turns; `names` are the bots' names by seat."""
    counter = _Counter()
    match = game.start(seed, Watch(counter.feed))
    faults = [0] * len(bots)
    match.run("turn")
    while not match.state.over and match.state.turn <= limit:
        if match.state.decisions:
            for seat, bot in enumerate(bots):
                faults[seat] += _answer_all(match, seat, bot, names[seat])
        elif match.state.turn == limit:
            break
        match.run("turn")
    state = match.state
    return Outcome(
        number=number,
        seed=seed,
        bots=list(names),
        winners=sorted({state.pieces[index].seat for index in state.winners}),
        turns=state.turn,
        ended=_ending(match),
        destroyed=_by_seat(match, lambda piece: counter.destroyed.get(piece.index, 0)),
        checkpoints=_by_seat(match, lambda piece: _read(match, "checkpoint", piece)),
        faults=faults,
    )


def _answer_all(match: Match, seat: int, bot: Bot, name: str) -> int:
    """Let a bot answer whatever its seat is asked; return how often the default had to stand in."""
    faults = 0
    while decision := _next_question(match, seat):
        faults += not _answer(match, seat, bot, name, decision)
    return faults


def _next_question(match: Match, seat: int) -> Decision | None:
    """Return the next open question, optional ones first: an announcement or new commands come before the program."""
    sealed = match.state.sealed
    waiting = [d for d in match.state.decisions if d["seat"] == seat and d["id"] not in sealed]
    return min(waiting, key=lambda decision: not decision["optional"], default=None)


def _answer(match: Match, seat: int, bot: Bot, name: str, decision: Decision) -> bool:
    """Put one question to a bot; return whether it answered."""
    seen = view(match, seat)
    own = next(entry for entry in seen.data["decisions"] if entry["id"] == decision["id"])
    # The same chance as in a session, so that a game can be watched there.
    dice = Dice(derive(match.state.dice, "bot", decision["id"], seat))
    try:
        match.seal(decision["id"], ask_bot(bot, seen, own, dice, thinking_seconds(match.rules)), seat)
    except Exception as error:  # whatever a bot does, nonsense included, the game goes on
        log_fault(name, seat, decision, fault_of(error))
        match.seal(decision["id"], decision["default"], seat)
        return False
    return True


def _ending(match: Match) -> str:
    state = match.state
    if not state.over:
        return "limit"
    if not state.winners:
        return "draw"
    out = [_read(match, "eliminated", piece) for piece in state.pieces if piece.index not in state.winners]
    return "elimination" if out and all(out) else "goal"


def _read(match: Match, name: str, piece: Piece) -> int:
    fact = match.rules.registry("facts").get(name)
    return int(fact.read(match, piece)) if fact is not None and fact.read is not None else 0


def _by_seat(match: Match, count: Callable[[Piece], int]) -> list[int]:
    """Return the sum of a count over the pieces of each seat."""
    counts = [0] * len(match.seats)
    for piece in match.state.pieces:
        if piece.seat >= 0:
            counts[piece.seat] += count(piece)
    return counts
