"""Wrong names in a manifest, or none in an event, stop nothing in the window: something plain is drawn instead."""

from typing import Any

import msgspec
import pytest

from roborally.plugin_system.loader import Plugin, find_plugins
from roborally.plugin_system.manifest_tables import ActManifest, GaugeManifest
from roborally.ui.board.display import Robot
from roborally.ui.board.marks import ActMarks
from roborally.ui.board.marks import tint_of as tint_of_act
from roborally.ui.context import Gauge
from roborally.ui.match.gauges import tint_of as tint_of_gauge
from roborally.ui.toolkit import pictures, theme


@pytest.fixture
def race() -> Plugin:
    return find_plugins(installed=False).plugins["race"]


def test_an_unknown_icon_of_a_gauge_is_a_tile_with_a_letter(race: Plugin) -> None:
    gauge = Gauge("laps", GaugeManifest(fact="x", title="Laps", text="{value}", icon="nix", tint="pink"), race)
    assert gauge.picture(24) is pictures.missing_tile("L", 24)
    assert tint_of_gauge(gauge) == (255, 255, 255, 255)


def test_a_colour_of_the_palette_is_used() -> None:
    assert tint_of_act(ActManifest(tint="good")) == theme.colour("good")
    assert tint_of_act(ActManifest(tint="pink")) == (255, 255, 255, 255)


@pytest.mark.parametrize(("symbol", "letter"), [("nix", "N"), ("{nix}", "?"), ("{nix", "{")])
def test_an_unknown_symbol_of_an_act_is_a_tile_with_a_letter(race: Plugin, symbol: str, letter: str) -> None:
    event: dict[str, Any] = {"type": "trial", "piece": 0}
    assert ActMarks([race]).picture(ActManifest(symbol=symbol), event) is pictures.missing_tile(letter, 64)


def test_a_broken_sentence_of_a_gauge_stops_nothing(race: Plugin) -> None:
    robot = Robot(0, "robot", 0, (0, 0), 0, 0, True)
    robot.gauges["laps"], robot.goals["laps"] = 2, 3
    manifest = GaugeManifest(fact="x", title="Laps", text="{value} of {gaol}", icon="flag")
    assert Gauge("laps", manifest, race).text(robot) == "2 of ?"
    broken = msgspec.structs.replace(manifest, text="{value")
    assert Gauge("laps", broken, race).text(robot) == "{value"
