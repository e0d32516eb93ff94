"""Finding each other by zeroconf, over loopback; what comes from the network is looked at closely."""

import asyncio
import threading
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from zeroconf import InterfaceChoice, IPVersion, ServiceStateChange

from roborally.bots.registry import bot_names
from roborally.game.session.bot_pool import BotPool
from roborally.net import discovery as discovery_module
from roborally.net.address import Address
from roborally.net.announcement import SERVICE, FoundMatch, found_from, properties_of
from roborally.net.client.connection import ServerRequest
from roborally.net.discovery import (
    MAX_FOUND,
    Announcer,
    Discovery,
    addresses_for,
    can_be_announced,
    open_zeroconf,
    own_addresses,
)
from roborally.net.protocol import PROTOCOL, Configure, MatchListing, Start
from roborally.net.server.local_server import ServerThread
from roborally.net.server.server import Server
from roborally.plugin_system.loader import find_plugins
from tests.net.patience import PATIENT
from tests.net.processes import Player
from tests.waiting import PATIENCE, until

HERE = ["127.0.0.1"]
MATCH = MatchListing("ABCDE", "Ann", "standard", "first-steps", 2, False)


@pytest.fixture
def discovery() -> Iterator[Discovery]:
    looking = Discovery(HERE)
    yield looking
    looking.close(PATIENCE)


@pytest.fixture
def announcer() -> Iterator[Announcer]:
    announcing = Announcer("0.0.0.0", 4711, name="Shed", interfaces=HERE)
    yield announcing
    announcing.close(PATIENCE)


def until_found(discovery: Discovery, own: str, is_enough: Callable[[list[FoundMatch]], bool]) -> list[FoundMatch]:
    """Return what is found on this machine of one announcer, as soon as it is enough.

    Other tests may announce at the same time.
    """

    def look() -> tuple[list[FoundMatch]] | None:
        found = [match for match in discovery.found() if own in match.id]
        return (found,) if is_enough(found) else None  # an empty list may be enough

    (found,) = until(look) or ([],)
    return found


def test_a_match_is_found_changes_and_goes(discovery: Discovery, announcer: Announcer) -> None:
    announcer.announce([MATCH])
    (found,) = until_found(discovery, announcer.own, lambda found: len(found) == 1)
    assert found.address == Address("127.0.0.1", 4711, "ABCDE")
    assert (found.host, found.mode, found.course, found.players, found.playing, found.server) == (
        "Ann",
        "standard",
        "first-steps",
        2,
        False,
        "Shed",
    )
    assert found.can_be_joined
    other = MatchListing("FGHJK", "Bob Ünder", "volt", "spark-pit", 1, False)
    announcer.announce([MatchListing("ABCDE", "Ann", "standard", "first-steps", 3, True), other])
    changed = until_found(discovery, announcer.own, lambda found: [match.playing for match in found] == [True, False])
    assert [(match.id == found.id, match.host, match.players) for match in changed] == [
        (True, "Ann", 3),
        (False, "Bob Ünder", 1),
    ]
    announcer.announce([other])
    until_found(discovery, announcer.own, lambda found: [match.host for match in found] == ["Bob Ünder"])
    announcer.close()
    until_found(discovery, announcer.own, lambda found: not found)


def test_two_servers_may_have_the_same_code(discovery: Discovery, announcer: Announcer) -> None:
    second = Announcer("0.0.0.0", 4712, interfaces=HERE)
    announcer.announce([MATCH])
    second.announce([MATCH])
    ports = {
        until_found(discovery, own.own, lambda found: len(found) == 1)[0].address.port for own in (announcer, second)
    }
    assert ports == {4711, 4712}
    second.close(PATIENCE)


def test_a_hosted_match_is_announced_as_it_stands(discovery: Discovery, tmp_path: Path) -> None:
    announcers: list[Announcer] = []

    def announce(host: str, port: int) -> Announcer:
        announcers.append(Announcer(host, port, interfaces=HERE))
        return announcers[0]

    catalogue = find_plugins(installed=False)
    pool = BotPool()
    thread = ServerThread(Server(catalogue, pool, bot_names(catalogue), PATIENT), announcer=announce)
    own = announcers[0].own
    ann = Player(thread.port, catalogue, tmp_path, ServerRequest("Ann", "create"))
    (found,) = until_found(discovery, own, lambda found: len(found) == 1)
    ann.until(lambda: ann.membership.lobby is not None)
    assert (found.address, found.host) == (Address("127.0.0.1", thread.port, ann.membership.code), "Ann")
    seats = [{"name": "Ann", "robot": "tanky"}, {"name": "Cog", "controller": "random"}]
    ann.line.send(Configure({"match": {"mode": "standard", "course": "first-steps"}, "seats": seats}))
    ann.line.send(Start())
    (found,) = until_found(discovery, own, lambda found: any(match.playing for match in found))
    assert (found.mode, found.course, found.players) == ("standard", "first-steps", 1)
    ann.line.close()
    thread.stop()
    until_found(discovery, own, lambda found: not found)
    pool.close()


def test_without_a_network_nothing_is_found_and_nothing_goes_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    tried = threading.Event()

    def no_network(_interfaces: Any) -> None:
        tried.set()

    monkeypatch.setattr(discovery_module, "open_zeroconf", no_network)
    announcer, discovery = Announcer("0.0.0.0", 4711), Discovery()
    announcer.announce([MATCH])
    assert tried.wait(PATIENCE)
    assert discovery.found() == []
    for thread in (announcer, discovery):
        thread.close(PATIENCE)
        assert not thread.is_running


def test_a_network_that_comes_later_is_used(monkeypatch: pytest.MonkeyPatch, announcer: Announcer) -> None:
    really_open, tries = discovery_module.open_zeroconf, []

    def open_at_the_second_try(interfaces: Any) -> Any:
        tries.append(interfaces)
        return really_open(interfaces) if len(tries) > 1 else None

    announcer.announce([MATCH])
    monkeypatch.setattr(discovery_module, "open_zeroconf", open_at_the_second_try)
    monkeypatch.setattr(discovery_module, "LOOK", 0.01)
    discovery = Discovery(HERE)
    until_found(discovery, announcer.own, lambda found: len(found) == 1)
    discovery.close(PATIENCE)


def test_another_network_is_used_as_well(
    monkeypatch: pytest.MonkeyPatch, discovery: Discovery, announcer: Announcer
) -> None:
    announcer.announce([MATCH])
    until_found(discovery, announcer.own, lambda found: len(found) == 1)
    addresses = iter(["192.0.2.1"])
    opened: list[Any] = []
    really_open = discovery_module.open_zeroconf

    def open_again(interfaces: Any) -> Any:
        opened.append(interfaces)
        return really_open(interfaces)

    monkeypatch.setattr(discovery_module, "open_zeroconf", open_again)
    monkeypatch.setattr(discovery_module, "own_addresses", lambda: [next(addresses, "192.0.2.2")])
    discovery.look_again()
    announcer.look_again()
    until_found(discovery, announcer.own, lambda found: len(found) == 1 and len(opened) >= 2)


def test_zeroconf_does_not_block(monkeypatch: pytest.MonkeyPatch) -> None:
    held = threading.Event()

    def open_at_last(_interfaces: Any) -> None:
        held.wait(PATIENCE)

    monkeypatch.setattr(discovery_module, "open_zeroconf", open_at_last)
    announcer, discovery = Announcer("", 4711), Discovery()
    announcer.announce([MATCH])
    assert discovery.found() == []
    announcer.close()
    discovery.close()
    assert announcer.is_running
    held.set()
    for thread in (announcer, discovery):
        thread.close(PATIENCE)
        assert not thread.is_running
    announcer.announce([])
    announcer.close()


@pytest.mark.parametrize("host", ["127.0.0.1", "127.8.8.8", "::1", "localhost", "box.local"])
def test_loopback_and_names_are_not_announced(host: str) -> None:
    assert not can_be_announced(host)
    assert addresses_for(host) == []


def test_where_a_server_is_reached(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not set(own_addresses()) & {"127.0.0.1", "::1"}
    monkeypatch.setattr(discovery_module, "own_addresses", lambda: ["192.0.2.7", "2001:db8::7"])
    hosts = ["", "0.0.0.0", "::", "192.0.2.9", "2001:db8::9"]
    assert all(map(can_be_announced, hosts))
    assert [addresses_for(host) for host in hosts] == [
        ["192.0.2.7", "2001:db8::7"],
        ["192.0.2.7"],
        ["2001:db8::7"],
        ["192.0.2.9"],
        ["2001:db8::9"],
    ]


def test_others_reach_this_machine_at_its_own_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    """IPv6 addresses come with a scope; those of the link are of no use without it."""
    first = ["127.0.0.1", ("::1", 0, 0), ("2001:db8::7", 0, 0), ("fe80::7", 0, 2), "192.0.2.7"]
    second = ["192.0.2.7", "169.254.0.7"]
    adapters = [SimpleNamespace(ips=[SimpleNamespace(ip=ip) for ip in ips]) for ips in (first, second)]
    monkeypatch.setattr("ifaddr.get_adapters", lambda: adapters)
    assert own_addresses() == ["192.0.2.7", "169.254.0.7", "2001:db8::7"]

    def refuse() -> None:
        raise OSError

    monkeypatch.setattr("ifaddr.get_adapters", refuse)
    assert own_addresses() == []


@pytest.mark.parametrize("failing", [OSError, RuntimeError])
def test_a_machine_without_ipv6_announces_as_well(failing: type[Exception], monkeypatch: pytest.MonkeyPatch) -> None:
    known = [IPVersion.V4Only]

    def opened(*, interfaces: Any, ip_version: IPVersion) -> Any:
        if ip_version in known:
            return interfaces, ip_version
        raise failing

    monkeypatch.setattr("zeroconf.asyncio.AsyncZeroconf", opened)
    found: Any = open_zeroconf(None)
    assert found == (InterfaceChoice.All, IPVersion.V4Only)
    known.clear()
    assert open_zeroconf(None) is None


def test_an_address_that_is_gone_is_no_network() -> None:
    assert open_zeroconf(["192.0.2.1"]) is None


# --- what comes from the network --------------------------------------------------------------------------------------

GOOD = {key.encode(): value.encode() for key, value in properties_of(MATCH, secure=True, server="").items()}


def read(properties: Mapping[bytes, bytes | None], *addresses: str, port: int | None = 4711) -> FoundMatch | None:
    return found_from(f"x.{SERVICE}", port, addresses or ("192.0.2.7",), properties)


def test_what_is_announced_is_read_again() -> None:
    found = read(GOOD, "192.0.2.7", "fe80::1%eth0", "2001:db8::7")
    assert found is not None
    assert [str(address) for address in found.addresses] == [
        "wss://192.0.2.7:4711/ABCDE",
        "wss://[fe80::1%eth0]:4711/ABCDE",
        "wss://[2001:db8::7]:4711/ABCDE",
    ]
    assert (found.protocol, found.host, found.players, found.playing) == (PROTOCOL, "Ann", 2, False)


@pytest.mark.parametrize(
    "wrong",
    [
        {b"protocol": None},
        {b"protocol": b"x"},
        {b"protocol": b"-1"},
        {b"protocol": b"99999999"},
        {b"code": b"ABC"},
        {b"code": b"ABCD0"},
        {b"code": b"abcde"},
        {b"code": b"../.."},
        {b"host": b""},
        {b"host": b"x" * 25},
        {b"host": b"a\x1b[2Jb"},
        {b"host": "a\u202eb".encode()},
        {b"host": b"\xff\xfe"},
        {b"mode": b"x" * 41},
        {b"course": b"a\nb"},
        {b"server": b"\x00"},
        {b"players": b"100"},
        {b"players": b"-1"},
        {b"players": b"two"},
        {b"playing": b"2"},
        {b"tls": b"maybe"},
        {b"\xff": b"1"},
    ],
)
def test_what_makes_no_sense_does_not_exist(wrong: dict[bytes, bytes | None]) -> None:
    assert read(GOOD) is not None
    assert read({**GOOD, **wrong}) is None


@pytest.mark.parametrize("key", [b"protocol", b"code", b"host", b"mode", b"course", b"players"])
def test_what_is_missing_makes_no_sense(key: bytes) -> None:
    assert read({name: value for name, value in GOOD.items() if name != key}) is None


def test_places_that_do_not_exist() -> None:
    assert read(GOOD, port=None) is None
    assert read(GOOD, port=0) is None
    assert read(GOOD, port=70000) is None
    assert found_from("x", 1, [], GOOD) is None
    assert read(GOOD, "224.0.0.251", "0.0.0.0", "::", "nowhere") is None
    many = read(GOOD, *(f"192.0.2.{number}" for number in range(1, 99)))
    assert many is not None
    assert len(many.addresses) == 8


def test_another_version_is_listed_as_such() -> None:
    other = str(PROTOCOL + 1).encode()
    found = read({b"protocol": other, b"host": b"Zoe", b"players": b"lots"})
    assert found is not None
    assert (found.protocol, found.host, found.can_be_joined) == (PROTOCOL + 1, "Zoe", False)
    nameless = read({b"protocol": other, b"host": b"\x1b"})
    assert nameless is not None
    assert nameless.host == ""


def test_long_words_fit_into_what_is_announced() -> None:
    long = MatchListing("ABCDE", "Ä" * 24, "m" * 80, "ü" * 80, 8, False)
    properties = properties_of(long, secure=False, server="ß" * 80)
    assert all(len(f"{key}={value}".encode()) < 256 for key, value in properties.items())
    found = read({key.encode(): value.encode() for key, value in properties.items()})
    assert found is not None
    assert found.course == "ü" * 40


def test_a_flood_of_announcements_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that goes makes room, and one that is found can change at any time."""
    report: list[tuple[asyncio.AbstractEventLoop, Callable[..., None]]] = []
    answers: dict[str, Any] = {}

    class Info(SimpleNamespace):
        """What is asked about an announcement; all answer the same unless `answers` has another one."""

        port, properties = 4711, GOOD

        def __init__(self, _service: str, name: str) -> None:
            self.name = name

        async def async_request(self, *_arguments: object) -> bool:
            self.properties = answers.get(self.name, GOOD)
            return self.properties is not None

        def parsed_scoped_addresses(self) -> list[str]:
            return ["192.0.2.7"]

    monkeypatch.setattr("zeroconf.asyncio.AsyncServiceInfo", Info)

    def browse(*_network: object, handlers: list[Callable[..., None]]) -> None:
        report.append((asyncio.get_running_loop(), handlers[0]))

    monkeypatch.setattr("zeroconf.asyncio.AsyncServiceBrowser", browse)
    monkeypatch.setattr(discovery_module, "open_zeroconf", lambda _interfaces: FakeZeroconf())
    monkeypatch.setattr(discovery_module, "own_addresses", list)
    discovery = Discovery()
    loop, handle = until(lambda: report)[0]

    def found_after(change: ServiceStateChange, *names: str) -> set[str]:
        """Return whose announcements are known once all is said."""

        async def say() -> None:
            for name in names:
                handle(name=name, state_change=change)
            for _turn in range(3):  # all questions are answered in the first
                await asyncio.sleep(0)

        asyncio.run_coroutine_threadsafe(say(), loop).result(PATIENCE)
        return {match.id for match in discovery.found()}

    names = [str(number) for number in range(MAX_FOUND + 50)]
    added, removed, updated = ServiceStateChange.Added, ServiceStateChange.Removed, ServiceStateChange.Updated
    assert found_after(added, *names) == set(names[:MAX_FOUND])
    assert found_after(added, "late") == set(names[:MAX_FOUND])
    assert found_after(removed, "0", "unknown") == set(names[1:MAX_FOUND])
    assert found_after(added, "late", "later") == {*names[1:MAX_FOUND], "late"}
    answers["late"] = {**GOOD, b"host": b"Zoe"}
    assert found_after(updated, "late") == {*names[1:MAX_FOUND], "late"}
    assert {match.host for match in discovery.found() if match.id == "late"} == {"Zoe"}
    answers["late"], answers["1"] = None, {**GOOD, b"players": b"lots"}
    assert found_after(updated, "late", "1") == set(names[2:MAX_FOUND]), "without an answer, or with a wrong one"
    discovery.close(PATIENCE)


class FakeZeroconf:
    """A network in which nothing is sent."""

    zeroconf = None

    async def async_close(self) -> None:
        """Close nothing."""
