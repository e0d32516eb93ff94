"""`roborally join`: opens a match on a server in the window; `--list` prints the server's matches."""

import argparse
import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import msgspec
from rich.table import Table

from roborally.base.console import give, say
from roborally.base.errors import GameError
from roborally.base.player_names import checked_name
from roborally.cli.tables import show
from roborally.cli.window import open_window, player_name
from roborally.features.lobby.cli_serve import KEY_VARIABLE, read_key
from roborally.net.address import Address
from roborally.net.client.connection import ServerRequest
from roborally.net.client.list_matches import matches_of
from roborally.net.protocol import MatchListing
from roborally.plugin_system.loader import find_plugins
from roborally.profile import load_settings

NOBODY = "roborally"
"""The player name that is sent when only the list of matches is requested."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `roborally join` to the parser."""
    parser.epilog = "docs/network.md says how to host a match, and what to do if the players cannot reach each other."
    parser.add_argument(
        "address",
        metavar="HOST[:PORT][/CODE]",
        help="address of the server, with wss:// in front if it uses TLS, and the code of the match if it has several",
    )
    parser.add_argument("--name", metavar="NAME", help="your player name (default: as in the settings)")
    wish = parser.add_mutually_exclusive_group()
    wish.add_argument("--watch", action="store_true", help="watch without playing")
    wish.add_argument("--create", action="store_true", help="create a match on the server and be its host")
    wish.add_argument("--list", action="store_true", help="only print the matches of the server")
    parser.add_argument("--json", action="store_true", help="with --list: print JSON")
    parser.add_argument(
        "--key-file",
        metavar="FILE",
        help=f"with --create: a file with the key of the server (default: the environment variable {KEY_VARIABLE})",
    )


def run(arguments: argparse.Namespace) -> int:
    """Open a match in the window, or print the server's matches; return the exit status or raise `GameError`."""
    address = Address.read(arguments.address)
    if arguments.json and not arguments.list:
        raise GameError("--json needs --list")
    name = checked_name(arguments.name) if arguments.name is not None else ""
    key = read_key(arguments.key_file) if arguments.create else ""
    matches = matches_of(address, ServerRequest(NOBODY))  # reports errors before a window opens
    if arguments.list:
        return _show(matches, as_json=arguments.json)
    profile = load_settings()
    code = "" if arguments.create else _code(address, matches)
    wish = "create" if arguments.create else "watch" if arguments.watch else "join"
    name = name or player_name(profile[0])
    request = ServerRequest(name, wish, code, key=key)

    def first(services: Any) -> None:
        services.router.open("server-match", address=replace(address, code=code), wish=request)

    return open_window(find_plugins(), first, profile=profile)


def _code(address: Address, matches: Sequence[MatchListing]) -> str:
    """Return the code of the match to join; raise `GameError` if it does not exist or the address fits several."""
    codes = [match.code for match in matches]
    if address.code:
        if address.code not in codes:
            raise GameError("there is no match {code} on this server", where=address, code=address.code)
        return address.code
    if not codes:
        raise GameError("there is no match on this server; create one with --create", where=address)
    if len(codes) > 1:
        raise GameError(
            "there are {count} matches on this server; add /CODE, which --list shows", where=address, count=len(codes)
        )
    return codes[0]


def _show(matches: Sequence[MatchListing], *, as_json: bool) -> int:
    """Print a server's matches as a table or as JSON; return 0, the exit status."""
    if as_json:
        give(json.dumps(msgspec.to_builtins(matches), indent=2) + "\n")
    elif not matches:
        say("There is no match on this server.")
    else:
        table = Table("code", "host", "mode", "course", "players", "state")
        for match in matches:
            state = "is being played" if match.playing else "waits for players"
            words = (match.code, match.host, match.mode, match.course or "-", str(match.members), state)
            table.add_row(*words)
        show(table)
    return 0
