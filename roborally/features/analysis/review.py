"""Replays a record and judges every turn, and the programs of some seats."""

from collections.abc import Collection, Iterator
from typing import Any

from roborally.bots import Bot
from roborally.bots.errors import BotError
from roborally.bots.plugin import Lookahead, MatchBots
from roborally.bots.questions import Question, ask_bot, question_of
from roborally.bots.registry import make_bot
from roborally.bots.rival import possible_match
from roborally.core.data import Decision
from roborally.core.decisions import AnswerError
from roborally.core.dice import Dice
from roborally.core.match import Match
from roborally.core.observation import Observation, run_on
from roborally.features.analysis.findings import Finding, ProgramFound, ProgramTrial, Share, TurnFound
from roborally.features.analysis.judgement import Judge
from roborally.game.factory import Game
from roborally.game.records.file_format import Record
from roborally.game.records.playing_again import game_at, stops
from roborally.plugin import read_fact
from roborally.plugin_system.loader import Catalogue

SAMPLES = 8
"""The number of possible matches for the trial of both programs of a turn."""
ADVISER = "planner"
"""The bot whose programs are compared."""


def analyse(record: Record, game: Game, catalogue: Catalogue, seats: Collection[int]) -> Iterator[Finding]:
    """Yield the findings in a record, in small steps, with the programs of `seats`.

    The same record gives the same findings on every machine. End early if an answer is refused.
    """
    reader = _Reader(record, game, catalogue, seats)
    for taken, match, found in judged_stops(record, game, reader.judge):
        if found is not None:
            yield found
        if not match.state.over:
            yield from reader.programs_after(match, taken)
        yield Share(taken / max(1, len(record.answers)))


def judged_stops(record: Record, game: Game, judge: Judge) -> Iterator[tuple[int, Match, TurnFound | None]]:
    """Replay a record up to each question: yield the number of its answers so far, and the match.

    Yield the standings, too, where a turn has begun and at the end. End early if an answer is refused.
    """
    match = game_at(record, game, 0).start(record.seed)
    turn = 0
    try:
        for taken in stops(record, game, match):
            found = None
            if match.state.over or match.state.turn != turn:
                turn, found = match.state.turn, judge.found_at(match)
            yield taken, match, found
    except AnswerError:
        return


class _Reader:
    """Looks for programs among the answers of a record."""

    def __init__(self, record: Record, game: Game, catalogue: Catalogue, seats: Collection[int]) -> None:
        self._record = record
        self._seats = seats
        self._seen: set[str] = set()
        self._adviser: Bot = make_bot(ADVISER, catalogue)
        self._slots = next((fact for p in game.plugins if (fact := p.manifest.attribute.get("slots"))), "")
        self.judge = Judge(game, MatchBots(catalogue))

    def programs_after(self, match: Match, taken: int) -> Iterator[Finding]:
        """Yield the programs among the answers to the open questions."""
        copy = match.clone()
        for seat, id_, answer in self._record.answers[taken:]:
            decision = next((entry for entry in copy.state.decisions if entry["id"] == id_), None)
            if decision is None:
                return
            lookahead = self.judge.lookahead(copy, decision["kind"])
            if lookahead is not None and seat in self._seats and id_ not in self._seen:
                self._seen.add(id_)
                found = self._compared(copy, decision, answer, lookahead)
                if found is not None:
                    yield found
            copy.seal(id_, answer, seat)

    def _compared(self, match: Match, decision: Decision, played: Any, lookahead: Lookahead) -> ProgramFound | None:
        """Return a program beside the adviser's; `None` if there is none, or if an answer is no list."""
        seen, asked, seed = question_of(match, decision)
        planned = self._advice(match, decision, Question(seen, asked, seed))
        if not isinstance(played, tuple) or not isinstance(planned, tuple):
            return None
        piece = decision["piece"]
        laid = read_fact(match, self._slots, match.state.pieces[piece]) if self._slots else ()
        # an answer may be written as its owner sees the floor: it is shown in its normal form
        return ProgramFound(
            turn=match.state.turn,
            seat=decision["seat"],
            piece=piece,
            played=_as_laid(match.checked(decision, played), laid),
            planned=_as_laid(match.checked(decision, planned), laid),
            played_trial=self._tried(seen, asked, played, lookahead, seed),
            planned_trial=self._tried(seen, asked, planned, lookahead, seed),
            samples=SAMPLES,
        )

    def _advice(self, match: Match, decision: Decision, question: Question) -> Any:
        """Return the adviser's answer; `None` if it fails, or if the match refuses its answer."""
        try:
            answer = ask_bot(self._adviser, question.observation, question.decision, Dice(question.seed))
            match.checked(decision, answer)
        except (BotError, AnswerError):
            return None
        return answer

    def _tried(
        self, seen: Observation, decision: Decision, answer: Any, lookahead: Lookahead, seed: int
    ) -> ProgramTrial:
        """Return the result of an answer; the same seed draws the same possible matches."""
        dice, ends = Dice(seed), []
        for _sample in range(SAMPLES):
            match = possible_match(seen, decision, lookahead, dice)
            match.state.sealed[decision["id"]] = answer
            run_on(match, lookahead.horizon)
            ends.append(match)
        return self.judge.mean(ends, decision)


def _as_laid(answer: tuple[Any, ...], laid: Any) -> tuple[str, ...]:
    """Return a program as it lies in the slots; a slot without a new card keeps its old one."""
    before = list(laid.values() if isinstance(laid, dict) else laid or ())
    answer = answer[: len(before) or None]  # an answer may say more than a program
    kept = [before[number] if number < len(before) else "" for number in range(len(answer))]
    return tuple(str(own or old or "") for own, old in zip(answer, kept, strict=True))
