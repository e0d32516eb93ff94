"""A bot that tries some programs against those that the others may have, and shuns damage."""

from typing import Any

from roborally.bots.plugin import Bots
from roborally.plugin import Decision, Dice, Match, Observation, hookimpl, imagine, progress, run_on

PROGRAMS = 20
WORLDS = 3
"""In how many imagined matches each program is tried; the others have other cards in each."""
FEAR = 0.005
"""What a point of damage costs; a step on the way is worth 0.001, a checkpoint 1."""


class Careful:
    """Takes the answer with which it is well ahead and seldom hit."""

    def choose(self, observation: Observation, decision: Decision, dice: Dice) -> Any:
        """Return an answer to a question."""
        worlds = [imagine(observation, dice) for _ in range(WORLDS)]
        for world in worlds:
            let_others_answer(world, decision["seat"], dice)
        answers = candidates(worlds[0], decision, dice)
        return max(answers, key=lambda answer: sum(outlook(world, decision, answer) for world in worlds))


def candidates(match: Match, decision: Decision, dice: Dice) -> list[Any]:
    """Return the answers to try; the default is among them, and the first of equals."""
    if decision["choices"] is not None:
        return [decision["default"], *decision["choices"]]
    sample = match.rules.decisions[decision["kind"]].sample
    if sample is None:
        return [decision["default"]]
    return [sample(match, decision, dice) for _ in range(PROGRAMS)]


def let_others_answer(match: Match, seat: int, dice: Dice) -> None:
    """Answer by chance what the others are asked."""
    for other in [open_ for open_ in match.state.decisions if open_["seat"] != seat]:
        sample = match.rules.decisions[other["kind"]].sample
        if other["choices"]:
            match.seal(other["id"], dice.pick(other["choices"]))
        elif sample is not None:
            match.seal(other["id"], sample(match, other, dice))


def outlook(match: Match, decision: Decision, answer: Any) -> float:
    """Return how good an answer looks at the end of the turn."""
    trial = match.clone()
    trial.seal(decision["id"], answer)
    run_on(trial, "turn")
    piece = trial.state.pieces[decision["piece"]]
    return progress(trial, piece) - FEAR * piece.damage - 2 * (piece.cell < 0)


@hookimpl
def register_bots(bots: Bots) -> None:
    """Name the bot, as match files and `--bots` say it."""
    bots.bot("careful", Careful)
