"""Registers the view of this mode in the window: the panel for secret lists of checkpoints."""

from roborally.plugin import hookimpl
from roborally.ui.plugin import Views

from .view_panel import ObjectivesPanel


@hookimpl
def register_view(views: Views) -> None:
    """Register the panel for the question `objectives`."""
    views.panel("objectives", ObjectivesPanel)
