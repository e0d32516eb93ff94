"""docs/plugins.md is true to the code: its snippets, its tables of points and values, of keys and of calls."""

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from roborally.authoring.scaffold import KINDS, create
from roborally.core.match import Match
from roborally.core.rules import Ruleset
from roborally.game.settings import resolve_settings
from roborally.plugin import Rules
from roborally.plugin_system.hooks import Hooks
from roborally.plugin_system.loader import build_rules, find_plugins
from roborally.plugin_system.manifest import (
    AchievementManifest,
    ActManifest,
    CommandManifest,
    Condition,
    ElementManifest,
    GaugeManifest,
    Manifest,
    OptionManifest,
    PieceManifest,
    RobotManifest,
    Setting,
)

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "plugins.md").read_text(encoding="utf-8")
SNIPPETS = re.findall(r"<!-- (\S+?)/(\S+) -->\n```\w+\n(.*?)```", PAGE, re.DOTALL)


def registered(monkeypatch: pytest.MonkeyPatch) -> list[Rules]:
    """Return the registries of all modes, each with every plugin that can be enabled with it."""
    found: list[Rules] = []
    freeze = Rules.freeze

    def keep(self: Rules, *arguments: Any, **options: Any) -> Ruleset:
        found.append(self)
        return freeze(self, *arguments, **options)

    monkeypatch.setattr(Rules, "freeze", keep)
    catalogue = find_plugins(installed=False)
    for mode in catalogue.modes():
        plugins = catalogue.resolve([mode.id])
        build_rules(plugins, resolve_settings(plugins, {}, {}))
    return found


def test_points_and_values_are_those_of_the_code(monkeypatch: pytest.MonkeyPatch) -> None:
    declared: dict[str, str] = {}
    for rules in registered(monkeypatch):
        declared |= rules.documented_points
    part = PAGE.partition("## Points and values")[2].partition("\n## ")[0]
    written = dict(re.findall(r"^\| `([a-z-]+)` \| (.+) \|$", part, re.MULTILINE))
    assert written == declared


def test_registries_are_those_of_the_code(monkeypatch: pytest.MonkeyPatch) -> None:
    used = {name for rules in registered(monkeypatch) for name in rules.registries}
    part = PAGE.partition("| registry |")[2].partition("\n\n")[0]
    assert used <= set(re.findall(r"`([a-z-]+)`", part))


@pytest.mark.parametrize("number", range(len(SNIPPETS)))
def test_snippets_are_what_the_templates_write(number: int, tmp_path: Path) -> None:
    kind, file, snippet = SNIPPETS[number]
    folder = create("Tar pit", kind, tmp_path)
    assert snippet in (folder / file).read_text(encoding="utf-8")


def test_every_template_is_shown() -> None:
    assert {kind for kind, _, _ in SNIPPETS} == set(KINDS)


@pytest.mark.parametrize("name", [name for name in vars(Rules) if not name.startswith("_")])
def test_every_registration_is_named(name: str) -> None:
    assert f"rules.{name}(" in PAGE or name == "documented_points"


@pytest.mark.parametrize("name", [name for name in vars(Hooks) if not name.startswith("_")])
def test_every_hook_is_named(name: str) -> None:
    assert f"| `{name}(" in PAGE


def test_calls_on_a_match_exist() -> None:
    for name in re.findall(r"match\.(\w+)\(", PAGE):
        assert hasattr(Match, name), name


MANIFESTS = [
    Manifest,
    ElementManifest,
    RobotManifest,
    CommandManifest,
    OptionManifest,
    ActManifest,
    AchievementManifest,
    Condition,
    GaugeManifest,
    PieceManifest,
    Setting,
]


@pytest.mark.parametrize("struct", MANIFESTS)
def test_every_key_of_a_manifest_is_named(struct: type[msgspec.Struct]) -> None:
    tables = {"settings": "[settings.NAME]", "edition": "[edition]", "element": "[element.KIND]"}
    tables |= {"robot": "[robot.MODEL]", "piece": "[piece.KIND]", "command": "[command.NAME]"}
    tables |= {"option": "[option.CARD]", "act": "[act.EVENT]", "gauge": "[gauge.NAME]"}
    tables |= {"achievement": "[achievement.ID]"}
    tables |= {name: f"[{name}]" for name in ("log", "cause", "hurt", "heal", "move", "question", "topic", "answer")}
    for field in msgspec.structs.fields(struct):
        key = tables.get(field.name, field.name)
        assert f"`{key}`" in PAGE or f"`{key} = " in PAGE or re.search(rf"^{key} = ", PAGE, re.MULTILINE), key
