"""Announces and finds matches on the local network with zeroconf.

Everything about zeroconf runs in a separate thread, including its import, which takes half a second, so the caller
never waits for it. Without a network nothing is found and no error is raised; a network that appears or changes later
is used.
"""

import asyncio
import logging
import secrets
import threading
from abc import ABC, abstractmethod
from collections.abc import Sequence
from contextlib import suppress
from ipaddress import ip_address
from typing import TYPE_CHECKING, Any

from roborally.net.announcement import SERVICE, FoundMatch, found_from, properties_of
from roborally.net.protocol import MatchListing

if TYPE_CHECKING:
    from zeroconf.asyncio import AsyncServiceInfo, AsyncZeroconf

LOOK = 10.0
"""Seconds between two checks whether the machine's addresses have changed."""
LIFE = 60
"""Seconds after which an announcement that is not renewed expires; a clean shutdown withdraws it at once."""
ANSWER = 3000
"""Milliseconds to wait for the details of an announcement."""
MAX_FOUND = 100
_ALL = {"": (4, 6), "0.0.0.0": (4,), "::": (6,)}
"""The wildcard addresses, with their IP versions."""


class _Background(ABC):
    """The base of `Announcer` and `Discovery`: a thread that runs zeroconf on some or (`None`) all IP addresses."""

    def __init__(self, interfaces: Sequence[str] | None, name: str) -> None:
        self._interfaces = interfaces
        self._loop = asyncio.new_event_loop()
        self._closing = asyncio.Event()
        self._news = asyncio.Event()
        """Set when there is work to do, including closing."""
        self._thread = threading.Thread(target=self._run, daemon=True, name=name)
        self._thread.start()

    def close(self, wait: float = 0.0) -> None:
        """Stop in the background; with `wait`, block until done, for at most that many seconds."""
        self._call(self._closing.set)
        self._call(self._news.set)
        if wait:
            self._thread.join(wait)

    def look_again(self) -> None:
        """Check at once whether the machine's addresses have changed."""
        self._call(self._news.set)

    @property
    def is_running(self) -> bool:
        """Whether the thread is still running."""
        return self._thread.is_alive()

    def _call(self, action: Any, *arguments: Any) -> None:
        with suppress(RuntimeError):  # the thread has ended
            self._loop.call_soon_threadsafe(action, *arguments)

    def _run(self) -> None:
        logging.getLogger("zeroconf").setLevel(logging.CRITICAL)  # a missing network is not worth a log entry
        try:
            self._loop.run_until_complete(self._stay())
            self._loop.run_until_complete(_end_tasks())
        finally:
            self._loop.close()

    async def _stay(self) -> None:
        from zeroconf import Error

        while not self._closing.is_set():
            zeroconf = open_zeroconf(self._interfaces)
            if zeroconf is None:
                await self._rest(self._closing)
                continue
            try:
                await self._use(zeroconf)
            except (OSError, Error):  # for example, the machine was too busy for zeroconf and may recover soon
                await self._rest(self._closing)
            finally:
                with suppress(OSError):
                    await zeroconf.async_close()

    async def _use(self, zeroconf: "AsyncZeroconf") -> None:
        """Work with one network until closed or until the machine's addresses change."""
        before = own_addresses()
        self._begin(zeroconf)
        self._news.set()
        while not self._closing.is_set() and own_addresses() == before:
            if self._news.is_set():
                self._news.clear()
                await self._work(zeroconf)
            await self._rest(self._news)

    @staticmethod
    async def _rest(event: asyncio.Event) -> None:
        with suppress(TimeoutError):
            await asyncio.wait_for(event.wait(), LOOK)

    @abstractmethod
    def _begin(self, zeroconf: "AsyncZeroconf") -> None:
        """Start over with a zeroconf that has just been opened."""

    @abstractmethod
    async def _work(self, zeroconf: "AsyncZeroconf") -> None:
        """Process pending changes; called whenever `_news` is set."""


async def _end_tasks() -> None:
    """Cancel zeroconf's background tasks, which repeat announcements."""
    tasks = asyncio.all_tasks() - {asyncio.current_task()}
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def open_zeroconf(interfaces: Sequence[str] | None) -> "AsyncZeroconf | None":
    """Return zeroconf on these addresses of the machine (`None`: on all), or `None` if there is no network."""
    from zeroconf import InterfaceChoice, IPVersion
    from zeroconf.asyncio import AsyncZeroconf

    if interfaces is not None:
        with suppress(OSError):
            return AsyncZeroconf(interfaces=list(interfaces))
        return None
    for version in (IPVersion.All, IPVersion.V4Only):  # the first attempt fails on systems without IPv6
        with suppress(OSError, RuntimeError):
            return AsyncZeroconf(interfaces=InterfaceChoice.All, ip_version=version)
    return None


def own_addresses() -> list[str]:
    """Return the addresses at which other machines in the network may reach this one, IPv4 first."""
    from ifaddr import get_adapters

    with suppress(OSError):
        found = [ip.ip if isinstance(ip.ip, str) else ip.ip[0] for adapter in get_adapters() for ip in adapter.ips]
        reachable = filter(_is_reachable, dict.fromkeys(found))
        return sorted(reachable, key=lambda address: ip_address(address).version)
    return []


def _is_reachable(address: str) -> bool:
    known = ip_address(address)
    return not (known.is_loopback or (known.version == 6 and known.is_link_local))


def can_be_announced(host: str) -> bool:
    """Return whether a server listening on `host` can be announced: other machines cannot reach loopback.

    Host names are not announced, because they may mean different machines in different places.
    """
    if host in _ALL:
        return True
    with suppress(ValueError):
        return not ip_address(host).is_loopback
    return False


def addresses_for(host: str) -> list[str]:
    """Return the addresses to announce for a server listening on `host`, none if it cannot be announced."""
    if host in _ALL:
        return [address for address in own_addresses() if ip_address(address).version in _ALL[host]]
    return [host] if can_be_announced(host) else []


class Announcer(_Background):
    """Announces a server's matches on the local network."""

    def __init__(
        self,
        host: str,
        port: int,
        *,
        secure: bool = False,
        name: str = "",
        interfaces: Sequence[str] | None = None,
    ) -> None:
        """Prepare to announce a server at this host and port, `secure` with TLS; tests pass loopback `interfaces`."""
        self._host, self._port, self._secure, self._name = host, port, secure, name
        self._matches: dict[str, MatchListing] = {}
        self._known: dict[str, tuple[AsyncServiceInfo, dict[str, str]]] = {}
        self.own = secrets.token_hex(4)
        """Random digits that distinguish this server's announcements from others of matches with the same codes."""
        super().__init__(interfaces, "roborally-announcer")

    def announce(self, matches: Sequence[MatchListing]) -> None:
        """Announce exactly these matches from now on; returns at once."""
        self._call(self._take, {match.code: match for match in matches})

    def _take(self, matches: dict[str, MatchListing]) -> None:
        if matches != self._matches:
            self._matches = matches
            self._news.set()

    def _begin(self, zeroconf: "AsyncZeroconf") -> None:
        self._known.clear()

    async def _work(self, zeroconf: "AsyncZeroconf") -> None:
        """Register, change and withdraw announcements until they agree with the current matches."""
        addresses = list(self._interfaces) if self._interfaces else addresses_for(self._host)
        matches = self._matches if addresses else {}
        for code in [code for code in self._known if code not in matches]:
            info, _properties = self._known.pop(code)
            await zeroconf.async_unregister_service(info)
        for code, match in matches.items():
            properties = properties_of(match, secure=self._secure, server=self._name)
            before = self._known.get(code)
            if before is not None and before[1] == properties:
                continue
            info = self._info(code, addresses, properties)
            self._known[code] = info, properties
            if before is None:
                await zeroconf.async_register_service(info, cooperating_responders=True)  # the name is unique
            else:
                await zeroconf.async_update_service(info)

    def _info(self, code: str, addresses: list[str], properties: dict[str, str]) -> "AsyncServiceInfo":
        from zeroconf.asyncio import AsyncServiceInfo

        return AsyncServiceInfo(
            SERVICE,
            f"{code}-{self.own}.{SERVICE}",
            self._port,
            properties=properties,
            server=f"roborally-{self.own}.local.",
            host_ttl=LIFE,
            other_ttl=LIFE,
            parsed_addresses=addresses,
        )


class Discovery(_Background):
    """Finds matches on the local network."""

    def __init__(self, interfaces: Sequence[str] | None = None) -> None:
        """Start to search; tests pass loopback as `interfaces`."""
        self._lock = threading.Lock()
        self._found: dict[str, FoundMatch] = {}
        self._asking: dict[str, asyncio.Task[None]] = {}
        super().__init__(interfaces, "roborally-discovery")

    def found(self) -> list[FoundMatch]:
        """Return the matches announced now, sorted by host name; thread-safe, returns at once."""
        with self._lock:
            return sorted(self._found.values(), key=lambda match: (match.host, match.id))

    def _begin(self, zeroconf: "AsyncZeroconf") -> None:
        from zeroconf import ServiceStateChange
        from zeroconf.asyncio import AsyncServiceBrowser

        with self._lock:
            self._found.clear()

        def on_event(*, name: str, state_change: ServiceStateChange, **_more: Any) -> None:
            self._forget_question(name)
            if state_change is ServiceStateChange.Removed:
                with self._lock:
                    self._found.pop(name, None)
            elif name in self._found or len(self._found) + len(self._asking) < MAX_FOUND:
                self._asking[name] = self._loop.create_task(self._ask(zeroconf, name))

        AsyncServiceBrowser(zeroconf.zeroconf, SERVICE, handlers=[on_event])

    async def _work(self, zeroconf: "AsyncZeroconf") -> None:
        """Do nothing: the browser reports changes."""

    def _forget_question(self, name: str) -> None:
        task = self._asking.pop(name, None)
        if task is not None:
            task.cancel()

    async def _ask(self, zeroconf: "AsyncZeroconf", name: str) -> None:
        """Request the details of an announcement by its name, and keep the match if they are valid."""
        from zeroconf import Error
        from zeroconf.asyncio import AsyncServiceInfo

        found: FoundMatch | None = None
        with suppress(Error, OSError, ValueError):
            info = AsyncServiceInfo(SERVICE, name)
            if await info.async_request(zeroconf.zeroconf, ANSWER):
                found = found_from(name, info.port, info.parsed_scoped_addresses(), info.properties)
        self._asking.pop(name, None)
        with self._lock:
            if found is None:
                self._found.pop(name, None)
            else:
                self._found[name] = found
