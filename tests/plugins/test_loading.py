"""Plugins that are missing, broken, or in another order: named with file and reason, and the rest goes on."""

import re
from pathlib import Path
from typing import Any

import pytest

from roborally.base.errors import GameError
from roborally.core.dice import Dice
from roborally.core.rules import Phase, Ruleset
from roborally.game.course.courses import Course
from roborally.game.course.notation import Notations, parse_grid
from roborally.game.factory import Game, make_game
from roborally.game.match_file import MatchConfig, MatchSection, SeatConfig
from roborally.plugin import PluginError
from roborally.plugin_system.loader import Catalogue, Plugin, build_rules, find_plugins
from tests.fuzz.play import EDITIONS, play
from tests.plugins.conftest import MANIFEST, PLUGINS, Workshop
from tests.shipped import catalogue
from tests.sweeps import few_of

IDS = sorted(catalogue().plugins)
SOON = ("oil", "classic", "race", "option-cards")
"""What the short tests leave out: an element that may go, a mode, what most need, and what some bring along."""
BOARD = "d1> . c1 \n d2> . ."
BOARDS = {"crash-and-burn": ". . c1 \n c2 . .", "roboball": "home1 . ball . home2", "volt": "s1 vp1 s2"}
"""Boards for the modes that cannot be played on `BOARD`."""
REGISTER = "from roborally.plugin import hookimpl\n\n@hookimpl\ndef register(rules):\n    {}\n"


def game(found: Catalogue, mode: str = "classic", plugins: Any = (), board: str = BOARD) -> Game:
    seats = [SeatConfig("A"), SeatConfig("B")]
    config = MatchConfig(MatchSection(mode, "test", 1, 0, list(plugins)), {}, {}, seats)
    notations = Notations.of(found.resolve([mode, *plugins]))
    return make_game(config, found, course=Course("test", "Test", parse_grid(board, notations), players=(1, 2)))


def refusal(found: Catalogue, *plugins: str) -> str:
    """Return the sentence with which a game with these plugins is refused."""
    with pytest.raises(PluginError) as caught:
        game(found, plugins=plugins)
    return str(caught.value)


# --- missing --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("gone", few_of(sorted(IDS, key=lambda id_: id_ not in SOON), 4))
def test_without_one_plugin_the_rest_plays(gone: str, tmp_path: Path) -> None:
    for id_ in IDS:
        if id_ != gone:
            (tmp_path / id_).symlink_to(PLUGINS / id_)
    found = find_plugins([tmp_path], installed=False)
    assert found.broken == {}
    assert sorted(found.plugins) == [id_ for id_ in IDS if id_ != gone]
    played = 0
    for mode in EDITIONS:
        if mode == gone:
            continue
        needed = {plugin.id for plugin in catalogue().resolve([mode])}
        if gone in needed:
            with pytest.raises(PluginError, match=f"needs '{gone}': there is no plugin '{gone}'"):
                game(found, mode, board=BOARDS.get(mode, BOARD))
        else:
            assert play(game(found, mode, board=BOARDS.get(mode, BOARD)), 1, 2).match.state.turn > 1
            played += 1
    needed_by_all = all(gone in {plugin.id for plugin in catalogue().resolve([mode])} for mode in EDITIONS)
    assert played or needed_by_all


# --- broken ---------------------------------------------------------------------------------------------------------

BROKEN_CODE = {
    "syntax": ("def register(:\n", r"rules\.py:1: SyntaxError"),
    "import": ("import nothing_of_that_name\n", r"rules\.py:1: ModuleNotFoundError"),
    "raises": ("1 / 0\n", r"rules\.py:1: ZeroDivisionError"),
    "exits": ("import sys\nsys.exit(0)\n", r"rules\.py:2: SystemExit"),
    "interrupts": ("raise type('Quit', (BaseException,), {})\n", r"rules\.py:1: Quit"),
    "exits-later": (REGISTER.format("raise SystemExit(1)"), "failed to register: SystemExit"),
    "misspelt": (
        REGISTER.replace("def register", "def registr").format("pass"),
        r"registr.*rules\.py|rules\.py.*registr",
    ),
    "argument": (REGISTER.replace("(rules)", "(rules, colour)").format("pass"), "colour"),
    "register": (REGISTER.format("rules.no_such_thing()"), "failed to register: AttributeError"),
    "point": (REGISTER.format("rules.on('hert', print)"), r"uses the point 'hert', which no enabled plugin declares"),
    "value": (REGISTER.format("rules.modify('hand-sise', print)"), r"uses the value 'hand-sise'"),
    "twice": (REGISTER.format("rules.element('pit')"), r"adds element 'pit', which exists already"),
    "event-twice": (REGISTER.format("rules.event('hurt', {})"), r"adds event 'hurt', which exists already"),
    "start": (REGISTER.format("rules.start_with({'do': 'turns'})"), r"starts the match, but another mode is enabled"),
}


@pytest.mark.parametrize("case", BROKEN_CODE)
def test_broken_code_is_named_and_the_rest_goes_on(case: str, workshop: Workshop) -> None:
    code, reason = BROKEN_CODE[case]
    needs = 'needs = ["classic"]' if case in ("value", "twice", "start") else ""
    found = workshop(beside_the_game=True, zz_broken=(needs, code))
    assert "zz-broken" in found.plugins, "its code has not run yet"
    text = refusal(found, "zz-broken")
    assert "zz-broken" in text
    assert re.search(reason, text), text
    assert play(game(found), 1, 2).events


SIDED = (
    '[element.thing]\nnotation = "x(?P<side>[1-4])(?P<set>[1-5]*)"\ntooltip = "A."\n'
    'values = {{ side = "integer", set = "digits" }}\nsides = {{ {sides} }}'
)
BROKEN_MANIFESTS = {
    "toml": ("= 1", "not readable as TOML"),
    "unknown": ('colour = "red"', "colour"),
    "type": ('players = "two"', "players"),
    "players": ("players = [8, 2]", "largest number, such as [2, 8], not [8, 2]"),
    "player": ("players = [2]", "players must be the smallest"),
    "api": ("api = 99", "version 99 of the plugin interface"),
    "no api": ("api = 1", "docs/plugin-versions.md says what to change"),
    "kind": ('kind = "thing"', "kind"),
    "setting": (
        '[settings.size]\ntype = "integer"\ndefault = "x"\ntext = "Size."',
        "settings.size.default: must be a whole number, not 'x'",
    ),
    "range": ('[settings.size]\ntype = "integer"\ndefault = 1\nminimum = 2\ntext = "Size."', "at least 2"),
    "notation": ('[element.thing]\nnotation = "("\ntooltip = "A."', "is not a regular expression"),
    "about": (
        f'[robot.a]\ntitle = "A"\nabout = "{"x" * 401}"',
        "robot.a: about: must have at most 400 characters, not 401",
    ),
    "line": (f'[robot.a]\ntitle = "A"\nlines.hurt = ["ok", "{"x" * 101}"]', 'lines."hurt": line 2 must have 1 to 100'),
    "no line": ('[robot.a]\ntitle = "A"\nlines."step push" = []', 'lines."step push": must have 1 to 20 lines, not 0'),
    "group": ('[element.thing]\nnotation = "x"\ntooltip = "A."\nsequence = "number"', "does not capture"),
    "side group": (
        SIDED.format(sides='edge = ["1", "2", "3", "4"]'),
        "names 'edge', which its notation does not capture",
    ),
    "three sides": (SIDED.format(sides="side = [1, 2, 3]"), "element.thing: sides: 'side' must list four different"),
    "equal sides": (
        SIDED.format(sides="side = [1, 2, 3, 3]"),
        "four different values, for north, east, south and west",
    ),
    "sides in words": (SIDED.format(sides='side = ["1", "2", "3", "4"]'), "four different values"),
    "said twice": (
        '[log]\nx = "A."\n[option.a]\ntitle = "A"\ntext = "A."\nlog.x = "B."',
        "option.a.log: the plugin has another 'x' in [log]",
    ),
    "sides of a set": (
        SIDED.format(sides="set = [1, 2, 3, 4]"),
        "'set' cannot be one; it must be an integer or a text",
    ),
}


@pytest.mark.parametrize("case", BROKEN_MANIFESTS)
def test_a_broken_manifest_is_named_and_the_rest_goes_on(case: str, workshop: Workshop) -> None:
    more, reason = BROKEN_MANIFESTS[case]
    found = workshop(beside_the_game=True, broken=(more, ""))
    assert list(found.broken) == ["broken"]
    assert "plugin.toml" in str(found.broken["broken"])
    assert reason in str(found.broken["broken"])
    assert "\n" not in str(found.broken["broken"])
    assert sorted(found.plugins) == IDS
    assert reason in refusal(found, "broken")
    assert play(game(found), 1, 2).events


def test_odd_folders(workshop: Workshop) -> None:
    folder = workshop.folder  # type: ignore[attr-defined]
    (folder / "empty").mkdir()
    (folder / ".hidden").mkdir()
    (folder / "readme.txt").write_text("not a plugin")
    (folder / "latin").mkdir()
    (folder / "latin" / "plugin.toml").write_bytes(b'id = "\xe9"')
    (folder / "Shouting").mkdir()
    (folder / "Shouting" / "plugin.toml").write_bytes(b"")
    found = workshop(good=("", ""))
    assert sorted(found.plugins) == ["good"]
    assert sorted(found.broken) == ["Shouting", "empty", "latin"]
    assert "there is no plugin.toml" in str(found.broken["empty"])
    assert find_plugins([folder / "nowhere"], installed=False) == Catalogue()


CHOICE = """
[settings.order]
type = "choice"
choices = ["at_start", "late"]
default = "late"
text = "When."
titles = {{ {titles} }}
"""


def test_choices_of_a_setting_have_titles(workshop: Workshop) -> None:
    found = workshop(good=(CHOICE.format(titles='late = "when all are there"'), ""))
    setting = found.plugins["good"].manifest.settings["order"]
    assert [setting.title(choice) for choice in setting.choices] == ["at start", "when all are there"]


def test_a_title_for_what_is_no_choice_is_refused(workshop: Workshop) -> None:
    found = workshop(bad=(CHOICE.format(titles='never = "not at all"'), ""))
    assert "setting 'order' has a title for 'never', which is not one of its choices" in str(found.broken["bad"])


def test_what_is_written_with_a_card_joins_the_tables(workshop: Workshop) -> None:
    whole = '[log]\nx = "A."\n[option.a]\ntitle = "A"\ntext = "A."\nlog.y = "B."\nphase.a = { title = "C" }'
    manifest = workshop(good=(whole, "")).plugins["good"].manifest
    assert manifest.log == {"x": "A.", "y": "B."}
    assert manifest.phase["a"].title == "C"


def test_of_two_plugins_with_one_id_the_first_counts(workshop: Workshop) -> None:
    found = workshop(beside_the_game=True, pits=("", ""))
    assert found.plugins["pits"].folder == PLUGINS / "pits"
    ((folder, reason),) = found.broken.items()
    assert Path(folder).name == "pits"
    assert f"there are two plugins 'pits': {PLUGINS / 'pits'} is used, {folder} is not" in str(reason)


# --- needs, conflicts, provides -------------------------------------------------------------------------------------


def test_needs_come_first_and_ties_by_name(workshop: Workshop) -> None:
    found = workshop(a=('needs = ["z", "m"]', ""), m=("", ""), z=('needs = ["b"]', ""), b=("", ""))
    assert [plugin.id for plugin in found.resolve(["a"])] == ["m", "b", "z", "a"]
    assert [plugin.id for plugin in found.resolve(["z", "m", "a", "m"])] == ["m", "b", "z", "a"]


@pytest.mark.parametrize(
    ("plugins", "reason"),
    [
        ({"a": 'needs = ["b"]', "b": 'needs = ["c"]', "c": 'needs = ["a"]'}, "in a circle: a -> b -> c -> a"),
        ({"a": 'needs = ["a"]'}, "in a circle: a -> a"),
        ({"a": 'needs = ["nobody"]'}, "plugin 'a' needs 'nobody': there is no plugin 'nobody'"),
        ({"a": 'conflicts = ["b"]', "b": ""}, "plugins 'a' and 'b' cannot be enabled together"),
        ({"a": "", "b": 'conflicts = ["a"]'}, "plugins 'b' and 'a' cannot be enabled together"),
        ({"a": 'provides = ["mode"]', "b": 'provides = ["mode"]'}, "plugins 'a' and 'b' both provide 'mode'"),
    ],
)
def test_what_does_not_go_together_is_refused(plugins: dict[str, str], reason: str, workshop: Workshop) -> None:
    found = workshop(**{id_: (more, "") for id_, more in plugins.items()})
    with pytest.raises(PluginError, match=re.escape(reason)):
        found.resolve(plugins)


def test_two_modes_are_refused() -> None:
    assert "both provide 'mode'" in refusal(catalogue(), "standard")


# --- order ----------------------------------------------------------------------------------------------------------


def name_of(function: Any) -> str:
    return f"{function.__module__}.{getattr(function, '__qualname__', type(function).__name__)}"


def fingerprint(rules: Ruleset) -> dict[str, Any]:
    """Return all that has an order in a ruleset, in words."""
    return {
        "sequences": {
            name: [phase.name if isinstance(phase, Phase) else phase for phase in phases]
            for name, phases in rules.sequences.items()
        },
        "reactions": {name: [name_of(one) for one in entries] for name, entries in rules.reactions.items()},
        "modifiers": {name: [name_of(one) for one in entries] for name, entries in rules.modifiers.items()},
        "setups": [name_of(setup) for setup in rules.setups],
        "plugins": rules.plugins,
        "settings": rules.settings,
        "registries": {name: list(entries) for name, entries in rules.registries.items()},
        "elements": list(rules.elements),
    }


EXTRA = ["crushers", "oil", "pushers", "classic-robots", "zz-first", "zz-second"]


def with_late_phases(workshop: Workshop) -> Catalogue:
    """Return the game's plugins and two more, whose phases want the same place."""
    late = (
        "rules.phase('register', {!r}, print, after=('gears',)); rules.on('hurt', print); rules.modify('hand-size', id)"
    )
    return workshop(
        beside_the_game=True,
        zz_first=('needs = ["program-cards"]', REGISTER.format(late.format("first"))),
        zz_second=('needs = ["program-cards"]', REGISTER.format(late.format("second"))),
    )


def test_order_of_plugins_and_folders_does_not_matter(workshop: Workshop) -> None:
    found = with_late_phases(workshop)
    expected = fingerprint(game(found, "classic", EXTRA).rules)
    assert {"first", "second", "oil"} <= set(expected["sequences"]["register"])
    dice = Dice(1)
    for _ in range(12):
        wanted, folders = list(EXTRA), list(found.plugins.items())
        dice.shuffle(wanted)
        dice.shuffle(folders)
        assert fingerprint(game(Catalogue(dict(folders), {}), "classic", wanted).rules) == expected


def test_the_order_of_registering_does_not_matter(workshop: Workshop) -> None:
    """Whatever has an order is sorted by number and name when the rules are frozen."""
    plugins = with_late_phases(workshop).resolve(["classic", *EXTRA])
    settings = {one.id: {name: entry.default for name, entry in one.manifest.settings.items()} for one in plugins}

    def frozen(order: list[Plugin]) -> dict[str, Any]:
        found = fingerprint(build_rules(order, settings))
        del found["setups"], found["plugins"]
        return found

    expected = frozen(plugins)
    dice = Dice(2)
    for _ in range(12):
        order = list(plugins)
        dice.shuffle(order)
        assert frozen(order) == expected


MODE = """
kind = "mode"
needs = ["docks", "program-cards", "race"]
provides = ["mode"]
players = [2, 8]

[order]
"""
TURN = 'turn = ["deal", "start", "program", "registers"]\n'
REGISTER_ORDER = 'register = ["reveal", "cards"]\n'
UNPLAYABLE = {
    "inner": (TURN, "runs the sequence 'register', which the mode does not have; write register = "),
    "end of turn": (
        'turn = ["start", "end-of-turn"]\n',
        "runs the sequence 'end-of-turn', which the mode does not have",
    ),
    "turn": (REGISTER_ORDER, "the mode does not say how a match goes: [order] has no turn"),
    "edition": (
        f"{TURN}{REGISTER_ORDER}[edition]\nchekpoints_repair = 1",
        "edition.chekpoints_repair: there is no setting",
    ),
}


@pytest.mark.parametrize("case", UNPLAYABLE)
def test_a_mode_that_cannot_be_played_is_refused(case: str, workshop: Workshop) -> None:
    more, reason = UNPLAYABLE[case]
    found = workshop(beside_the_game=True, my_mode=(MODE + more, ""))
    with pytest.raises(GameError) as error:
        game(found, "my-mode")
    assert reason in str(error.value)


def test_an_edition_may_set_what_belongs_to_a_plugin_that_is_not_there(workshop: Workshop) -> None:
    """A name that is a little like one that exists is no slip of the pen."""
    more = f"{TURN}{REGISTER_ORDER}[edition]\ncheckpoint_depots = 1"
    found = workshop(beside_the_game=True, my_mode=(MODE + more, ""))
    assert game(found, "my-mode").rules.first_frame


def test_a_misspelt_plugin_is_answered_with_the_nearest(workshop: Workshop) -> None:
    found = workshop(beside_the_game=True, trial=('needs = ["program-crads"]', ""))
    with pytest.raises(PluginError, match=r"there is no plugin 'program-crads'; is it 'program-cards'\?$"):
        found.resolve(["trial"])


def test_a_plugin_of_another_folder_runs_its_own_modules(tmp_path: Path) -> None:
    """Also those that it imports with `from . import`, which Python looks up in the package first."""
    seen = []
    for number in (1, 2):
        folder = tmp_path / str(number) / "twice"
        folder.mkdir(parents=True)
        (folder / "plugin.toml").write_text(MANIFEST.format(id="twice", more="api = 2"), encoding="utf-8")
        (folder / "part.py").write_text(f"NUMBER = {number}\n", encoding="utf-8")
        (folder / "rules.py").write_text("from . import part\n", encoding="utf-8")
        module = find_plugins([folder.parent], installed=False).get("twice").module
        assert module is not None
        seen.append(module.part.NUMBER)
    assert seen == [1, 2]
