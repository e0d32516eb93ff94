"""The hook that adds the command `roborally bench`."""

from roborally.plugin_system.program import Commands, hookimpl


@hookimpl
def register_commands(commands: Commands) -> None:
    """Add the command `roborally bench`."""
    commands.add("bench", "measure the engine's speed", order=800)
