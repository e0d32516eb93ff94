"""The pages for plugin authors are true to the code: the guide's snippets, its plugins, and the reference."""

import re
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from reference import pages
from roborally.base import paths
from roborally.base.translation import read_entries
from roborally.core.events import Event, Watch
from roborally.core.floor import Floor
from roborally.core.match import Match
from roborally.core.rules import Ruleset
from roborally.features.authoring.checks.plugin_check import check_plugin
from roborally.features.authoring.reference.declared import declared
from roborally.features.authoring.reference.markdown import ReferencePage
from roborally.features.authoring.reference.of_plugins import plugins_page
from roborally.features.authoring.scaffold import KINDS, create
from roborally.game.course.courses import Course
from roborally.game.course.notation import Notations, parse_grid
from roborally.game.factory import make_game
from roborally.game.match_file import MatchConfig, MatchSection, SeatConfig, load_config
from roborally.game.scenario.run import catalogue_with, run_scenario
from roborally.game.settings import resolve_settings
from roborally.narration.chronicle import Chronicle
from roborally.narration.sounds import shared_sounds
from roborally.plugin import Rules, read_fact
from roborally.plugin_system.hooks import Hooks
from roborally.plugin_system.loader import Catalogue, Plugin, build_rules, find_plugins
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
from roborally.plugin_system.registries import REGISTRIES
from tests.fuzz.play import EDITIONS, play, random_game
from tests.test_doc_links import broken

DOCS = Path(__file__).resolve().parents[3] / "docs"
PAGE = (DOCS / "plugins.md").read_text(encoding="utf-8")
VERSIONS = (DOCS / "plugin-versions.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"<!-- (\S+?)/(\S+) -->\n```\w+\n(.*?)```", PAGE, re.DOTALL)
SNIPPETS = [block for block in BLOCKS if block[0] in KINDS]
COMMANDS = {kind: name for name, kind in re.findall(r'plugin new "(.+)" --kind (\w+)', PAGE)}
"""The names under which the guide makes plugins from the templates."""
BESIDE = "beside"
"""The folder of the files that the guide adds to the element's template."""
OF_OPTION_CARDS = {"option-cards", "kept-by-option-cards", "step-choices"}
"""The registry that a plugin has made."""
OF_EXAMPLES = [block for block in BLOCKS if (DOCS / "examples" / block[0]).is_dir()]
WHOLE = sorted({folder for folder, _, _ in BLOCKS} - {*KINDS, BESIDE} - {folder for folder, _, _ in OF_EXAMPLES})
"""The plugins that stand in the guide with all their files."""


PLAIN = pytest.mark.plain  # compiled functions have no descriptions


@cache
def built() -> tuple[dict[str, str], list[str]]:
    """Return the pages of the reference, and what has no description."""
    return pages.build()


@cache
def declared_page() -> str:
    """Return what `roborally plugin docs` prints about the plugins of the game."""
    return plugins_page(declared(find_plugins(installed=False)), [], [])


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


def rows(page: str, *heads: str) -> dict[str, str]:
    """Return the rows of all tables of a page whose first column is headed so: the second column by the first."""
    found: dict[str, str] = {}
    for head, lines in re.findall(r"^\| (\S+) \|.*\n\|[-|]+\n((?:\|.*\n)+)", page, re.MULTILINE):
        if head in heads:
            found |= dict(re.findall(r"^\| `(\S+)` \| (.*) \|$", lines, re.MULTILINE))
    return found


# --- the guide ------------------------------------------------------------------------------------------------------


def test_snippets_are_what_the_templates_write_and_what_is_in_the_examples(tmp_path: Path) -> None:
    folders = {kind: create(name, kind, tmp_path) for kind, name in COMMANDS.items()}
    assert OF_EXAMPLES
    for name, file, snippet in (*SNIPPETS, *OF_EXAMPLES):
        folder = folders.get(name, DOCS / "examples" / name)
        assert snippet in (folder / file).read_text(encoding="utf-8")


def test_every_template_is_shown_with_a_command_of_its_own() -> None:
    assert {kind for kind, _, _ in SNIPPETS} == set(KINDS) == set(COMMANDS)
    assert len(set(COMMANDS.values())) == len(KINDS), "a second plugin of the same name is refused"


def test_every_snippet_is_tested() -> None:
    assert WHOLE == ["my-ice", "my-slide", "my-spring", "my-thrill"]
    code = len(re.findall(r"^```\w+$", PAGE, re.MULTILINE))
    assert code == len(re.findall(r"^<!-- \S+ -->\n```\w+$", PAGE, re.MULTILINE))


@pytest.fixture
def tar_pit(tmp_path: Path) -> Path:
    """The element of the guide, with the files that the guide adds to it."""
    folder = create(COMMANDS["element"], "element", tmp_path)
    for name, file, content in BLOCKS:
        if name == BESIDE:
            (folder / file).parent.mkdir(exist_ok=True)
            (folder / file).write_text(content, encoding="utf-8")
    return folder


def test_the_translation_of_the_guide_is_read(tar_pit: Path) -> None:
    assert check_plugin(tar_pit).problems == []
    (entry,) = read_entries(tar_pit / "locale" / "de.po")
    assert entry.text in with_plugin(tar_pit).plugins["tar-pit"].manifest.log.values()


def test_the_match_file_of_the_guide_is_played(tar_pit: Path) -> None:
    catalogue = with_plugin(tar_pit)
    config = load_config(tar_pit / "match.toml")
    board = parse_grid(" d1  .  tar-pit-24  c1 \n d2  .  .  . ", Notations.of(catalogue.plugins.values()))
    game = make_game(config, catalogue, course=Course("swamp", "Swamp", board, players=(1, 2)))
    assert [seat.name for seat in game.seats] == ["Ada", "Bolt"]
    assert "tar-pit" in game.rules.elements


@PLAIN
def test_every_hook_is_named() -> None:
    hooks = [name for name in vars(Hooks) if not name.startswith("_")]
    assert [name for name in hooks if f"`{name}`" not in PAGE] == []
    assert [name for name in hooks if f"\n### `{name}`\n" not in built()[0][pages.CALLS]] == []


def test_calls_in_the_guide_exist() -> None:
    for owner, name in re.findall(r"\b(match|rules)\.(\w+)\(", f"{PAGE}\n{VERSIONS}"):
        gone = {"registry"}  # what version 1 had
        assert hasattr(Match if owner == "match" else Rules, name) or name in gone, name


@pytest.fixture
def folder(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A plugin whose files stand in the guide; the others are installed, too."""
    monkeypatch.setattr(paths, "user_plugin_folder", lambda: tmp_path)
    for name, file, content in BLOCKS:
        if name in WHOLE:
            path = tmp_path / name / file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(content, encoding="utf-8")
    wanted: str = request.param
    return tmp_path / wanted


@pytest.mark.parametrize("folder", WHOLE, indirect=True)
def test_plugins_of_the_guide_pass_the_check(folder: Path) -> None:
    assert check_plugin(folder).problems == []


def with_plugin(folder: Path) -> Catalogue:
    return catalogue_with(folder, find_plugins(installed=False))


def played(folder: Path, grid: str, robots: list[dict[str, Any]], **more: Any) -> Any:
    """Return the result of a scenario with this plugin."""
    data = {"name": "Trial", "plugins": [folder.name], "board": {"grid": grid}, "robots": robots, **more}
    return run_scenario(folder, with_plugin(folder), data)


@pytest.mark.parametrize("folder", ["my-spring"], indirect=True)
@pytest.mark.parametrize(
    ("card", "answers", "cell"),
    [("move1", [2], [3, 0]), ("move1", [0], [1, 0]), ("move1", [3, 1], [5, 0]), ("move2", [2], [4, 0])],
)
def test_a_spring_asks_in_the_middle_of_a_walk(folder: Path, card: str, answers: list[int], cell: list[int]) -> None:
    result = played(
        folder,
        " .  my-spring  .  .  my-spring  .  . ",
        [{"name": "A", "cell": [0, 0], "facing": "east", "program": [card]}],
        decisions=[{"robot": "A", "ask": "my-spring", "answer": answer} for answer in answers],
        expect=[{"after": "register 1", "robots": {"A": {"cell": cell, "locked": [1]}}}],
    )
    assert result.differences == ()
    assert not result.event_problems


@pytest.mark.parametrize("folder", ["my-ice"], indirect=True)
@pytest.mark.parametrize(
    ("grid", "cells"),
    [
        (" .  my-ice  .  .  .  . ", ([2, 0], [3, 0])),
        (" .  my-ice  my-ice  .  .  . ", ([3, 0], [4, 0])),
        (" .  .  .  my-ice  .  . ", ([4, 0], [5, 0])),
        (" .  my-ice  my-ice:e  .  .  . ", ([2, 0], [2, 0])),
    ],
)
def test_ice_ends_the_rest_of_a_walk(folder: Path, grid: str, cells: tuple[list[int], list[int]]) -> None:
    first, second = cells
    result = played(
        folder,
        grid,
        [{"name": "A", "cell": [0, 0], "facing": "east", "program": ["move3", "move1"]}],
        expect=[
            {"after": "register 1", "robots": {"A": {"cell": first}}},
            {"after": "register 2", "robots": {"A": {"cell": second}}},
        ],
    )
    assert result.differences == ()
    assert not result.event_problems


@pytest.mark.parametrize("folder", ["my-slide"], indirect=True)
def test_a_slide_is_told_and_counted(folder: Path) -> None:
    plugin = with_plugin(folder).plugins["my-slide"]
    config = MatchConfig(MatchSection("standard", "x", plugins=["my-slide"]), seats=[SeatConfig("Ada")])
    catalogue = with_plugin(folder)
    board = parse_grid(" .  .  my-slide>  . ", Notations.of(catalogue.plugins.values()))
    game = make_game(config, catalogue, course=Course("x", "X", board, players=(1, 1)), strict=False)
    events: list[Event] = []
    match = game.start(1, Watch(events.append))
    piece = match.state.pieces[0]
    match.place(piece, 0, 1, "start")
    match.walk(piece, 1, 2)
    assert match.cell_of(piece) == (3, 0)
    text = [Chronicle.of(game).line(event) for event in events]
    assert [line for line in text if line] == ["Ada whoops.", "Ada goes down a slide to column 4, row 1."]
    assert read_fact(match, plugin.manifest.gauge["rides"].fact, piece) == 1


@pytest.mark.parametrize("folder", ["my-thrill"], indirect=True)
def test_a_plugin_calls_the_api_of_another(folder: Path) -> None:
    robots = [
        {"name": "A", "cell": [0, 0], "facing": "east", "program": ["move3"]},
        {"name": "B", "cell": [7, 0], "facing": "north", "program": [""]},
    ]
    expect = [{"after": "register 1", "robots": {"A": {"slide_rides": 3, "cell": [6, 0]}, "B": {"damage": 2}}}]
    found = played(folder, " .  my-slide>  .  my-slide>  my-slide>  .  .  . ", robots, expect=expect)
    assert found.ok, found.differences


@pytest.mark.parametrize("folder", ["my-spring"], indirect=True)
def test_a_spring_registers_what_is_seen(folder: Path) -> None:
    from roborally.ui.plugin import Views, views_of

    plugin = with_plugin(folder).plugins["my-spring"]
    seen: list[str] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Views, "animate", lambda self, event, show: seen.append(f"{event} {show.__name__}"))
        views_of([plugin])
    assert seen == ["my-spring spark"]


# --- the reference --------------------------------------------------------------------------------------------------


@PLAIN
def test_everything_has_a_description() -> None:
    _written, problems = built()
    assert problems == []


@PLAIN
def test_links_of_the_reference_lead_somewhere(tmp_path: Path) -> None:
    written, _problems = built()
    (tmp_path / "docs").symlink_to(DOCS)
    (tmp_path / "build").mkdir()
    for name, page in written.items():
        (tmp_path / "build" / name).write_text(page, encoding="utf-8")
    assert [sentence for name in written for sentence in broken(tmp_path / "build" / name)] == []


def test_what_lacks_a_description_is_told() -> None:
    problems: list[str] = []
    page = ReferencePage("Trial", "", problems)
    page.table(("point", "is"), [(f"`{name}`", page.described(name, text)) for name, text in (("a", "x"), ("b", ""))])
    assert problems == ["Trial: b"]


@PLAIN
def test_points_and_values_are_those_of_the_code(monkeypatch: pytest.MonkeyPatch) -> None:
    points: dict[str, str] = {}
    for rules in registered(monkeypatch):
        points |= rules.documented_points
    assert rows(built()[0][pages.CALLS], "point", "value") | rows(declared_page(), "point", "value") == points


@PLAIN
def test_registries_are_those_of_the_code(monkeypatch: pytest.MonkeyPatch) -> None:
    used = {name for rules in registered(monkeypatch) for name in rules.registries}
    part = built()[0][pages.CALLS].partition("## Registries")[2].partition("\n## ")[0]
    named = set(re.findall(r"^\| `[A-Z_]+` \| `([a-z-]+)` \|", part, re.MULTILINE))
    assert used - OF_OPTION_CARDS <= named == {registry.name for registry in REGISTRIES}
    assert "`OPTION_CARDS`" in declared_page()


@PLAIN
def test_events_facts_and_settings_are_those_of_the_code(monkeypatch: pytest.MonkeyPatch) -> None:
    all_rules = registered(monkeypatch)
    events = {name for rules in all_rules for name in rules.events}
    kernel = set(
        re.findall(r"^### `(\w+)`$", built()[0][pages.CALLS].partition("## Events of the kernel")[2], re.MULTILINE)
    )
    assert kernel | set(rows(declared_page(), "event")) >= events
    facts = {name for rules in all_rules for name in rules.registries["facts"]}
    part = declared_page().partition("### Facts")[2].partition("\n### ")[0]
    assert set(re.findall(r"^`(\w+)` ", part, re.MULTILINE)) >= facts
    plugins: list[Plugin] = list(find_plugins(installed=False).plugins.values())
    assert set(rows(declared_page(), "setting")) == {name for plugin in plugins for name in plugin.manifest.settings}
    assert set(rows(declared_page(), "gauge")) == {name for plugin in plugins for name in plugin.manifest.gauge}


def test_ways_of_moving_are_those_of_the_code() -> None:
    listed = rows(declared_page(), "way")
    assert listed["push"] == "a step of a piece that stood in the way of another | the kernel"
    seen = {
        (event["how"], event["type"])
        for edition in EDITIONS
        for event in play(random_game(edition, 1), 1, 3).events
        if event["type"] in ("step", "turn", "place")
    }
    assert {way for way, _event in seen} <= set(listed)
    for way, event in seen - {("push", "step"), ("walk", "step")}:
        assert event in listed[way].partition(" | ")[0].split(", "), way


def test_icons_and_sounds_are_listed() -> None:
    part = declared_page().partition("## Icons, colours and sounds")[2].partition("\n## ")[0]
    icons = {path.stem for path in (paths.asset_folder() / "icons").glob("*.png")}
    assert icons | {path.stem for path in shared_sounds()} <= set(re.findall(r"`([a-z-]+)`", part))


@PLAIN
@pytest.mark.parametrize("name", [name for name in vars(Rules) if not name.startswith("_")])
def test_every_registration_is_named(name: str) -> None:
    called_by_the_game = ("documented_points", "freeze", "inner", "phases", "undeclared")
    assert (f"\n### `rules.{name}`\n" in built()[0][pages.CALLS]) != (name in called_by_the_game)


@PLAIN
@pytest.mark.parametrize(("owner", "kind"), [("match", Match), ("match", Match.__mro__[1]), ("floor", Floor)])
def test_every_call_is_named(owner: str, kind: type) -> None:
    for name, value in vars(kind).items():
        if not name.startswith("_") and (callable(value) or isinstance(value, staticmethod)):
            assert f"\n### `{owner}.{name}`\n" in built()[0][pages.CALLS], name


@pytest.mark.parametrize("plugin", sorted(DOCS.parent.glob("plugins/*/api.py")), ids=lambda path: path.parent.name)
def test_every_function_for_other_plugins_is_named(plugin: Path) -> None:
    id_ = plugin.parent.name
    module = find_plugins(installed=False).plugins[id_].load("api")
    assert module is not None
    part = declared_page().partition(f"\n### `{id_}`: functions for other plugins\n")[2].partition("\n### ")[0]
    for name in module.__all__:
        assert f"#### `{name}` of `{id_}`\n" in part or f"| `{name}` | " in part, name


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


@PLAIN
@pytest.mark.parametrize("struct", MANIFESTS)
def test_every_key_of_a_manifest_is_named(struct: type[msgspec.Struct]) -> None:
    for field in msgspec.structs.fields(struct):
        heading = f"\n## `[{field.name}]`\n", f"\n## `[{field.name}.NAME]`\n"
        row = re.search(rf"^\| `{field.name}` \| .+ \| .+ \| .+ \|$", built()[0][pages.KEYS], re.MULTILINE)
        assert row or (struct is Manifest and any(text in built()[0][pages.KEYS] for text in heading)), field.name
