"""The server of a window that hosts: open to the local network, for one match."""

from roborally.bots.pool import BotPool
from roborally.errors import GameError, reason
from roborally.loader import Catalogue
from roborally.net.discovery import Announcer, own_addresses
from roborally.net.hosting import ServerThread
from roborally.net.limits import Limits
from roborally.net.protocol import PORT
from roborally.net.server import Server
from roborally.texts import _

EVERYWHERE = "0.0.0.0"


class Hosted:
    """A server with a port of its own, until `stop`; the local network is told of its match."""

    def __init__(self, catalogue: Catalogue, bots: list[str], key: str) -> None:
        """Listen on the usual port, or on any where that is taken; raise `GameError`."""
        self._pool = BotPool()
        server = Server(catalogue, self._pool, bots, Limits(matches=1), key=key)
        try:
            try:
                self._thread = ServerThread(server, EVERYWHERE, PORT, announcer=Announcer)
            except OSError:
                self._thread = ServerThread(server, EVERYWHERE, announcer=Announcer)
        except OSError as error:
            self._pool.close()
            raise GameError(_("no port could be opened: {error}").format(error=reason(error))) from None
        self.port = self._thread.port
        self.address = next(iter(own_addresses()), "127.0.0.1")
        """Where others in the network find it."""

    def stop(self) -> None:
        """Tell everybody that the match ends, and close the port."""
        self._thread.stop()
        self._pool.close()
