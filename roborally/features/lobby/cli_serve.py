"""`roborally serve`: hosts matches that others join over the network; needs no screen."""

import argparse
import os
from contextlib import AbstractAsyncContextManager, ExitStack, nullcontext
from pathlib import Path

from roborally.base import paths
from roborally.base.errors import GameError, reason
from roborally.base.player_names import checked_name
from roborally.bots.registry import bot_names
from roborally.cli import listener, whole_number
from roborally.game.match_file import MAX_SEATS
from roborally.game.records.sealed_file import KEY_NAME, SealKey
from roborally.game.session.bot_pool import BotPool
from roborally.net.discovery import Announcer, can_be_announced
from roborally.net.limits import Limits
from roborally.net.server.journal import MatchJournals
from roborally.net.server.journal_lock import only_server
from roborally.net.server.local_server import announced
from roborally.net.server.server import Server
from roborally.plugin_system.loader import find_plugins

KEY_VARIABLE = "ROBORALLY_SERVER_KEY"
"""The environment variable with the server's key; a key on the command line would be visible to all users."""
MAX_KEY = 64
FAREWELL = 3.0
"""The longest time in seconds for withdrawing the announcements when the server stops."""
MAX_MATCHES, MAX_SPECTATORS, MAX_PROCESSES, MAX_THINKING = 1000, 10_000, 64, 600
DESCRIPTORS_OF_A_PROCESS = 4
"""The number of file descriptors that the server needs for each bot process."""
EPILOG = (
    f"Without a key in --key-file or in the environment variable {KEY_VARIABLE} anybody can create matches. "
    "docs/network.md tells more: a service for systemd, reverse proxies, logs, saved matches."
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `roborally serve` to the parser."""
    limits = Limits()
    parser.epilog = EPILOG
    listener.add_arguments(parser)
    parser.add_argument(
        "--matches",
        metavar="N",
        type=int,
        default=limits.matches,
        help="the maximum number of matches (default: %(default)s)",
    )
    parser.add_argument(
        "--seats",
        metavar="N",
        type=int,
        default=limits.seats,
        help="the maximum number of seats in a match (default: %(default)s)",
    )
    parser.add_argument(
        "--spectators",
        metavar="N",
        type=int,
        default=limits.spectators,
        help="the maximum number of spectators of a match (default: %(default)s)",
    )
    parser.add_argument("--announce", action="store_true", help="let players on the local network find the matches")
    parser.add_argument(
        "--name",
        metavar="NAME",
        default="",
        help="with --announce: the name of the server in their lists (default: none)",
    )
    parser.add_argument("--no-pages", action="store_true", help="serve no pages to browsers")
    parser.add_argument(
        "--page-name",
        metavar="HOST",
        action="append",
        default=[],
        help="a name of this machine in the internet by which browsers may ask for pages; may be repeated",
    )
    parser.add_argument(
        "--key-file", metavar="FILE", help="a file with the key that players need to create matches, in its first line"
    )
    parser.add_argument(
        "--journal", metavar="DIR", help="the folder where matches are saved (default: with the player's files)"
    )
    parser.add_argument("--no-journal", action="store_true", help="save no matches: they end with the server")
    parser.add_argument(
        "--bot-processes", metavar="N", type=int, default=1, help="the number of processes for bots (default: 1)"
    )
    parser.add_argument(
        "--thinking",
        metavar="SECONDS",
        type=int,
        default=round(limits.thinking),
        help="the longest time that a host may let a bot think about an answer (default: %(default)s)",
    )


def run(arguments: argparse.Namespace) -> int:
    """Serve until stopped by Ctrl-C or SIGTERM, then return 0; raise `GameError` if the server cannot start."""
    processes = whole_number("--bot-processes", arguments.bot_processes, 1, MAX_PROCESSES)
    limits = listener.limits_of(
        arguments,
        matches=whole_number("--matches", arguments.matches, 1, MAX_MATCHES),
        seats=whole_number("--seats", arguments.seats, 1, MAX_SEATS),
        spectators=whole_number("--spectators", arguments.spectators, 0, MAX_SPECTATORS),
        thinking=whole_number("--thinking", arguments.thinking, 1, MAX_THINKING),
        bot_processes=processes,
        spare_descriptors=Limits().spare_descriptors + processes * DESCRIPTORS_OF_A_PROCESS,
    )
    _check_announcement(arguments)
    tls = listener.tls_of(arguments)
    catalogue = find_plugins()
    key = read_key(arguments.key_file)
    with ExitStack() as stack:
        journal = _journal(arguments, stack)
        pool = BotPool(limits.bot_processes, games=limits.matches, thinking=limits.thinking)
        stack.callback(pool.close)
        seal = SealKey(journal.folder / KEY_NAME if journal is not None else paths.seal_key_file())
        server = Server(
            catalogue,
            pool,
            bot_names(catalogue),
            limits,
            journal,
            key,
            seal,
            arguments.behind_proxy,
            not arguments.no_pages,
            arguments.page_name,
        )

        def beside(host: str, port: int) -> AbstractAsyncContextManager[None]:
            if not arguments.announce:
                return nullcontext()
            announcer = Announcer(host, port, secure=tls is not None, name=arguments.name)
            return announced(server, announcer, FAREWELL)

        listener.run(server, arguments, catalogue, tls, beside)
    return 0


def _check_announcement(arguments: argparse.Namespace) -> None:
    """Raise `GameError` if `--name` is not a valid name, or `--announce` has a `--host` that others cannot reach."""
    if arguments.name:
        checked_name(arguments.name)
    if arguments.announce and not can_be_announced(listener.address_of(arguments.host)):
        raise GameError(
            "--announce needs a --host that others can reach, such as {all} or 0.0.0.0, not {host}",
            all=listener.EVERYWHERE,
            host=arguments.host,
        )


def read_key(file: str | None) -> str:
    """Return the server's key from a file, with `None` from the environment (empty if unset); raise `GameError`."""
    if file is None:
        key = os.environ.get(KEY_VARIABLE, "").strip()
        where = KEY_VARIABLE
    else:
        where = file
        try:
            key = Path(file).read_text(encoding="utf-8").partition("\n")[0].strip()
        except OSError as error:
            raise GameError("cannot be read: {error}", where=file, error=reason(error)) from None
        except UnicodeDecodeError:
            raise GameError("is not a text file", where=file) from None
        if not key:
            raise GameError("has no key in its first line", where=file)
    if len(key) > MAX_KEY:
        raise GameError(
            "a key can have {most} letters at most; this one has {count}", where=where, most=MAX_KEY, count=len(key)
        )
    return key


def _journal(arguments: argparse.Namespace, stack: ExitStack) -> MatchJournals | None:
    """Return the journals of matches, locked for this server until the stack closes; `None` with `--no-journal`."""
    if arguments.no_journal:
        if arguments.journal is not None:
            raise GameError("--journal and --no-journal cannot be combined")
        return None
    folder = Path(arguments.journal) if arguments.journal is not None else paths.journal_folder()
    stack.enter_context(only_server(folder))
    return MatchJournals(folder)
