"""Small plugins that fail, each in another place, and matches with them."""

from pathlib import Path

from roborally.game.course.courses import Course
from roborally.game.course.notation import Notations, parse_grid
from roborally.game.factory import Game, make_game
from roborally.game.match_file import MatchConfig, MatchSection, SeatConfig
from roborally.plugin_system.loader import Catalogue, find_plugins

from .conftest import MANIFEST, PLUGINS

BOARD = """
 .    .    .    .    .    c1
 .    .    .    .    .    .
 .    .    .    .    .    .
 d1>  fy   fy   fy   .    .
 d2>  fy   fy   fy   .    .
"""
HEAD = """from roborally.plugin import FACTS, STATISTICS, Fact, Statistic, hookimpl


def fail(match, *rest, **more):
    {body}


@hookimpl
def register(rules):
    {call}
"""
ELEMENT = """
[element.fy]
notation = "fy"
tooltip = "Faulty."
symbol = "!"
"""
FAILS = 'raise KeyError("pole")'
"""Stands in line 5 of `rules.py`."""
GAUGE = """
[gauge.zaps]
fact = "zaps"
title = "Zaps"
text = "Zaps: {value}"
icon = "damage"
ranked = true
"""
"""A number that only a plugin with the fact `zaps` shows."""
COUNTED = {
    "a statistic that raises": ('rules.add(STATISTICS, "zaps", Statistic("Zaps", ("over",), fail))', FAILS),
    "a statistic that returns": ('rules.add(STATISTICS, "zaps", Statistic("Zaps", ("over",), fail))', 'return "x"'),
    "a gauge that raises": ('rules.add(FACTS, "zaps", Fact(fail))', "return 1 if not match.state.over else {}[0]"),
    "a gauge that returns": ('rules.add(FACTS, "zaps", Fact(fail))', 'return "x"'),
}
"""What fails at the end of a match, where robots are ranked, and how it is registered."""
FAILING_VIEW = """
from roborally.plugin import hookimpl
from roborally.ui.plugin import Overlay


@hookimpl
def register_view(views):
    views.overlay(Mine)


class Mine(Overlay):
    def draw_above(self):
        self.nothing()
"""
"""A `view.py` that fails when it draws."""
PLACES = {
    "phase": 'rules.phase("register", "magnets", fail, after=("touch",))',
    "on": 'rules.on("stepped", fail)',
    "modify": """rules.declare_value("pull", "how strong it is")
    rules.phase("register", "magnets", lambda match: match.value("pull", 1), after=("touch",))
    rules.modify("pull", fail)""",
    "element enter": 'rules.element("fy", enter=fail)',
    "element act": 'rules.element("fy", act=fail, phase="magnets", after=("touch",))',
    "shooter": 'rules.shooter("magnets", fail, along="board-lasers")',
}
"""Where a plugin fails, and how it registers that."""
EFFECTS = {
    "phase": "magnet: phase register/magnets",
    "on": "magnet: on stepped",
    "modify": "magnet: modify pull",
    "element enter": "magnet: element fy",
    "element act": "magnet: element fy",
    "shooter": "magnet: shooter magnets",
}


def magnet(folder: Path, call: str, body: str = FAILS, more: dict[str, str] | None = None) -> Catalogue:
    """Make the plugin `magnet` in a folder, and find it beside the game's own; `more` are further files."""
    own = folder / "plugins" / "magnet"
    own.mkdir(parents=True)
    manifest = MANIFEST.format(id="magnet", more="api = 2\n" + ELEMENT + GAUGE).replace('"Test"', '"Magnet"')
    (own / "plugin.toml").write_text(manifest, encoding="utf-8")
    (own / "rules.py").write_text(HEAD.format(call=call, body=body), encoding="utf-8")
    for name, content in (more or {}).items():
        (own / name).parent.mkdir(exist_ok=True)
        (own / name).write_text(content, encoding="utf-8")
    return find_plugins([PLUGINS, own.parent], installed=False)


def game_with(found: Catalogue, controllers: tuple[str, ...] = ("random", "random"), mode: str = "classic") -> Game:
    """Return a game with the magnet."""
    seats = [SeatConfig(f"Seat {number}", controller) for number, controller in enumerate(controllers, 1)]
    config = MatchConfig(MatchSection(mode, "test", 1, 0, ["magnet"]), {}, {}, seats)
    board = parse_grid(BOARD, Notations.of(found.resolve([mode, "magnet"])))
    return make_game(config, found, course=Course("test", "Test", board, players=(1, 4)))
