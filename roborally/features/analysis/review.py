"""Replays a record: judges every turn, and compares the programs of some seats."""

from collections.abc import Collection, Iterable, Iterator
from itertools import islice
from typing import Any, NamedTuple

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
from roborally.features.analysis.findings import Gains, ProgramFound, ProgramTrial, TurnFound
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


def judged_turns(record: Record, game: Game, catalogue: Catalogue) -> Iterator[TurnFound]:
    """Replay a record: yield the standings where a turn has begun, and at the end.

    The same record gives the same findings on every machine. End early if an answer is refused.
    """
    judge = Judge(game, MatchBots(catalogue))
    turn = 0
    for _taken, match in _questions(record, game):
        if match.state.over or match.state.turn != turn:
            turn = match.state.turn
            yield judge.found_at(match)


def _questions(record: Record, game: Game) -> Iterator[tuple[int, Match]]:
    """Yield the number of answers so far, and the match, at each question and at the end."""
    match = game_at(record, game, 0).start(record.seed)
    try:
        for taken in stops(record, game, match):
            yield taken, match
    except AnswerError:
        return


class PlayedProgram(NamedTuple):
    """A program among the answers of a record, with the match at its question."""

    match: Match
    decision: Decision
    answer: Any
    lookahead: Lookahead


class ProgramReview:
    """Finds the programs of some seats in a record, and compares them with those of the adviser."""

    def __init__(self, record: Record, game: Game, catalogue: Catalogue, seats: Collection[int]) -> None:
        """Read nothing yet."""
        self._record, self._game, self._seats = record, game, seats
        self._adviser: Bot = make_bot(ADVISER, catalogue)
        self._slots = next((fact for p in game.plugins if (fact := p.manifest.attribute.get("slots"))), "")
        self._judge = Judge(game, MatchBots(catalogue))

    def best_and_worst(self, gains: Gains) -> Iterator[ProgramFound]:
        """Yield what `Analysis.best_and_worst` returns of all programs: at most two for each seat, the best first."""

        def gain(program: PlayedProgram) -> float:
            return gains[program.match.state.turn][program.decision["piece"]]

        programs = [program for program in self.programs() if program.match.state.turn in gains]
        for seat in sorted(self._seats):
            own = [program for program in programs if program.decision["seat"] == seat]
            best = next(self.compared(sorted(own, key=gain, reverse=True)), None)
            if best is not None:
                yield best
                losses = [other for other in own if gain(other) < 0 and other.match.state.turn != best.turn]
                yield from islice(self.compared(sorted(losses, key=gain)), 1)

    def programs(self) -> Iterator[PlayedProgram]:
        """Yield the programs of the seats in the order of their answers."""
        seen: set[str] = set()
        for taken, match in _questions(self._record, self._game):
            copy = match.clone()
            for seat, id_, answer in self._record.answers[taken:]:
                decision = next((entry for entry in copy.state.decisions if entry["id"] == id_), None)
                if decision is None:
                    break
                lookahead = self._judge.lookahead(copy, decision["kind"])
                if lookahead is not None and seat in self._seats and id_ not in seen:
                    seen.add(id_)
                    yield PlayedProgram(copy.clone(), decision, answer, lookahead)
                copy.seal(id_, answer, seat)

    def compared(self, programs: Iterable[PlayedProgram]) -> Iterator[ProgramFound]:
        """Yield programs beside the adviser's, without those for which it has none, and those that are no lists."""
        for match, decision, played, lookahead in programs:
            seen, asked, seed = question_of(match, decision)
            planned = self._advice(match, decision, Question(seen, asked, seed))
            if not isinstance(played, tuple) or not isinstance(planned, tuple):
                continue
            piece = decision["piece"]
            laid = read_fact(match, self._slots, match.state.pieces[piece]) if self._slots else ()
            # an answer may be written as its owner sees the floor: it is shown in its normal form
            yield ProgramFound(
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
        return self._judge.mean(ends, decision)


def _as_laid(answer: tuple[Any, ...], laid: Any) -> tuple[str, ...]:
    """Return a program as it lies in the slots; a slot without a new card keeps its old one."""
    before = list(laid.values() if isinstance(laid, dict) else laid or ())
    answer = answer[: len(before) or None]  # an answer may say more than a program
    kept = [before[number] if number < len(before) else "" for number in range(len(answer))]
    return tuple(str(own or old or "") for own, old in zip(answer, kept, strict=True))
