"""Setting up and joining matches: the commands for matches over the network."""

from roborally.plugin_system.program import Commands, hookimpl


@hookimpl
def register_commands(commands: Commands) -> None:
    """Add `roborally serve` and `roborally join`."""
    commands.add("serve", "run a server for matches over the network", order=200, module="cli_serve")
    commands.add("join", "join a match over the network, or list the matches of a server", order=300, module="cli_join")
