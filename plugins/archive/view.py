"""What re-entry adds to the window: archive markers, who is out, and where a robot whose owner is asked will stand."""

from roborally.core.data import Decision
from roborally.core.events import Event
from roborally.core.geometry import Cell
from roborally.core.views import View
from roborally.plugin import hookimpl
from roborally.ui.board.animator import Animator
from roborally.ui.board.display import Display
from roborally.ui.plugin import Views

from .reentry import archive_cell


@hookimpl
def register_view(views: Views) -> None:
    """Follow markers and lives, and say where robots will stand."""
    views.on("archive", move_marker)
    views.on("eliminated", put_out)
    views.animate("archive", slide_marker)
    views.animate("hurt respawn", show_nothing, instead=True)
    views.animate("heal respawn", show_nothing, instead=True)
    views.replay("archive", "none")
    views.replay("lives", "none")
    views.places("respawn-facing", entry_cell)
    views.places("respawn-cell", entry_cell)


def move_marker(display: Display, event: Event) -> None:
    """Lay the archive marker on another cell."""
    display.robots[event["piece"]].marker = tuple(event["cell"])


def put_out(display: Display, event: Event) -> None:
    """Show that a robot is out of the game."""
    display.robots[event["piece"]].eliminated = True


def slide_marker(animator: Animator, event: Event) -> None:
    """Let the marker slide there."""
    animator.slide_marker(event["piece"], tuple(event["cell"]))


def show_nothing(animator: Animator, event: Event) -> None:
    """Show no blow and no repair: the robot comes back as it is."""


def entry_cell(view: View, decision: Decision) -> Cell:
    """Return the cell of the archive marker, or where the mode lets a robot enter that has none."""
    match = view.match()
    return match.floor.cells[archive_cell(match, match.state.pieces[decision["piece"]])]
