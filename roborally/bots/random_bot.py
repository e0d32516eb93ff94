"""The bot `random`, the easiest of the game."""

from typing import Any

from roborally.core.data import Decision
from roborally.core.dice import Dice
from roborally.core.observation import Observation, imagine


class RandomBot:
    """A bot that answers at random."""

    def choose(self, observation: Observation, decision: Decision, dice: Dice) -> Any:
        """Return a random legal answer; the default if there are no `choices` and no plugin can draw an answer."""
        sample = observation.rules.decisions[decision["kind"]].sample
        if sample is not None:
            return sample(imagine(observation, dice), decision, dice)
        if decision["choices"]:
            return dice.pick(decision["choices"])
        return decision["default"]
