"""Addresses as people write them."""

import pytest

from roborally.base.errors import GameError
from roborally.net.address import Address
from roborally.net.protocol import PORT


@pytest.mark.parametrize(
    ("written", "expected", "uri"),
    [
        ("localhost", Address("localhost"), f"ws://localhost:{PORT}/"),
        ("  192.0.2.7 ", Address("192.0.2.7"), f"ws://192.0.2.7:{PORT}/"),
        ("192.0.2.7:4000", Address("192.0.2.7", 4000), "ws://192.0.2.7:4000/"),
        ("box.local/abcde", Address("box.local", code="ABCDE"), f"ws://box.local:{PORT}/"),
        ("box_2:1/ABC23/", Address("box_2", 1, "ABC23"), "ws://box_2:1/"),
        ("a:65535", Address("a", 65535), "ws://a:65535/"),
        ("[::1]", Address("::1"), f"ws://[::1]:{PORT}/"),
        ("[2001:db8::7]:9/XYZ99", Address("2001:db8::7", 9, "XYZ99"), "ws://[2001:db8::7]:9/"),
        ("[fe80::1%eth0]:9", Address("fe80::1%eth0", 9), "ws://[fe80::1%eth0]:9/"),
        ("wss://play.example", Address("play.example", 443, secure=True), "wss://play.example:443/"),
        ("wss://play.example:9/abcde", Address("play.example", 9, "ABCDE", True), "wss://play.example:9/"),
        ("ws://play.example/", Address("play.example"), f"ws://play.example:{PORT}/"),
        ("spiel.käse.example", Address("spiel.käse.example"), f"ws://spiel.käse.example:{PORT}/"),
    ],
)
def test_what_people_write_is_understood_and_written_again(written: str, expected: Address, uri: str) -> None:
    address = Address.read(written)
    assert (address, address.uri) == (expected, uri)
    assert Address.read(str(address)) == address


def test_the_usual_port_is_not_written() -> None:
    written = ["a", f"a:{PORT}", "a:443", "wss://a", "wss://a:443/abcde", f"wss://a:{PORT}", f"[::1]:{PORT}"]
    expected = ["a", "a", "a:443", "wss://a", "wss://a/ABCDE", f"wss://a:{PORT}", "[::1]"]
    assert [str(Address.read(text)) for text in written] == expected


@pytest.mark.parametrize(
    ("written", "link"),
    [
        ("192.0.2.7/abcde", f"http://192.0.2.7:{PORT}/ABCDE"),
        ("[2001:db8::7]:9/abcde", "http://[2001:db8::7]:9/ABCDE"),
        ("a:80/abcde", "http://a/ABCDE"),
        ("a:443/abcde", "http://a:443/ABCDE"),
        ("wss://a/abcde", "https://a/ABCDE"),
        ("wss://a:80/abcde", "https://a:80/ABCDE"),
    ],
)
def test_the_link_to_the_page_of_a_match(written: str, link: str) -> None:
    assert Address.read(written).link == link


def test_who_can_reach_an_address() -> None:
    near = ["192.168.0.7", "10.1.2.3", "127.0.0.1", "169.254.1.1", "::1", "fe80::1%eth0", "localhost", "box.local"]
    far = ["8.8.8.8", "2600::1", "play.example", "local", "localhost.example"]
    assert [host for host in near + far if Address(host).is_near] == near


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("", "is not an address"),
        ("two words", "is not an address"),
        ("::1", "is not an address"),
        ("[::1", "is not an address"),
        ("[12:34]", "is not an address"),
        ("[1.2]", "is not an address"),
        ("a..b", "is not an address"),
        ("x" * 70, "is not an address"),
        ("http://a", "is not an address"),
        ("someone@a", "is not an address"),
        ("a?x", "is not an address"),
        ("a:x", "is not an address"),
        ("a/ABCDE/more", "is not an address"),
        ("a:0", "0 is not a port; write a number from 1 to 65535"),
        ("a:65536", "65536 is not a port"),
        ("a/ABC", "'ABC' is not the code of a match, which has 5 letters"),
        ("a/abcdef", "'ABCDEF' is not the code of a match"),
    ],
)
def test_what_is_no_address_is_told_in_a_sentence(written: str, expected: str) -> None:
    with pytest.raises(GameError) as text:
        Address.read(written)
    assert expected in str(text.value)
    assert "\n" not in str(text.value)
