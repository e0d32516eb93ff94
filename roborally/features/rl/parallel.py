"""The PettingZoo environment (parallel) whose agents all answer at once, with whole programs."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from pettingzoo import ParallelEnv

from roborally.bots.plugin import NO_ITEM
from roborally.core.match import Match
from roborally.features.rl.environment import RENDER_MODES, Mask, SharedMethods, seat_of
from roborally.features.rl.match_stepper import Setup

Observation = dict[str, Any]
Action = npt.NDArray[np.int64]


class RoboRallyParallel(SharedMethods, ParallelEnv):  # type: ignore[misc]  # PettingZoo has no types
    """An environment whose agents all answer at once, each its next question.

    An action is an array with one entry for each step of an answer: for a program, a card for each register. A question
    with choices uses the first entry and ignores the others. Agents without a question lay nothing. The mask is a tuple
    of masks, one for each step, each as if nothing had been laid before. A card that is selected twice is laid at the
    first place; the second place gets the first card left.
    """

    metadata = {"name": "roborally_v0", "render_modes": list(RENDER_MODES), "is_parallelizable": True}  # noqa: RUF012

    def __init__(self, setup: Setup, render_mode: str | None = None) -> None:
        super().__init__(setup, render_mode)
        stepper = self.world.stepper
        self._given: dict[str, tuple[Mask, ...]] = {}
        mask = spaces.Tuple([spaces.MultiBinary(stepper.actions) for _ in range(stepper.max_steps)])
        self.observation_spaces = {agent: self.world.observation_space_with(mask) for agent in stepper.agents}
        self.action_spaces = {
            agent: spaces.MultiDiscrete([stepper.actions] * stepper.max_steps) for agent in stepper.agents
        }

    def reset(
        self, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Start a new match; return observations and infos by agent.

        The same seed gives the same match. `options` has no effect.
        """
        self.world.begin(seed)
        self.agents = list(self.possible_agents)
        return self._observations(), {agent: self.world.info(agent, True) for agent in self.agents}

    def step(
        self, actions: Mapping[str, Action]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """Apply the agents' answers and run to the next question of any agent.

        Return, by agent, observations, rewards, whether the match is over, whether it was truncated, and infos.
        """
        stepper = self.world.stepper
        legal = dict.fromkeys(self.agents, True)
        for seat in stepper.order():
            if seat in stepper.asked and (agent := stepper.agents[seat]) in actions:
                legal[agent] = self._lay(seat, actions[agent])
        stepper.go_on()
        over, cut_off = stepper.match.state.over, stepper.is_cut_off()
        agents = self.agents
        rewards = self.world.rewards()
        results = (
            self._observations(),
            {agent: rewards[agent] for agent in agents},
            dict.fromkeys(agents, over),
            dict.fromkeys(agents, cut_off),
            {agent: self.world.info(agent, legal[agent]) for agent in agents},
        )
        if stepper.is_over():
            self.agents = []
        return results

    def _lay(self, seat: int, action: Action) -> bool:
        """Lay an agent's answer step by step; return whether its last mask allows every entry."""
        stepper = self.world.stepper
        is_legal = all(mask[wanted] for mask, wanted in zip(self._given[stepper.agents[seat]], action, strict=True))
        decision = stepper.asked[seat]
        while stepper.asked.get(seat) is decision:
            stepper.lay(seat, int(action[len(stepper.laid[seat])]))
        return is_legal

    def _masks(self, seat: int, seen: Match) -> tuple[Mask, ...]:
        return tuple(self.world.mask(seat, seen, (NO_ITEM,) * step) for step in range(self.world.stepper.max_steps))

    def _observations(self) -> dict[str, Observation]:
        found = {}
        for agent in self.agents:
            seat = seat_of(agent)
            seen = self.world.stepper.seen(seat)
            vector = self.world.coding.encode(seat, seen)
            self._given[agent] = self._masks(seat, seen)
            found[agent] = {"observation": vector, "action_mask": self._given[agent]}
        return found
