"""Replays a record to judge every turn, and to compare the programs of some seats with better ones."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from statistics import median
from typing import Any, NamedTuple

from roborally.bots import Bot
from roborally.bots.errors import BotError
from roborally.bots.plugin import Lookahead, MatchBots
from roborally.bots.questions import ask_bot, question_of
from roborally.bots.registry import make_bot
from roborally.core.data import Decision
from roborally.core.decisions import AnswerError
from roborally.core.dice import Dice
from roborally.core.match import Match
from roborally.core.observation import imagine
from roborally.features.analysis.findings import Analysis, ProgramFound, ProgramTrial, TurnFound
from roborally.features.analysis.judgement import Judge
from roborally.features.analysis.turning_points import is_start, robots_in
from roborally.game.factory import Game
from roborally.game.records.file_format import Record
from roborally.game.records.playing_again import game_at, stops
from roborally.plugin import read_fact
from roborally.plugin_system.loader import Catalogue

CANDIDATES = 24
"""The maximum number of other programs that are tried for a played one, besides that of `ADVISER`."""
MAX_ROUNDS = 1_000
"""The maximum number of stops for questions in a turn that is tried, in case a rule never stops asking."""
BETTER = 0.1
"""The smallest gain of the chance to win that makes a program better, because chances are only estimates."""
ADVISER = "planner"
"""The bot whose program is tried first."""


def judged_turns(record: Record, game: Game, catalogue: Catalogue) -> Iterator[TurnFound]:
    """Replay a record; yield the figures of the robots at the start of each turn, and at the end of the match.

    The same record gives the same figures on every machine. Ends early if the rules refuse a recorded answer.
    """
    judge = Judge(game, MatchBots(catalogue))
    stood_in = {id_: answer for _seat, id_, answer in record.answers if id_ in record.stood_in}
    turn, harmers = 0, _harmers(record)
    for _taken, match in _questions(record, game):
        if match.state.over or match.state.turn != turn:
            turn = match.state.turn
            asked = (entry for entry in match.state.decisions if entry["id"] in stood_in)
            # the clock gives the default
            by_bots = tuple(entry["piece"] for entry in asked if stood_in[entry["id"]] != entry["default"])
            yield replace(judge.found_at(match), by_bots=by_bots, harmers=frozenset(harmers[turn]))


def _harmers(record: Record) -> Mapping[int, set[int]]:
    """Return, by turn, the robots that damage or destroy others in it."""
    found: defaultdict[int, set[int]] = defaultdict(set)
    turn = 0
    for event in record.events:
        if is_start(event):
            turn = event["turn"]
        if event["type"] in ("hurt", "destroy"):
            found[turn] |= robots_in(event) - {event["piece"]}
    return found


def _questions(record: Record, game: Game) -> Iterator[tuple[int, Match]]:
    """Yield pairs, at each question and at the end of a record: the number of answers so far, and the match."""
    match = game_at(record, game, 0).start(record.seed)
    try:
        for taken in stops(record, game, match):
            yield taken, match
    except AnswerError:
        return


class PlayedProgram(NamedTuple):
    """A recorded program: the match at its question, the question, the answer, and the `Lookahead` to judge it."""

    match: Match
    decision: Decision
    answer: Any
    lookahead: Lookahead


class ProgramReview:
    """Compares the recorded programs of some seats with the best ones that bots find."""

    def __init__(self, record: Record, game: Game, catalogue: Catalogue, seats: Collection[int]) -> None:
        self._record, self._game, self._seats = record, game, seats
        self._adviser: Bot = make_bot(ADVISER, catalogue)
        self._slots = next((fact for p in game.plugins if (fact := p.manifest.attribute.get("slots"))), "")
        self._judge = Judge(game, MatchBots(catalogue))
        self._answers = {id_: answer for _seat, id_, answer in record.answers}

    def best_and_worst(self, turns: Sequence[TurnFound]) -> Iterator[ProgramFound]:
        """Yield the best and the worst program of each seat, as `Analysis.best_and_worst` chooses them."""
        programs = list(self.programs())
        for seat in sorted(self._seats):
            own = self.compared(program for program in programs if program.decision["seat"] == seat)
            yield from filter(None, Analysis(list(turns), list(own)).best_and_worst(seat))

    def programs(self) -> Iterator[PlayedProgram]:
        """Yield the programs that the players of the seats gave themselves, in the order of their answers."""
        seen = set(self._record.stood_in)
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
        """Yield each program with the best one of the same hand, or with itself if no program is better by `BETTER`.

        Programs are compared by the chance to win after the turn, while all others answer as in the match. Answers that
        are no tuples are left out.
        """
        for played in programs:
            if not isinstance(played.answer, tuple):
                continue
            match, decision = played.match, played.decision
            own = self._tried(match, decision, played.answer)
            tried = {played.answer: own}
            for answer in self._offers(played):
                if isinstance(answer, tuple) and answer not in tried:
                    with suppress(AnswerError):
                        tried[answer] = self._tried(match, decision, answer)
            best = max(tried, key=lambda answer: tried[answer].chance)
            if tried[best].chance - own.chance < BETTER:
                best = played.answer
            piece = decision["piece"]
            laid = read_fact(match, self._slots, match.state.pieces[piece]) if self._slots else ()
            # an answer may be written as its owner sees the floor: it is shown in its normal form
            yield ProgramFound(
                turn=match.state.turn,
                seat=decision["seat"],
                piece=piece,
                played=_as_laid(match.checked(decision, played.answer), laid),
                better=_as_laid(match.checked(decision, best), laid),
                played_trial=own,
                better_trial=tried[best],
                usual_chance=median(trial.chance for trial in tried.values()),
            )

    def _offers(self, played: PlayedProgram) -> Iterator[tuple[Any, ...]]:
        """Yield programs that bots would consider with the player's hand and knowledge."""
        seen, asked, seed = question_of(played.match, played.decision)
        with suppress(BotError):
            yield ask_bot(self._adviser, seen, asked, Dice(seed))
        yield from played.lookahead.candidates(imagine(seen, Dice(seed)), asked, Dice(seed), CANDIDATES)

    def _tried(self, match: Match, decision: Decision, answer: tuple[Any, ...]) -> ProgramTrial:
        """Return the result of an answer to a question; raise `AnswerError` if the match refuses it."""
        copy = match.clone()
        copy.seal(decision["id"], answer)
        self._play_on(copy, "turn")
        trial = self._judge.trial(copy, decision)
        self._play_on(copy, "start")
        return replace(trial, chance=self._judge.chance(copy, copy.state.pieces[decision["piece"]]))

    def _play_on(self, match: Match, moment: str) -> None:
        """Run a match to a moment (as for `Match.run`), with recorded answers or defaults to questions on the way."""
        match.run(moment)
        for _round in range(MAX_ROUNDS):
            if match.halted or match.state.over or not match.state.decisions:
                return
            for entry in list(match.state.decisions):
                if entry in match.state.decisions and entry["id"] not in match.state.sealed:
                    try:
                        match.seal(entry["id"], self._answers[entry["id"]])
                    except (KeyError, AnswerError):
                        match.seal(entry["id"], entry["default"])
            match.run(moment)


def _as_laid(answer: tuple[Any, ...], laid: Any) -> tuple[str, ...]:
    """Return a program as it stands in the registers; a register without a new card keeps its card in `laid`."""
    before = list(laid.values() if isinstance(laid, dict) else laid or ())
    answer = answer[: len(before) or None]  # an answer may say more than a program
    kept = [before[number] if number < len(before) else "" for number in range(len(answer))]
    return tuple(str(own or old or "") for own, old in zip(answer, kept, strict=True))
