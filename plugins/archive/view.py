"""Re-entry in the window: archive markers, eliminated robots, and where a robot will be placed."""

from collections.abc import Sequence

from roborally.core.data import Decision
from roborally.core.decisions import offered
from roborally.core.events import Event
from roborally.core.geometry import NAMES, Cell
from roborally.core.observation import Observation
from roborally.plugin import hookimpl
from roborally.ui.board.animator import Animator
from roborally.ui.board.display import Display
from roborally.ui.plugin import Views

from .reentry import archive_cell, facing_of
from .state import settings_of


@hookimpl
def register_view(views: Views) -> None:
    """Register displays for markers and lives, and the cell where a robot will be placed."""
    views.on("archive", move_marker)
    views.on("eliminated", put_out)
    views.on("over", take_what_is_owed)
    views.animate("archive", slide_marker)
    views.animate("hurt respawn", show_nothing, instead=True)
    views.animate("heal respawn", show_nothing, instead=True)
    views.pace("hurt respawn", "quiet")
    views.replay("archive", "none")
    views.replay("lives", "none")
    views.animate("turn respawn", show_nothing, instead=True)
    views.beside("respawn-facing")
    views.choices("respawn-facing", allowed_directions, all_directions)
    views.places("respawn-facing", entry_cell)
    views.places("respawn-cell", entry_cell, entry_facing)


def move_marker(display: Display, event: Event) -> None:
    """Lay the archive marker on another cell."""
    display.robots[event["piece"]].marker = tuple(event["cell"])


def put_out(display: Display, event: Event) -> None:
    """Show that a robot is out of the game."""
    display.robots[event["piece"]].eliminated = True


def take_what_is_owed(display: Display, event: Event) -> None:
    """Take the life of a destroyed robot that did not return before the end, as `facts.read_lives_left` does."""
    if display.settings[settings_of.plugin]["life_paid"] == "at_reentry":
        for robot in display.robots:
            if robot.destroyed and not robot.eliminated and "lives" in robot.gauges:
                robot.gauges["lives"] -= 1


def slide_marker(animator: Animator, event: Event) -> None:
    """Animate the marker sliding to its cell."""
    animator.slide_marker(event["piece"], tuple(event["cell"]))


def show_nothing(animator: Animator, event: Event) -> None:
    """Animate neither damage nor repair when a robot returns; it appears at once as its owner has chosen."""


def allowed_directions(observation: Observation, decision: Decision) -> Sequence[str]:
    """Return the directions that the robot may face."""
    return offered(decision)


def all_directions(observation: Observation, decision: Decision) -> Sequence[str]:
    """Return the four directions; barred ones are shown, too (CLS-305)."""
    return NAMES


def entry_cell(observation: Observation, decision: Decision) -> Cell:
    """Return the robot's cell; before it is placed, its marker's cell, or the mode's entry cell if it has no marker."""
    match = observation.match()
    piece = match.state.pieces[decision["piece"]]
    return match.cell_of(piece) or match.floor.cells[archive_cell(match, piece)]


def entry_facing(observation: Observation, decision: Decision) -> int:
    """Return the facing that the owner has chosen, or that of the start."""
    match = observation.match()
    return facing_of(match, match.state.pieces[decision["piece"]])
