"""The bot `rival`: it tries its best answers against likely answers of the other seats, with the real rules.

It draws *possible matches* (determinizations, in the literature), which agree with its seat's observation. In them each
other seat holds possible cards, and has answered as a good player would. Every candidate is carried out in the same
possible matches, so that luck is the same for all. After each round the worst third of the candidates is dropped (after
the sequential halving of Karnin, Koren and Somekh, "Almost optimal exploration in multi-armed bandits", 2013).
"""

import time
from dataclasses import dataclass
from typing import Any

from roborally.bots.budget import Budget
from roborally.bots.plugin import Lookahead, MatchBots
from roborally.bots.search_bots import SearchingBot
from roborally.bots.so_far import note_best
from roborally.core.data import Decision
from roborally.core.dice import Dice
from roborally.core.match import Match
from roborally.core.observation import Observation, imagine, run_on
from roborally.plugin_system.loader import Catalogue

MAX_CANDIDATES = 24
"""The maximum number of answers that are tried in the first round."""
MATCHES_PER_ROUND = 4
"""The number of possible matches in which each candidate is tried before the worst ones are dropped."""
MIN_CANDIDATES = 4
"""The number of best candidates that are kept for all rounds."""


@dataclass
class Candidate:
    """An answer, the number of its trials in possible matches, and the sum of their values."""

    answer: Any
    total: float = 0.0
    trials: int = 0

    @property
    def mean(self) -> float:
        """Return the average value of the answer's trials; there must be at least one."""
        return self.total / self.trials


class RivalBot:
    """A bot that tries its best answers against the others; without a plugin's `Lookahead` it answers as `planner`."""

    def __init__(self, catalogue: Catalogue, budget: Budget) -> None:
        self._match_bots = MatchBots(catalogue)
        self._planner = SearchingBot(self._match_bots, plans=True)
        self._budget = budget

    def prepare(self, observation: Observation, dice: Dice) -> None:
        """Compute the values that `planner` and the plugins' functions need in every turn."""
        self._planner.prepare(observation, dice)

    def choose(self, observation: Observation, decision: Decision, dice: Dice) -> Any:
        """Return the answer with the best average within the budget; a larger budget allows more trials."""
        budget = self._budget.begin(time.monotonic)
        lookahead = self._match_bots.of(observation.rules).lookaheads.get(decision["kind"])
        if lookahead is None:
            return self._planner.choose(observation, decision, dice)
        answers = lookahead.candidates(imagine(observation, dice), decision, dice, MAX_CANDIDATES)
        left = [Candidate(answer) for answer in answers]
        note_best(left[0].answer)
        while len(left) > 1 and not budget.is_spent():
            for _ in range(MATCHES_PER_ROUND):
                possible = possible_match(observation, decision, lookahead, dice)
                for candidate in left:
                    candidate.total += outcome(possible, decision, candidate.answer, lookahead)
                    candidate.trials += 1
                    budget.count_sample()
                if budget.is_spent():
                    break
            left.sort(key=lambda candidate: -candidate.mean)
            note_best(left[0].answer)
            del left[max(MIN_CANDIDATES, len(left) * 2 // 3) :]
        return left[0].answer


def possible_match(observation: Observation, own: Decision, lookahead: Lookahead, dice: Dice) -> Match:
    """Return a match that agrees with an observation, with likely answers of all other seats to this kind of question.

    Their other questions are unknown and left out.
    """
    match = imagine(observation, dice)
    state = match.state
    state.decisions[:] = [entry for entry in state.decisions if own["seat"] == entry["seat"] or _is_alike(entry, own)]
    for entry in state.decisions:
        if entry["seat"] != own["seat"]:
            state.sealed[entry["id"]] = lookahead.likely_answer(match, entry, dice)
    return match


def _is_alike(other: Decision, own: Decision) -> bool:
    return bool(other["kind"] == own["kind"])


def outcome(possible: Match, decision: Decision, answer: Any, lookahead: Lookahead) -> float:
    """Return an answer's value to the bot at the lookahead's `horizon`; later questions get their default answers."""
    match = possible.clone()
    match.state.sealed[decision["id"]] = answer
    run_on(match, lookahead.horizon)
    return lookahead.evaluate(match, match.state.pieces[decision["piece"]])
