"""The workshop: the board editor, the course builder, and `roborally board`."""

from roborally.plugin_system.program import Commands, hookimpl


@hookimpl
def register_commands(commands: Commands) -> None:
    """Add `roborally board`."""
    commands.add("board", "list, check, draw and rate boards and courses", order=550)
