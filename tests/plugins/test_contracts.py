"""What every plugin must keep to, checked on every plugin that comes with the game."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roborally.base.paths import asset_folder
from roborally.game.factory import robot_models
from roborally.narration.chronicle import Chronicle, is_sentence
from roborally.narration.words import spelled
from roborally.plugin import COMMANDS, Rules
from roborally.plugin_system.hooks import Hooks
from roborally.plugin_system.loader import Plugin, build_rules
from roborally.plugin_system.manifest import ElementManifest
from tests.fuzz.play import EDITIONS, Played, play, random_game, stretches
from tests.shipped import catalogue

ROOT = Path(__file__).resolve().parents[2]
PLUGINS = sorted(catalogue().plugins.values(), key=lambda plugin: plugin.id)
ELEMENTS = {kind: (plugin, element) for plugin in PLUGINS for kind, element in plugin.manifest.element.items()}
each_plugin = pytest.mark.parametrize("plugin", PLUGINS, ids=lambda plugin: plugin.id)
each_element = pytest.mark.parametrize("kind", sorted(ELEMENTS))

WITHOUT_LISTENERS: dict[str, str] = {}
"""Points and values that no plugin of the editions listens to, and whom they are for."""


def sentence(text: str) -> bool:
    return bool(re.fullmatch(r"[A-Z].*[.?!]", text))


# --- manifests ------------------------------------------------------------------------------------------------------


def test_nothing_is_broken() -> None:
    assert catalogue().broken == {}
    assert len(PLUGINS) >= 18


@each_plugin
def test_manifest_is_complete(plugin: Plugin) -> None:
    manifest = plugin.manifest
    assert manifest.id == plugin.folder.name
    assert manifest.title.strip()
    assert sentence(manifest.description)
    assert re.fullmatch(r"\d+\.\d+\.\d+", manifest.version)
    assert manifest.authors
    assert manifest.license == "MIT"
    assert bool(manifest.players) == (manifest.kind == "mode")
    assert manifest.kind != "mode" or manifest.provides == ["mode"]
    assert bool(manifest.element) or manifest.kind != "elements"
    assert not manifest.element or manifest.kind in ("elements", "mode"), "elements can be enabled without the rest"
    assert all(need in catalogue().plugins for need in manifest.needs)
    for name, setting in manifest.settings.items():
        assert re.fullmatch(r"[a-z][a-z0-9_]*", name)
        assert sentence(setting.text), name
        if setting.type == "integer":
            assert setting.minimum is not None, name
            assert setting.maximum is not None, name
    for name, robot in manifest.robot.items():
        assert re.fullmatch(r"[a-z][a-z0-9-]*", name)
        assert robot.title
        assert robot.motto
        assert sentence(robot.ability)
    for table in ("log", "cause", "hurt", "heal", "move", "turn", "question"):
        for name, text in getattr(manifest, table).items():
            heading = table == "log" and not text.endswith((".", "!", "?"))
            assert not text or heading or sentence(text) or text.startswith("{"), (table, name)
    assert all(command.title and sentence(command.text) for command in manifest.command.values())
    assert manifest.act.keys() <= manifest.log.keys(), "what is shown beside a robot is told, too"


@pytest.mark.parametrize("mode", EDITIONS)
def test_settings_and_robots_have_one_owner(mode: str) -> None:
    """`[rules]` names a setting without its plugin, so of those enabled together only one may have it."""
    plugins = catalogue().resolve([mode])
    names = [name for plugin in plugins for name in plugin.manifest.settings]
    assert sorted(names) == sorted(set(names))
    models = [model for plugin in PLUGINS for model in plugin.manifest.robot]
    assert sorted(models) == sorted(robot_models(PLUGINS))


# --- elements -------------------------------------------------------------------------------------------------------


@each_element
@given(data=st.data())
@settings(max_examples=20, deadline=None, derandomize=True)
def test_notation_matches_no_other_element_and_has_tooltip_and_picture(kind: str, data: Any) -> None:
    plugin, element = ELEMENTS[kind]
    atom = data.draw(st.from_regex(element.notation, fullmatch=True, alphabet=st.characters(codec="ascii")))
    matching = [other for other, (_, element) in ELEMENTS.items() if re.fullmatch(element.notation, atom)]
    assert matching == [kind], atom
    assert atom != "."
    assert not re.search(r"[\s+:]", atom), f"{atom!r} has a sign that the grid needs for itself"

    found = re.fullmatch(element.notation, atom)
    assert found is not None
    values = element.read(found)
    shown = spelled(element, values)
    tooltip = element.tooltip.format(**shown)
    assert sentence(tooltip)
    assert not re.search(r"[<>^({]|\bv\b", tooltip), f"{tooltip!r} spells a sign or a tuple; give it 'words'"
    assert set(values) <= set(re.compile(element.notation).groupindex)
    assert element.symbol, "without a symbol there is no tile until somebody draws one"
    picture = plugin.folder / "art" / element.sprite.format(**shown)
    assert picture.exists() or is_derivable(plugin, element), f"{picture} is not there"
    assert not element.values.get("direction")
    if element.wall:
        assert "direction" in values


def is_derivable(plugin: Plugin, element: ElementManifest) -> bool:
    """Return whether the window puts the picture together: belts from parts, docks by number and direction."""
    stem = element.sprite.partition(".")[0].partition("-{")[0]
    places = [*(plugin.folder / "art").glob(f"{stem}-*.png"), *(asset_folder() / "tiles").glob(f"{stem}-*.png")]
    return bool(places)


@pytest.mark.parametrize("model", sorted(robot_models(PLUGINS)))
def test_robot_has_a_picture(model: str) -> None:
    sprite = robot_models(PLUGINS)[model].sprite
    assert list((asset_folder() / "robots").glob(f"{sprite}*.png"))


# --- scenarios ----------------------------------------------------------------------------------------------------


def test_every_plugin_has_a_scenario_beside_it() -> None:
    without = [plugin.id for plugin in PLUGINS if not list((plugin.folder / "scenarios").glob("*.toml"))]
    assert without == [], f"plugins without a scenario: {', '.join(without)}"


# --- hooks, points, values ------------------------------------------------------------------------------------------


def source_files() -> Iterator[Path]:
    yield from sorted((ROOT / "roborally").rglob("*.py"))
    for plugin in PLUGINS:
        yield from sorted(plugin.folder.rglob("*.py"))


def literals(tree: ast.AST) -> Iterator[tuple[str, str]]:
    """Return (how it is used, text) for texts that are a first argument or a key."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args:
            first = node.args[0]
            if isinstance(first, ast.Constant) and isinstance(first.value, str):
                yield node.func.attr, first.value
        elif isinstance(node, ast.Subscript) and isinstance(node.value, ast.Attribute):  # noqa: SIM102
            if isinstance(node.slice, ast.Constant):
                yield f"[{node.value.attr}]", str(node.slice.value)


USES = re.compile(r"\.(?:react|value|on|modify)\(|\b(?:reactions|modifiers)\[")


@cache
def uses() -> set[tuple[str, str]]:
    """Return how the game's code uses which texts; what a view is `on` is an event."""
    files = (path for path in source_files() if not path.stem.startswith("view") or "plugins" not in path.parts)
    texts = (path.read_text(encoding="utf-8") for path in files)
    return {use for text in texts if USES.search(text) for use in literals(ast.parse(text))}


def used(*hows: str) -> set[str]:
    """Return the texts that the game's code uses in one of these ways."""
    return {text for how, text in uses() if how in hows}


@cache
def declared() -> dict[str, str]:
    """Return all points and values of the editions with their documentation."""
    found: dict[str, str] = {}
    collect = Rules.freeze

    def keep(rules: Rules, *arguments: Any, **options: Any) -> Any:
        found.update(rules.documented_points)
        return collect(rules, *arguments, **options)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Rules, "freeze", keep)
        for mode in EDITIONS:
            random_game(mode, 0, vary=False)
    return found


def test_hooks_are_documented_and_used() -> None:
    hooks = {name: hook for name, hook in vars(Hooks).items() if not name.startswith("_")}
    assert sorted(hooks) == ["register", "register_bots", "register_view", "setup"]
    assert all(hook.__doc__ for hook in hooks.values())
    page = (ROOT / "roborally" / "plugin.py").read_text(encoding="utf-8")
    assert all(f"`{hook}(" in page for hook in hooks)
    for name in ("register", "setup"):
        assert any(plugin.module is not None and hasattr(plugin.module, name) for plugin in PLUGINS)


def test_points_and_values_are_documented() -> None:
    points = declared()
    assert {"hurt", "settled", "programming", "hand-size"} <= set(points)
    for name, text in points.items():
        assert re.fullmatch(r"[a-z]+(-[a-z]+)*", name)
        assert len(text) > 20, f"{name}: {text!r} says too little"


def test_every_point_and_value_is_called() -> None:
    called = used("react", "value", "[reactions]", "[modifiers]")
    assert sorted(set(declared()) - called) == []
    assert sorted(used("on", "modify") - set(declared())) == []


def test_points_and_values_are_listened_to() -> None:
    deaf = set(declared()) - used("on", "modify")
    assert deaf == set(WITHOUT_LISTENERS), "mend the list: somebody listens now, or somebody declared without need"


# --- code -----------------------------------------------------------------------------------------------------------


def imports_of(path: Path) -> Iterator[str]:
    """Yield the modules that a file imports from, those of its own plugin left out."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.level == 0:
            yield node.module or ""
        elif isinstance(node, ast.Import):
            yield from (name.name for name in node.names)


@each_plugin
def test_code_imports_only_what_plugins_may(plugin: Plugin) -> None:
    """Of other plugins that is the `api.py` of those that it names in `needs`."""
    apis = {f"roborally_plugins.{need.replace('-', '_')}.api" for need in plugin.manifest.needs}
    for path in sorted(plugin.folder.rglob("*.py")):
        draws = path.stem.startswith("view")
        banned = ("random", *(() if draws else ("arcade", "pyglet")))
        allowed: tuple[str, ...] = (
            "roborally.core",
            "roborally.plugin",
            "roborally.base.errors",
            "roborally.base.translation",
        )
        if draws:
            allowed += ("roborally.ui", "roborally.plugin_system.loader")
        if path.stem in ("bot", "steps"):
            allowed += ("roborally.bots.plugin",)
        for module in imports_of(path):
            where = f"{plugin.id}/{path.name} imports {module}"
            assert not module.startswith(banned), where
            if module.startswith("roborally_plugins"):
                assert module in apis, where
            elif module.startswith("roborally"):
                assert module.startswith(allowed), where


@each_plugin
def test_code_reads_no_slot_and_no_settings_by_a_string(plugin: Plugin) -> None:
    """A plugin reads its own through `PluginSlot` and `PluginSettings`, those of others through their `api.py`."""
    for path in sorted(plugin.folder.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        touched = {text for how, text in literals(tree) if how in ("[ext]", "[settings]")} & set(catalogue().plugins)
        assert not touched, f"{plugin.id}/{path.name} reads {sorted(touched)}"


@cache
def played_in(mode: str) -> Played:
    return play(random_game(mode, 7, vary=False), 7, 3)


@pytest.mark.plain  # mypyc takes the types of a TypedDict to pieces: all keys are required, and a list is a list
@each_plugin
def test_a_slot_is_what_its_plugin_says(plugin: Plugin) -> None:
    """The TypedDict has the keys and the types of what `setup` makes and a match puts into it."""
    modes = [mode for mode in EDITIONS if plugin in catalogue().resolve([mode])]
    for mode in modes:
        played = played_in(mode)
        slot = played.match.state.ext.get(plugin.id)
        rule = played.match.rules.slots.get(plugin.id)
        assert (slot is None) == (rule is None), f"{plugin.id} in {mode}: rules.slot and setup do not agree"
        if rule is not None and rule.shape is not None:
            kept = set(played.match.rules.registries.get("kept-by-option-cards", {}))
            own = {key: value for key, value in (slot or {}).items() if plugin.id != "option-cards" or key not in kept}
            assert vars(rule.shape)["__required_keys__"] <= set(own) <= set(rule.shape.__annotations__)
            msgspec.convert(own, rule.shape, strict=True)


@pytest.mark.plain  # as above
def test_settings_are_typed_as_the_manifest_says() -> None:
    types = {"integer": int, "number": float, "switch": bool, "choice": str, "text": str, "without": list[str]}
    checked = 0
    for plugin in PLUGINS:
        modules = plugin.load("state"), plugin.module
        settings_of = next((found for module in modules if (found := getattr(module, "settings_of", None))), None)
        if settings_of is not None:
            wanted = {name: types[setting.type] for name, setting in plugin.manifest.settings.items()}
            assert settings_of.plugin == plugin.id
            assert settings_of.shape.__annotations__ == wanted, plugin.id
            checked += 1
    assert checked >= 10


@pytest.mark.parametrize("mode", ["standard", "classic"])
def test_an_edition_that_only_combines_plugins_has_no_python(mode: str) -> None:
    assert not list(catalogue().plugins[mode].folder.rglob("*.py"))


@each_plugin
def test_plugin_can_be_registered_with_what_it_needs_alone(plugin: Plugin) -> None:
    """Only modes name orders; everything else must freeze on its own."""
    plugins = catalogue().resolve([plugin.id])
    own = {entry.id: {name: one.default for name, one in entry.manifest.settings.items()} for entry in plugins}
    rules = build_rules(plugins, own)
    assert plugin.id in rules.plugins
    assert set(plugin.manifest.element) <= set(rules.elements)


@pytest.mark.parametrize("mode", EDITIONS)
def test_every_question_command_and_cause_has_its_own_words(mode: str) -> None:
    """Each in the manifest of a plugin that is enabled, and none for something that does not exist."""
    plugins = catalogue().resolve([mode])
    rules = random_game(mode, 0, vary=False).rules
    commands = [name for plugin in plugins for name in plugin.manifest.command]
    assert sorted(commands) == sorted(COMMANDS.of(rules))
    questions = [kind for plugin in plugins for kind in plugin.manifest.question]
    assert sorted([*questions, "program"]) == sorted(rules.decisions), "the program has an interface of its own"


@pytest.mark.parametrize("mode", EDITIONS)
@pytest.mark.parametrize("numbers", stretches(4, 20, 24))
def test_every_event_can_be_told(mode: str, numbers: range) -> None:
    for number in numbers:
        game = random_game(mode, 300 + number)
        causes = {"edge", *(cause for plugin in game.plugins for cause in plugin.manifest.cause)}
        chronicle = Chronicle.of(game, detailed=True)
        templates = {type_ for plugin in game.plugins for type_ in plugin.manifest.log}
        for event in play(game, number, 6).events:
            text = chronicle.line(event)
            assert event["type"] != "destroy" or event["cause"] in causes
            assert "?" not in text, (text, event)
            assert "None" not in text, (text, event)
            assert event["type"] not in templates or sentence(text) or not is_sentence(text), (text, event)
