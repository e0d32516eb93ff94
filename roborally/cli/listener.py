"""Command line options and the main loop of a network server, for all commands that run one."""

import argparse
import asyncio
import errno
import signal
import socket
import ssl
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractAsyncContextManager, contextmanager, nullcontext, suppress
from pathlib import Path
from typing import Any, Protocol

from roborally.base.console import say
from roborally.base.errors import GameError, Message, reason
from roborally.base.version import VERSION
from roborally.cli import whole_number
from roborally.net.address import Address
from roborally.net.limits import Limits
from roborally.net.protocol import PORT
from roborally.net.server.garbage import collect_at_times, rare_collections
from roborally.net.server_log import log, write_log
from roborally.plugin_system.loader import Catalogue

EVERYWHERE = "all"
MAX_CONNECTIONS = 50_000


class Listener(Protocol):
    """A server that can listen on the network and be stopped."""

    async def start(self, host: str, port: int, tls: ssl.SSLContext | None) -> int:
        """Listen on an address, with TLS if given, and return the port; port 0 chooses a free one. Raise `OSError`."""

    async def stop(self) -> None:
        """Close all connections and stop listening."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options for address, port, TLS and the numbers of connections to a command's parser."""
    limits = Limits()
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


def limits_of(arguments: argparse.Namespace, **others: Any) -> Limits:
    """Return the limits given by the options, with the fields `others`; raise `GameError` for a wrong number."""
    return Limits(
        connections=whole_number("--connections", arguments.connections, 1, MAX_CONNECTIONS),
        connections_each=whole_number("--connections-each", arguments.connections_each, 1, MAX_CONNECTIONS),
        **others,
    )


def run(
    server: Listener,
    arguments: argparse.Namespace,
    catalogue: Catalogue,
    tls: ssl.SSLContext | None,
    beside: Callable[[str, int], AbstractAsyncContextManager[object]] = lambda _host, _port: nullcontext(),
) -> None:
    """Run a server until Ctrl-C or SIGTERM, unencrypted without `tls`; raise `GameError` if it cannot listen.

    `beside(host, port)` is a context that is entered once the server listens, and left when it has stopped.
    """
    whole_number("--port", arguments.port, 0, 65535)
    write_log(sys.stderr)
    for name, problem in sorted(catalogue.broken.items()):
        log("plugin left out", plugin=name, problem=str(problem))
    asyncio.run(_serve(server, arguments, tls, beside))


async def _serve(
    server: Listener,
    arguments: argparse.Namespace,
    tls: ssl.SSLContext | None,
    beside: Callable[[str, int], AbstractAsyncContextManager[object]],
) -> None:
    stop = asyncio.Event()
    host = address_of(arguments.host)
    with _signals(stop), rare_collections():
        try:
            port = await server.start(host, arguments.port, tls)
        except OSError as error:
            raise GameError(_problem(error, arguments.host, arguments.port)) from None
        log("listening", host=arguments.host, port=port, tls=tls is not None, version=VERSION)
        say(_where(arguments.host, port, secure=tls is not None), flush=True)
        async with beside(host, port):
            collecting = asyncio.create_task(collect_at_times())
            await stop.wait()
            collecting.cancel()
            log("stopping")
            await server.stop()
        log("stopped")


def address_of(host: str) -> str:
    """Return the value of `--host` in the form that sockets use: empty for all addresses."""
    return "" if host == EVERYWHERE else host


def _where(host: str, port: int, *, secure: bool) -> str:
    if host == EVERYWHERE:
        return f"listening on port {port} of every address of this machine"
    return f"listening on {Address(host, port, secure=secure).uri}"


@contextmanager
def _signals(stop: asyncio.Event) -> Iterator[None]:
    """Set the event `stop` on Ctrl-C and SIGTERM, inside this block."""
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


def tls_of(arguments: argparse.Namespace) -> ssl.SSLContext | None:
    """Return the TLS context for the options, `None` without them; raise `GameError` for unusable files."""
    certificate, key = arguments.tls_cert, arguments.tls_key
    if certificate is None and key is None:
        return None
    if certificate is None or key is None:
        raise GameError("TLS needs both --tls-cert and --tls-key")
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    for file in (certificate, key):
        with GameError.wrapping("cannot be read: {error}", file), Path(file).open("rb"):
            pass
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
