"""The common parts of both environments for machine learning: spaces, observations, rewards and pictures."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from roborally.base.errors import GameError
from roborally.core.match import Match
from roborally.features.rl.encoder import Coding, Vector, VectorPart, floor_planes
from roborally.features.rl.match_stepper import MatchStepper, Setup
from roborally.features.rl.picture import MatchPainter

RENDER_MODES = ("ansi", "rgb_array")
Mask = npt.NDArray[np.int8]


class Environment:
    """The parts of an environment that do not depend on whether agents act in turn or at once.

    An observation is a dict: `observation`, a vector with the parts in `parts`, and `action_mask`.
    """

    def __init__(self, setup: Setup, render_mode: str | None) -> None:
        """Create the game; raise `GameError` for an invalid setup or render mode."""
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise GameError(
                "there is no render_mode {name!r}; there are: {known}",
                name=render_mode,
                known=", ".join(RENDER_MODES),
            )
        self.stepper = MatchStepper(setup)
        self.coding = Coding(self.stepper)
        self.render_mode = render_mode
        self._painter = MatchPainter(self.stepper.game, self.stepper.catalogue)
        self._scores: dict[int, tuple[int, int]] = {}

    @property
    def parts(self) -> Mapping[str, VectorPart]:
        """The parts of an observation's vector by name; `Coding` describes them."""
        return self.coding.parts

    def floor_planes(self) -> tuple[list[str], Vector]:
        """Return the names of the planes of the floor, and the planes in an array of shape (names, rows, columns)."""
        return floor_planes(self.stepper)

    def observation_space_with(self, mask: "spaces.Space[Any]") -> spaces.Dict:
        """Return the space of observations whose `action_mask` is in the space `mask`."""
        vector = spaces.Box(-1.0, 1.0, (self.coding.size,), np.float32)
        return spaces.Dict({"observation": vector, "action_mask": mask})

    def mask(self, seat: int, seen: Match, laid: tuple[int, ...] | None = None) -> Mask:
        """Return an array with 1 for every action that is allowed next, otherwise 0; see `MatchStepper.allowed`."""
        found = np.zeros(self.stepper.actions, dtype=np.int8)
        found[self.stepper.allowed(seat, seen, laid)] = 1
        return found

    def begin(self, seed: int | None) -> None:
        """Start a new match; a seed also determines the matches that are started later without one."""
        self.stepper.begin(seed)
        self._scores = {seat: self.stepper.score(seat) for seat in range(len(self.stepper.agents))}

    def rewards(self) -> dict[str, float]:
        """Return the reward of each agent since the last call: for its progress, and at the end for the result."""
        setup = self.stepper.setup
        earned = {}
        for seat, agent in enumerate(self.stepper.agents):
            (before, far), (reached, near) = self._scores[seat], self.stepper.score(seat)
            # After a checkpoint the distance to the next one counts; this is not a step back.
            way = near - far if reached == before else 0
            earned[agent] = setup.progress * (reached - before) + setup.steps * way + self.stepper.result(seat)
            self._scores[seat] = (reached, near)
        return earned

    def info(self, agent: str, is_legal: bool) -> dict[str, Any]:
        """Return a dict: `question` is the kind of the agent's open question, empty for none; `legal` is as given."""
        decision = self.stepper.asked.get(seat_of(agent))
        return {"question": "" if decision is None else decision["kind"], "legal": is_legal}

    def show(self) -> npt.NDArray[np.uint8] | str | None:
        """Return the match as text (`ansi`), as an array of pixels (`rgb_array`), or `None` without a render mode."""
        if self.render_mode is None:
            return None
        match = self.stepper.match
        return self._painter.text(match) if self.render_mode == "ansi" else self._painter.picture(match)


class SharedMethods:
    """The methods of the PettingZoo interface that are the same in both environments."""

    observation_spaces: Mapping[str, spaces.Dict]
    action_spaces: Mapping[str, Any]

    def __init__(self, setup: Setup, render_mode: str | None = None) -> None:
        self.world = Environment(setup, render_mode)
        self.render_mode = render_mode
        self.possible_agents = list(self.world.stepper.agents)
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> spaces.Dict:
        """Return the space of an agent's observations, always the same object."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the space of an agent's actions, always the same object."""
        return self.action_spaces[agent]

    def render(self) -> npt.NDArray[np.uint8] | str | None:
        """Return the match as text (`ansi`), as an array of pixels (`rgb_array`), or `None` without a render mode."""
        return self.world.show()

    def close(self) -> None:
        """Do nothing: no resource is open."""


def seat_of(agent: str) -> int:
    """Return the seat in the name of an agent: 1 for `robot_1`."""
    return int(agent.rpartition("_")[2])
