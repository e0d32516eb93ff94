"""Needs with versions: how they are written, and how versions are compared."""

import pytest

from roborally.plugin_system.errors import PluginError
from roborally.plugin_system.needs import Need, numbers_of, parse_need


@pytest.mark.parametrize(
    ("written", "need"),
    [
        ("gears", Need("gears")),
        (" gears ", Need("gears")),
        ("option-cards >= 0.2", Need("option-cards", ((">=", "0.2"),))),
        ("option-cards>=0.2,<1", Need("option-cards", ((">=", "0.2"), ("<", "1")))),
    ],
)
def test_written(written: str, need: Need) -> None:
    assert parse_need(written) == need
    assert parse_need(f"{need.id} {need.versions}") == need


@pytest.mark.parametrize("written", ["", "Gears", "gears 1", "gears =1", "gears >= x", "gears >= 1,", "gears ~= 1"])
def test_refused(written: str) -> None:
    with pytest.raises(PluginError, match="must be a plugin's id, perhaps with versions"):
        parse_need(written)


@pytest.mark.parametrize(
    ("limits", "allowed", "not_allowed"),
    [
        (">= 0.2", ["0.2", "0.2.0", "0.10", "1", "v0.3"], ["0.1.9", "0", "new"]),
        ("> 0.2", ["0.2.1"], ["0.2", "0.2.0"]),
        ("<= 0.2", ["0.2.0", "0.1"], ["0.2.1"]),
        ("< 1", ["0.99", "0.9rc1"], ["1.0", "1.0rc1"]),
        ("== 1.0", ["1", "1.0.0"], ["1.0.1"]),
        ("!= 1.1, >= 1", ["1.0", "1.2"], ["1.1.0", "0.9"]),
    ],
)
def test_versions(limits: str, allowed: list[str], not_allowed: list[str]) -> None:
    need = parse_need(f"gears {limits}")
    assert [version for version in (*allowed, *not_allowed) if need.allows(version)] == allowed


def test_numbers() -> None:
    assert numbers_of("1.2.0rc1") == (1, 2)
    assert numbers_of("10.0") == (10,)
    assert numbers_of("9" * 5000) == (int("9" * 9),)
