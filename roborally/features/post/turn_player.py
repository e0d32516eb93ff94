"""Plays a round of a match by post with the received orders, standing answers, and substitutes for missing orders."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from roborally.base.errors import any_fault
from roborally.bots import Bot
from roborally.bots.errors import BotError
from roborally.bots.questions import ask_bot, question_of
from roborally.bots.registry import make_bot
from roborally.bots.time_limit import thinking_seconds
from roborally.core.data import Decision
from roborally.core.decisions import AnswerError
from roborally.core.dice import Dice
from roborally.core.match import Match
from roborally.core.state import frozen
from roborally.features.post.journal import Orders, PostPlayer
from roborally.features.post.schedule import DEFAULT, RANDOM
from roborally.features.post.stops import is_asked_by_post, open_questions, read_answer
from roborally.narration.words import Words
from roborally.plugin_system.loader import Catalogue

MAX_STOPS = 10_000
"""A limit for the number of questions in a turn; real turns have far fewer."""

Answers = list[tuple[int, str, Any]]


@dataclass
class TurnPlayer:
    """Plays a copy of a match up to the next questions by post, and notes all answers in `answers`.

    `missing` replaces missing orders: `random`, `default`, or a bot's name; `wait` is as in `is_asked_by_post`.
    """

    match: Match
    catalogue: Catalogue
    words: Words
    players: Sequence[PostPlayer]
    missing: str = RANDOM
    wait: bool = False
    answers: Answers = field(default_factory=list)
    _bots: dict[str, Bot] = field(default_factory=dict)

    def play(self, orders: Mapping[int, Orders]) -> list[int]:
        """Play the round with the orders by seat, in order of arrival; return the seats of people without orders."""
        missed = [
            seat
            for seat in self._people()
            if seat not in orders and any(not entry["optional"] for entry in open_questions(self.match, seat))
        ]
        for seat in (*orders, *(other for other in range(len(self.players)) if other not in orders)):
            for decision in open_questions(self.match, seat):
                self._answer(decision, orders.get(seat), is_order=True)
        self._settle(orders)
        self.go_on(orders)
        return missed

    def go_on(self, orders: Mapping[int, Orders]) -> None:
        """Run the match to the next questions by post or to its end, answering all other questions."""
        for _stop in range(MAX_STOPS):
            self.match.run()
            if self.match.state.over or is_asked_by_post(self.match, self._people(), wait=self.wait):
                return
            self._settle(orders)

    def _settle(self, orders: Mapping[int, Orders]) -> None:
        """Answer all open questions; an answer may open another question at once."""
        for _answer in range(MAX_STOPS):
            state = self.match.state
            waiting = next((entry for entry in state.decisions if entry["id"] not in state.sealed), None)
            if waiting is None:
                return
            self._answer(waiting, orders.get(waiting["seat"]), is_order=False)

    def _people(self) -> list[int]:
        return [seat for seat, player in enumerate(self.players) if not player.bot]

    def _answer(self, decision: Decision, orders: Orders | None, *, is_order: bool) -> None:
        """Answer by the first that exists: order, standing answer, bot, substitute (if `is_order`), default."""
        if decision not in self.match.state.decisions or decision["id"] in self.match.state.sealed:
            return
        seat = decision["seat"]
        if (
            orders is not None
            and decision["id"] in orders.answers
            and self._take(decision, orders.answers[decision["id"]])
        ):
            return
        if orders is not None and decision["kind"] in orders.later:
            try:
                answer = read_answer(self.match, decision, orders.later[decision["kind"]], self.words)
            except any_fault():  # a plugin's own parser may raise any error
                answer = decision["default"]
            if self._take(decision, answer):
                return
        if self.players[seat].bot:
            found = self._of_bot(self.players[seat].bot, decision)
        elif is_order and orders is None and not decision["optional"] and self.missing != DEFAULT:
            found = self._stand_in(decision)
        else:
            found = decision["default"]
        if not self._take(decision, found):
            self._take(decision, decision["default"])

    def _take(self, decision: Decision, answer: Any) -> bool:
        """Give an answer to the match and note it; return whether the match accepts it."""
        try:
            self.match.seal(decision["id"], frozen(answer), decision["seat"])
        except AnswerError:
            return False
        self.answers.append((decision["seat"], decision["id"], answer))
        return True

    def _stand_in(self, decision: Decision) -> Any:
        if self.missing != RANDOM:
            return self._of_bot(self.missing, decision)
        rule = self.match.rules.decisions[decision["kind"]]
        dice = self.match.dice("missing", int(decision["id"].rpartition("-")[2]), decision["seat"])
        if rule.sample is not None:
            return rule.sample(self.match, decision, dice)
        return dice.pick(decision["choices"]) if decision["choices"] else decision["default"]

    def _of_bot(self, name: str, decision: Decision) -> Any:
        """Return a bot's answer, or the default answer if it fails or takes too long."""
        if name not in self._bots:
            self._bots[name] = make_bot(name, self.catalogue)
        seen, own, seed = question_of(self.match, decision)
        try:
            return ask_bot(self._bots[name], seen, own, Dice(seed), thinking_seconds(self.match.rules))
        except BotError:
            return decision["default"]
