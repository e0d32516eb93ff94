"""A bot that tries some programs against programs that the others may have, and avoids damage."""

from typing import Any

from roborally.bots.plugin import Bots
from roborally.plugin import Decision, Dice, Match, Observation, hookimpl, imagine, progress, run_on

PROGRAMS = 20
WORLDS = 3
"""The number of imagined matches for each program; in each the others have other cards."""
FEAR = 0.005
"""The cost of a point of damage; a step on the way is worth 0.001, a checkpoint 1."""


class Careful:
    """A bot that chooses the answer that leaves it well ahead and seldom hit."""

    def choose(self, observation: Observation, decision: Decision, dice: Dice) -> Any:
        """Return an answer to a question."""
        worlds = [imagine(observation, dice) for _ in range(WORLDS)]
        for world in worlds:
            let_others_answer(world, decision["seat"], dice)
        answers = candidates(worlds[0], decision, dice)
        return max(answers, key=lambda answer: sum(outlook(world, decision, answer) for world in worlds))


def candidates(match: Match, decision: Decision, dice: Dice) -> list[Any]:
    """Return the answers to try: the default and all choices, or random answers where the question lists no choices."""
    if decision["choices"] is not None:
        return [decision["default"], *decision["choices"]]
    sample = match.rules.decisions[decision["kind"]].sample
    if sample is None:
        return [decision["default"]]
    return [sample(match, decision, dice) for _ in range(PROGRAMS)]


def let_others_answer(match: Match, seat: int, dice: Dice) -> None:
    """Answer the questions of the others at random."""
    for other in [open_ for open_ in match.state.decisions if open_["seat"] != seat]:
        sample = match.rules.decisions[other["kind"]].sample
        if other["choices"]:
            match.seal(other["id"], dice.pick(other["choices"]))
        elif sample is not None:
            match.seal(other["id"], sample(match, other, dice))


def outlook(match: Match, decision: Decision, answer: Any) -> float:
    """Return how good the end of the turn is after an answer; higher is better."""
    trial = match.clone()
    trial.seal(decision["id"], answer)
    run_on(trial, "turn")
    piece = trial.state.pieces[decision["piece"]]
    return progress(trial, piece) - FEAR * piece.damage - 2 * (piece.cell < 0)


@hookimpl
def register_bots(bots: Bots) -> None:
    """Register the bot under the name that match files and `--bots` use."""
    bots.bot("careful", Careful)
