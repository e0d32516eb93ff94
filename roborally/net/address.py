"""Parses a server's address as people type it: `HOST[:PORT][/CODE]`, with `wss://` in front for TLS."""

import re
from dataclasses import dataclass
from ipaddress import AddressValueError, IPv6Address, ip_address

from roborally.base.errors import GameError
from roborally.net.protocol import CODE_LENGTH, PORT

_WRITTEN = re.compile(
    r"(?:(?P<scheme>wss?)://)?(?P<host>\[[0-9A-Fa-f:.]+(?:%\w+)?\]|[\w.-]+)(?::(?P<port>\d{1,5}))?(?:/(?P<code>[A-Za-z0-9]*))?/?"
)
_TLS_PORT, _HTTP_PORT = 443, 80


@dataclass(frozen=True)
class Address:
    """A server's host and port, the code of a match there (may be empty), and whether it uses TLS."""

    host: str
    port: int = PORT
    code: str = ""
    secure: bool = False

    @staticmethod
    def read(written: str) -> "Address":
        """Parse an address typed by a player; raise `GameError` if it is invalid.

        The default port after `wss://` is that of HTTPS, as behind a reverse proxy.
        """
        found = _WRITTEN.fullmatch(written.strip())
        if found is None:
            raise _no_address(written)
        secure = found["scheme"] == "wss"
        port = int(found["port"]) if found["port"] else _TLS_PORT if secure else PORT
        code = (found["code"] or "").upper()
        if not 0 < port < 65536:
            raise GameError("{port} is not a port; write a number from 1 to 65535", port=port)
        if code and len(code) != CODE_LENGTH:
            raise GameError(
                "{code!r} is not the code of a match, which has {length} letters", code=code, length=CODE_LENGTH
            )
        return Address(_host(found["host"], written), port, code, secure)

    @property
    def _written_host(self) -> str:
        return f"[{self.host}]" if ":" in self.host else self.host

    @property
    def uri(self) -> str:
        """The URL for opening a WebSocket."""
        return f"{'wss' if self.secure else 'ws'}://{self._written_host}:{self.port}/"

    @property
    def link(self) -> str:
        """The URL of the match's page for browsers."""
        port = "" if self.port == (_TLS_PORT if self.secure else _HTTP_PORT) else f":{self.port}"
        return f"http{'s' if self.secure else ''}://{self._written_host}{port}/{self.code}"

    @property
    def is_near(self) -> bool:
        """Whether only machines in the same network can reach the address, because it is private or local."""
        try:
            return not ip_address(self.host).is_global
        except ValueError:
            return self.host == "localhost" or self.host.endswith(".local")

    def __str__(self) -> str:
        port = "" if self.port == (_TLS_PORT if self.secure else PORT) else f":{self.port}"
        return f"{'wss://' if self.secure else ''}{self._written_host}{port}{'/' + self.code if self.code else ''}"


def _host(host: str, written: str) -> str:
    """Check that a host is a valid host name or IP address and return it; raise `GameError`."""
    try:
        if host.startswith("["):
            return str(IPv6Address(host[1:-1]))
        host.encode("idna")
    except (AddressValueError, UnicodeError):
        raise _no_address(written) from None
    return host


def _no_address(written: str) -> GameError:
    return GameError("{written!r} is not an address; write HOST, HOST:PORT or HOST:PORT/CODE", written=written)
