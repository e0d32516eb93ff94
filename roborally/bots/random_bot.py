"""A bot that answers at random: every legal answer is possible."""

from typing import Any

from roborally.core.data import Decision
from roborally.core.dice import Dice
from roborally.core.observation import Observation, imagine


class RandomBot:
    """A bot that draws its answers from its own dice."""

    def choose(self, observation: Observation, decision: Decision, dice: Dice) -> Any:
        """Return a random legal answer; the default if no plugin registers a sample."""
        sample = observation.rules.decisions[decision["kind"]].sample
        if sample is not None:
            return sample(imagine(observation, dice), decision, dice)
        if decision["choices"]:
            return dice.pick(decision["choices"])
        return decision["default"]
