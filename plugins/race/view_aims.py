"""The checkpoints that robots are on their way to: the view of a large board shows them with the robot."""

from collections.abc import Sequence

from roborally.core.geometry import Cell
from roborally.core.observation import Observation
from roborally.ui.plugin import Overlay, Scene

from .distance import goals_of


class Aims(Overlay):
    """Draws nothing, and says which cells count for a robot now, as far as its player knows."""

    def __init__(self, scene: Scene) -> None:
        """Take the present state."""
        super().__init__(scene)
        self._seen = scene.context.session.observe(scene.context.own)

    def rest(self, observation: Observation) -> None:
        """Take what is known now."""
        self._seen = observation

    def aims(self, piece: int) -> Sequence[Cell]:
        """Return the checkpoint that is next for a robot, or those that are left where the order is free."""
        match = self._seen.match()
        return [match.floor.cells[cell] for cell in goals_of(match, match.state.pieces[piece])]
