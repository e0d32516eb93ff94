"""`roborally post serve`: serves the games in a directory to their players (docs/post.md, On a server)."""

import argparse

from roborally.cli import listener
from roborally.features.post.passwords import from_file, of_server
from roborally.features.post.server.server import CorrespondenceServer
from roborally.features.post.server.shelf import Shelf, now_here
from roborally.net.server.journal_lock import only_server
from roborally.plugin_system.loader import find_plugins


def run(arguments: argparse.Namespace) -> int:
    """Serve until stopped by Ctrl-C or SIGTERM; raise `GameError` if the server cannot start."""
    limits = listener.limits_of(arguments)
    tls = listener.tls_of(arguments)
    password = of_server(from_file(arguments.mail_passwords) if arguments.mail_passwords is not None else {})
    catalogue = find_plugins()
    with only_server(arguments.games):
        shelf = Shelf(arguments.games, catalogue)
        server = CorrespondenceServer(shelf, limits, now_here, password, behind_proxy=arguments.behind_proxy)
        listener.run(server, arguments, catalogue, tls)
    return 0
