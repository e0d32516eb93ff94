"""What re-entry adds to the window: the cell on which a robot will stand, while its owner is asked."""

from roborally.core.data import Decision
from roborally.core.geometry import Cell
from roborally.core.views import View
from roborally.plugin import hookimpl
from roborally.ui.plugin import Views

from .reentry import archive_cell


@hookimpl
def register_view(views: Views) -> None:
    """Say where robots will stand."""
    views.places("respawn-facing", entry_cell)
    views.places("respawn-cell", entry_cell)


def entry_cell(view: View, decision: Decision) -> Cell:
    """Return the cell of the archive marker, or where the mode lets a robot enter that has none."""
    match = view.match()
    return match.floor.cells[archive_cell(match, match.state.pieces[decision["piece"]])]
