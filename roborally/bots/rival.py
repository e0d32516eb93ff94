"""A bot that thinks about the others: it plays its best answers against what they may do, with the real rules.

It draws *scenes*: matches that agree with all that its seat may know, in which everybody else holds cards that they may
hold, and has answered as a good player would with them. Every candidate is carried out in the same scenes, so that luck
is the same for all. After each round of scenes the worse third of the candidates is given up (after the sequential
halving of Karnin, Koren and Somekh, "Almost optimal exploration in multi-armed bandits", 2013).
"""

import time
from dataclasses import dataclass
from typing import Any

from roborally.bots.budget import Budget
from roborally.bots.plans import Plans
from roborally.bots.searching import PluginTable, SearchingBot
from roborally.core.data import Decision
from roborally.core.dice import Dice
from roborally.core.match import Match
from roborally.core.views import View, imagine, run_on
from roborally.plugin_system.loader import Catalogue

CANDIDATES = 24
"""How many answers are tried at first."""
ROUND = 4
"""How many scenes are added before the worse candidates are given up."""
FINALISTS = 4
"""So many candidates stay to the end."""


@dataclass
class Candidate:
    """An answer, and what came of it in the scenes so far."""

    answer: Any
    total: float = 0.0
    tried: int = 0

    @property
    def mean(self) -> float:
        """Return what the answer was worth on average."""
        return self.total / self.tried


class RivalBot:
    """Tries its best answers against the others; where nobody says how, it answers as the planner does."""

    def __init__(self, catalogue: Catalogue, budget: Budget) -> None:
        """Think as long as a budget allows for every question."""
        self._planner = SearchingBot(catalogue, "SEARCHERS", "PLANNERS")
        self._plans = PluginTable(catalogue, "RIVALS")
        self._budget = budget

    def choose(self, view: View, decision: Decision, dice: Dice) -> Any:
        """Return the answer that comes off best on average; a longer budget only adds scenes."""
        limit = self._budget.begin(time.monotonic)
        plans: Plans | None = self._plans.of(view.rules).get(decision["kind"])
        if plans is None:
            return self._planner.choose(view, decision, dice)
        answers = plans.candidates(imagine(view, dice), decision, dice, CANDIDATES)
        left = [Candidate(answer) for answer in answers]
        while len(left) > 1 and limit.allows():
            for _scene in range(ROUND):
                scene = scene_of(view, decision, plans, dice)
                for candidate in left:
                    candidate.total += outcome(scene, decision, candidate.answer, plans)
                    candidate.tried += 1
                    limit.spend()
                if not limit.allows():
                    break
            left.sort(key=lambda candidate: -candidate.mean)
            del left[max(FINALISTS, len(left) * 2 // 3) :]
        return left[0].answer


def scene_of(view: View, own: Decision, plans: Plans, dice: Dice) -> Match:
    """Return a match that agrees with what is known, in which all others have answered this kind of question.

    Of other questions to them nothing is known; they are left out.
    """
    scene = imagine(view, dice)
    state = scene.state
    state.decisions[:] = [entry for entry in state.decisions if own["seat"] == entry["seat"] or _is_alike(entry, own)]
    for entry in state.decisions:
        if entry["seat"] != own["seat"]:
            state.sealed[entry["id"]] = plans.likely(scene, entry, dice)
    return scene


def _is_alike(other: Decision, own: Decision) -> bool:
    return bool(other["kind"] == own["kind"])


def outcome(scene: Match, decision: Decision, answer: Any, plans: Plans) -> float:
    """Return what an answer is worth in a scene; what is asked on the way gets its default."""
    match = scene.clone()
    match.state.sealed[decision["id"]] = answer
    run_on(match, plans.until)
    return plans.worth(match, match.state.pieces[decision["piece"]])
