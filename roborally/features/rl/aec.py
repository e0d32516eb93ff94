"""The PettingZoo environment (AEC) whose agents act in turn: one card or one answer per step."""

from collections.abc import Mapping
from typing import Any

from gymnasium import spaces
from pettingzoo import AECEnv

from roborally.features.rl.environment import RENDER_MODES, SharedMethods, seat_of
from roborally.features.rl.match_stepper import Setup

Observation = dict[str, Any]


class RoboRallyAEC(SharedMethods, AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """An environment whose agents act in turn; each card of a program is a separate action.

    An agent gives its whole answer before the next one starts. Programs stay hidden until all are ready, so the order
    matters only if the rules say so; it rotates by one seat every turn.
    """

    metadata = {"name": "roborally_v0", "render_modes": list(RENDER_MODES), "is_parallelizable": False}  # noqa: RUF012

    def __init__(self, setup: Setup, render_mode: str | None = None) -> None:
        super().__init__(setup, render_mode)
        stepper = self.world.stepper
        mask = spaces.MultiBinary(stepper.actions)
        self.observation_spaces = {agent: self.world.observation_space_with(mask) for agent in stepper.agents}
        self.action_spaces = {agent: spaces.Discrete(stepper.actions) for agent in stepper.agents}

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Start a new match; the same seed gives the same match. `options` has no effect."""
        self.world.begin(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: self.world.info(agent, True) for agent in self.agents}
        self.agent_selection = self._next()

    def observe(self, agent: str) -> Observation:
        """Return an agent's present observation: the vector `observation` and the `action_mask`."""
        seat = seat_of(agent)
        seen = self.world.stepper.seen(seat)
        return {"observation": self.world.coding.encode(seat, seen), "action_mask": self.world.mask(seat, seen)}

    def step(self, action: int | None) -> None:
        """Lay one card, or give one answer, for the selected agent; `None` is for agents whose match is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        stepper = self.world.stepper
        self._cumulative_rewards[agent] = 0.0
        is_legal = stepper.lay(seat_of(agent), int(action or 0))
        stepper.go_on()
        self.rewards = self.world.rewards()
        self.terminations = dict.fromkeys(self.agents, stepper.match.state.over)
        self.truncations = dict.fromkeys(self.agents, stepper.is_cut_off())
        self.infos = {other: self.world.info(other, is_legal or other != agent) for other in self.agents}
        self.agent_selection = self._next()
        self._accumulate_rewards()

    def _next(self) -> str:
        """Return the agent to act: one with an unfinished answer, else one with a question, else the first."""
        stepper = self.world.stepper
        asked = [seat for seat in stepper.order() if seat in stepper.asked]
        begun = [seat for seat in asked if stepper.laid[seat]]
        return stepper.agents[(*begun, *asked, 0)[0]]
