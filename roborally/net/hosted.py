"""The server of a window that hosts: open to the local network, for one match."""

import socket
from contextlib import suppress

from roborally.bots.pool import BotPool
from roborally.errors import GameError
from roborally.loader import Catalogue
from roborally.net.hosting import ServerThread
from roborally.net.limits import Limits
from roborally.net.membership import Membership
from roborally.net.protocol import PORT
from roborally.net.server import Server
from roborally.texts import _

EVERYWHERE = "0.0.0.0"
OUTSIDE = ("192.0.2.1", 9)
"""An address for documentation: nothing is sent there, but the system tells from where it would be."""


class Hosted:
    """A server with a port of its own, until `stop`."""

    def __init__(self, catalogue: Catalogue, bots: list[str], key: str) -> None:
        """Listen on the usual port, or on any where that is taken; raise `GameError`."""
        self._pool = BotPool()
        server = Server(catalogue, self._pool, bots, Limits(matches=1), key=key)
        try:
            try:
                self._thread = ServerThread(server, EVERYWHERE, PORT)
            except OSError:
                self._thread = ServerThread(server, EVERYWHERE)
        except OSError as error:
            self._pool.close()
            raise GameError(_("no port could be opened: {error}").format(error=error.strerror or error)) from None
        self.port = self._thread.port
        self.address = own_address()

    def announce(self, membership: Membership) -> None:
        """Let the local network know of the match as it is now."""

    def stop(self) -> None:
        """Tell everybody that the match ends, and close the port."""
        self._thread.stop()
        self._pool.close()


def own_address() -> str:
    """Return the address of this machine on its network, or the one for itself where it is on none."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(OUTSIDE)
        return str(probe.getsockname()[0])
    return "127.0.0.1"
