"""`roborally serve`: hosts matches that others join over the network; needs no screen."""

import argparse
import asyncio
import errno
import os
import signal
import socket
import ssl
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, nullcontext, suppress
from pathlib import Path
from typing import Any

from roborally.base import paths
from roborally.base.console import say
from roborally.base.errors import GameError, Message, reason
from roborally.base.player_names import checked_name
from roborally.base.version import VERSION
from roborally.bots.pool import BotPool
from roborally.bots.registry import bot_names
from roborally.correspondence.server import CorrespondenceServer
from roborally.correspondence.shelf import Shelf, now_here
from roborally.game.match_file import MAX_SEATS
from roborally.net.address import Address
from roborally.net.discovery import Announcer, can_be_announced
from roborally.net.limits import Limits
from roborally.net.protocol import PORT
from roborally.net.server.garbage import collect_at_times, rare_collections
from roborally.net.server.journal import MatchJournals
from roborally.net.server.journal_lock import only_server
from roborally.net.server.local_server import announced
from roborally.net.server.server import Server
from roborally.net.server_log import log, write_log
from roborally.plugin_system.loader import Catalogue, find_plugins
from roborally.post.passwords import from_file, of_server
from roborally.records.sealed_file import KEY_NAME, SealKey

KEY_VARIABLE = "ROBORALLY_SERVER_KEY"
"""The environment variable for the key; every user of the machine can read the command line."""
MAX_KEY = 64
EVERYWHERE = "all"
FAREWELL = 3.0
"""The seconds for withdrawing the announcements when the server stops."""
MAX_MATCHES, MAX_SPECTATORS, MAX_PROCESSES, MAX_CONNECTIONS, MAX_THINKING = 1000, 10_000, 64, 50_000, 600
DESCRIPTORS_OF_A_PROCESS = 4
"""The number of descriptors that a bot process needs in the server."""
OF_ROOMS = {
    "--announce": "announce",
    "--journal": "journal",
    "--no-journal": "no_journal",
    "--key-file": "key_file",
}
"""The options that only a server for live matches has, by name."""
EPILOG = (
    f"Without a key in --key-file or in the environment variable {KEY_VARIABLE} anybody can create matches. "
    "docs/network.md tells more: a service for systemd, reverse proxies, logs, saved matches."
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    limits = Limits()
    parser.epilog = EPILOG
    parser.add_argument(
        "--host",
        metavar="HOST",
        default="127.0.0.1",
        help=f"the address to listen on: 0.0.0.0 for IPv4, :: for IPv6, {EVERYWHERE} for both (default: %(default)s, "
        "which only programs on this machine reach)",
    )
    parser.add_argument(
        "--port", metavar="PORT", type=int, default=PORT, help="the port, 0 for any that is free (default: %(default)s)"
    )
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
    parser.add_argument(
        "--key-file", metavar="FILE", help="a file with the key that players need to create matches, in its first line"
    )
    parser.add_argument(
        "--journal", metavar="DIR", help="the folder where matches are saved (default: with the player's files)"
    )
    parser.add_argument("--no-journal", action="store_true", help="save no matches: they end with the server")
    parser.add_argument(
        "--correspondence",
        metavar="DIR",
        help="serve the games by post in this folder instead, each a folder of `roborally post` (docs/post.md)",
    )
    parser.add_argument(
        "--mail-passwords",
        metavar="FILE",
        help="with --correspondence: a file with a line USER@HOST PASSWORD for each account that sends the mails of "
        "games (default: the system's keyring)",
    )
    parser.add_argument("--tls-cert", metavar="FILE", help="use TLS, with this certificate and its chain (PEM)")
    parser.add_argument("--tls-key", metavar="FILE", help="with --tls-cert: the key of the certificate (PEM)")
    parser.add_argument(
        "--connections",
        metavar="N",
        type=int,
        default=limits.connections,
        help="the maximum number of clients (default: %(default)s)",
    )
    parser.add_argument(
        "--connections-each",
        metavar="N",
        type=int,
        default=limits.connections_each,
        help="the maximum number of clients of one address, such as a household's (default: %(default)s)",
    )
    parser.add_argument(
        "--behind-proxy",
        action="store_true",
        help="a reverse proxy tells the address of each client in X-Forwarded-For; nobody may connect past it",
    )
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
    """Serve until stopped by Ctrl-C or SIGTERM; raise `GameError` if the server cannot start."""
    processes = _within("--bot-processes", arguments.bot_processes, 1, MAX_PROCESSES)
    limits = Limits(
        matches=_within("--matches", arguments.matches, 1, MAX_MATCHES),
        seats=_within("--seats", arguments.seats, 1, MAX_SEATS),
        spectators=_within("--spectators", arguments.spectators, 0, MAX_SPECTATORS),
        thinking=_within("--thinking", arguments.thinking, 1, MAX_THINKING),
        bot_processes=processes,
        connections=_within("--connections", arguments.connections, 1, MAX_CONNECTIONS),
        connections_each=_within("--connections-each", arguments.connections_each, 1, MAX_CONNECTIONS),
        spare_descriptors=Limits().spare_descriptors + processes * DESCRIPTORS_OF_A_PROCESS,
    )
    _within("--port", arguments.port, 0, 65535)
    _check_announcement(arguments)
    tls = _tls(arguments.tls_cert, arguments.tls_key)
    catalogue = find_plugins()
    if arguments.correspondence is not None:
        _run_correspondence(arguments, limits, catalogue, tls)
        return 0
    if arguments.mail_passwords is not None:
        raise GameError("--mail-passwords needs --correspondence")
    key = read_key(arguments.key_file)
    with ExitStack() as stack:
        journal = _journal(arguments, stack)
        pool = BotPool(limits.bot_processes, games=limits.matches, thinking=limits.thinking)
        stack.callback(pool.close)
        seal = SealKey(journal.folder / KEY_NAME if journal is not None else paths.seal_key_file())
        server = Server(catalogue, pool, bot_names(catalogue), limits, journal, key, seal, arguments.behind_proxy)
        _begin_log(catalogue)
        asyncio.run(_serve(server, arguments, tls))
    return 0


def _begin_log(catalogue: Catalogue) -> None:
    write_log(sys.stderr)
    for name, problem in sorted(catalogue.broken.items()):
        log("plugin left out", plugin=name, problem=str(problem))


def _run_correspondence(
    arguments: argparse.Namespace, limits: Limits, catalogue: Catalogue, tls: ssl.SSLContext | None
) -> None:
    """Serve games by post until stopped; raise `GameError`."""
    needless = [name for name, given in OF_ROOMS.items() if getattr(arguments, given)]
    if needless:
        raise GameError("{option} cannot be combined with --correspondence", option=needless[0])
    folder = Path(arguments.correspondence)
    passwords = from_file(Path(arguments.mail_passwords)) if arguments.mail_passwords is not None else {}
    with only_server(folder):
        shelf = Shelf(folder, catalogue)
        server = CorrespondenceServer(
            shelf, limits, now_here, of_server(passwords), behind_proxy=arguments.behind_proxy
        )
        _begin_log(catalogue)
        asyncio.run(_serve(server, arguments, tls))


async def _serve(
    server: Server | CorrespondenceServer, arguments: argparse.Namespace, tls: ssl.SSLContext | None
) -> None:
    """Listen, print the address, and return when the server has been stopped."""
    stop = asyncio.Event()
    host = _listened(arguments.host)
    with _signals(stop), rare_collections():
        try:
            port = await server.start(host, arguments.port, tls)
        except OSError as error:
            raise GameError(_problem(error, arguments.host, arguments.port)) from None
        log("listening", host=arguments.host, port=port, tls=tls is not None, version=VERSION)
        say(_where(arguments.host, port, secure=tls is not None), flush=True)
        announcer = _announcer(arguments, host, port, tls) if arguments.announce else None
        async with announced(server, announcer) if isinstance(server, Server) else nullcontext():
            collecting = asyncio.create_task(collect_at_times())
            await stop.wait()
            collecting.cancel()
        log("stopping")
        await server.stop()
        if announcer is not None:
            await asyncio.to_thread(announcer.close, FAREWELL)
        log("stopped")


def _listened(host: str) -> str:
    """Return a host in the form that sockets use."""
    return "" if host == EVERYWHERE else host


def _announcer(arguments: argparse.Namespace, host: str, port: int, tls: ssl.SSLContext | None) -> Announcer:
    return Announcer(host, port, secure=tls is not None, name=arguments.name)


def _where(host: str, port: int, *, secure: bool) -> str:
    """Return the sentence that a starting server prints."""
    if host == EVERYWHERE:
        return f"listening on port {port} of every address of this machine"
    return f"listening on {Address(host, port, secure=secure).uri}"


@contextmanager
def _signals(stop: asyncio.Event) -> Iterator[None]:
    """Let Ctrl-C and SIGTERM set an event inside this context."""
    loop = asyncio.get_running_loop()

    def end(*_: Any) -> None:
        with suppress(RuntimeError):  # the event loop has just ended
            loop.call_soon_threadsafe(stop.set)

    before = {number: signal.signal(number, end) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _check_announcement(arguments: argparse.Namespace) -> None:
    """Raise `GameError` if the server cannot be announced."""
    if arguments.name:
        checked_name(arguments.name)
    if arguments.announce and not can_be_announced(_listened(arguments.host)):
        raise GameError(
            "--announce needs a --host that others can reach, such as {all} or 0.0.0.0, not {host}",
            all=EVERYWHERE,
            host=arguments.host,
        )


def read_key(file: str | None) -> str:
    """Return the key from a file or the environment, or an empty one; raise `GameError`."""
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
    """Return the journals, locked for this server as long as the stack is open."""
    if arguments.no_journal:
        if arguments.journal is not None:
            raise GameError("--journal and --no-journal cannot be combined")
        return None
    folder = Path(arguments.journal) if arguments.journal is not None else paths.journal_folder()
    stack.enter_context(only_server(folder))
    return MatchJournals(folder)


def _tls(certificate: str | None, key: str | None) -> ssl.SSLContext | None:
    """Return the TLS settings, if any; raise `GameError` for unusable files."""
    if certificate is None and key is None:
        return None
    if certificate is None or key is None:
        raise GameError("TLS needs both --tls-cert and --tls-key")
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    for file in (certificate, key):
        try:
            with Path(file).open("rb"):
                pass
        except OSError as error:
            raise GameError("cannot be read: {error}", where=file, error=reason(error)) from None
    try:
        context.load_cert_chain(certificate, key, password=_no_password)
    except (ssl.SSLError, ValueError):
        raise GameError(
            "{certificate} and {key} must be a certificate and its key, in PEM and without a password",
            certificate=certificate,
            key=key,
        ) from None
    return context


def _no_password() -> str:
    """Return an empty password, so that OpenSSL does not ask for one in the terminal."""
    return ""


def _problem(error: OSError, host: str, port: int) -> Message:
    """Return why a server cannot listen."""
    if error.errno == errno.EADDRINUSE:
        return Message.of("port {port} is in use already; choose another --port, or 0 for any", port=port)
    if error.errno in (errno.EACCES, errno.EPERM):
        return Message.of("you may not use port {port}; choose one from 1024 on", port=port)
    # From Python 3.13 on, asyncio raises an error without a number if the machine has none of the addresses.
    if isinstance(error, socket.gaierror) or error.errno in (errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT, None):
        return Message.of("{host!r} is not an address of this machine", host=host)
    return Message.of(
        "the server cannot listen on port {port} of {host!r}: {error}", port=port, host=host, error=reason(error)
    )


def _within(option: str, number: int, least: int, most: int) -> int:
    if not least <= number <= most:
        raise GameError(
            "{option} must be a whole number from {least} to {most}, not {value!r}",
            option=option,
            least=least,
            most=most,
            value=number,
        )
    return number
