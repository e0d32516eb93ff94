"""Writes and reads the TXT record that announces a match on the local network; opens no connection.

Data from the network is not trusted: records are decoded with the same strict types as messages, and invalid ones are
ignored.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from roborally.base.player_names import VISIBLE
from roborally.net.address import Address
from roborally.net.protocol import CODE_LENGTH, CODE_LETTERS, PROTOCOL, MatchListing, Name

SERVICE = "_roborally._tcp.local."
MAX_ADDRESSES = 8
MAX_LETTERS = 40
"""The maximum number of letters of a text in the TXT record, which must be small."""

_Code = Annotated[str, Meta(pattern=f"^[{CODE_LETTERS}]{{{CODE_LENGTH}}}$")]
_Words = Annotated[str, Meta(max_length=MAX_LETTERS, pattern=rf"^\Z|{VISIBLE}")]


@dataclass(frozen=True)
class FoundMatch:
    """A match announced on the network; `addresses` lists where to find it, best first, each with the match's code.

    If the server has another version of the `protocol`, only the name of the `host` may be known. `id` distinguishes
    announcements. `server` is the server's name, often empty.
    """

    id: str
    addresses: tuple[Address, ...]
    protocol: int
    host: str = ""
    mode: str = ""
    course: str = ""
    players: int = 0
    playing: bool = False
    server: str = ""

    @property
    def address(self) -> Address:
        """The address to try first."""
        return self.addresses[0]

    @property
    def can_be_joined(self) -> bool:
        """Whether the server of the match has the same protocol version as this program."""
        return self.protocol == PROTOCOL


class _Version(Struct):
    protocol: Annotated[int, Meta(ge=1, le=1_000_000)]


class _Who(Struct):
    host: Name


class _Text(Struct):
    """The fields of the TXT record that announces a match."""

    code: _Code
    host: Name
    mode: _Words
    course: _Words
    players: Annotated[int, Meta(ge=0, le=99)]
    playing: Annotated[int, Meta(ge=0, le=1)] = 0
    tls: Annotated[int, Meta(ge=0, le=1)] = 0
    server: _Words = ""


def properties_of(match: MatchListing, *, secure: bool, server: str) -> dict[str, str]:
    """Return the TXT record that announces a match; `server` is the server's name, `secure` says that it uses TLS."""
    return {
        "protocol": str(PROTOCOL),
        "code": match.code,
        "host": match.host,
        "mode": match.mode[:MAX_LETTERS],
        "course": match.course[:MAX_LETTERS],
        "players": str(match.members),
        "playing": str(int(match.playing)),
        "tls": str(int(secure)),
        "server": server[:MAX_LETTERS],
    }


def found_from(
    id_: str, port: int | None, addresses: Sequence[str], properties: Mapping[bytes, bytes | None]
) -> FoundMatch | None:
    """Return the match of an announcement, `None` if the TXT record in `properties` is invalid."""
    hosts = [host for host in map(_host, addresses[:MAX_ADDRESSES]) if host]
    try:
        words = {key.decode(): value.decode() for key, value in properties.items() if value is not None}
        version = msgspec.convert(words, _Version, strict=False).protocol
        if not hosts or port is None or not 0 < port < 65536:
            return None
        if version != PROTOCOL:
            places = tuple(Address(host, port) for host in hosts)
            return FoundMatch(id_, places, version, _name(words))
        said = msgspec.convert(words, _Text, strict=False)
    except ValueError:
        return None
    places = tuple(Address(host, port, said.code, bool(said.tls)) for host in hosts)
    return FoundMatch(
        id_, places, version, said.host, said.mode, said.course, said.players, bool(said.playing), said.server
    )


def _name(words: Mapping[str, str]) -> str:
    """Return the host's name in a TXT record, empty if another version writes it differently."""
    try:
        return msgspec.convert(words, _Who).host
    except ValueError:
        return ""


def _host(written: str) -> str:
    """Return an IP address in its usual form, empty if it is invalid or cannot be a machine's."""
    try:
        address = ip_address(written)
    except ValueError:
        return ""
    return "" if address.is_multicast or address.is_unspecified else str(address)
