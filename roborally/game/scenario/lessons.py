"""The tutorial's lessons: scenarios (docs/formats.md, Scenarios) whose first robot is programmed by the player.

A lesson is a file in `assets/lessons` or in the folder `lessons` of a plugin: a scenario with a table `[lesson]`. Its
`[[expect]]` entries are the goal. The first robot's `program` (or `programs`) and its `[[decisions]]` are a solution;
those of the other robots are their answers, always given after the player's. `[lesson]` has `steps`, the guidance
(`text`; `cells` to point at, or `panel = true` for the interface at the right; `ask`, a kind of question at which the
step is shown), `wrong`, a program that fails, or one for each turn, `missed`, the sentences for facts that are not as
expected, needed for facts of plugins, and `done`, the sentence for success.
"""

import re
from copy import deepcopy
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import msgspec

from roborally.base import paths
from roborally.base.errors import GameError, Message
from roborally.base.templates import fill
from roborally.base.translation import _, plugin_text
from roborally.base.validation import in_words
from roborally.core.data import Decision
from roborally.core.geometry import Cell
from roborally.core.observation import Observation
from roborally.game.factory import Game
from roborally.game.scenario.compare import Difference, Run, compare, on_event
from roborally.game.scenario.file import check_head, load_scenario
from roborally.game.scenario.run import prepare, scripted_answer
from roborally.game.session.local import LocalSession
from roborally.game.session.protocol import HUMAN
from roborally.plugin_system.loader import Catalogue, Plugin

LESSONS = "lessons"
"""The name of a plugin's folder for lessons."""
OTHERS = "script"
"""The controller of all robots but the first; their answers come from the file."""


class LessonStep(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """One step of a lesson's guidance, which points at `cells`, or with `panel` at the interface on the right.

    `ask` is a kind of question that shows this step when it is asked; empty for none.
    """

    text: str
    cells: list[Cell] = []
    panel: bool = False
    ask: str = ""


class Guidance(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The table `[lesson]` of a lesson's file; the module's docstring explains its keys."""

    steps: list[LessonStep]
    wrong: list[str | list[str]]
    missed: dict[str, str] = {}
    done: str = ""


@dataclass(frozen=True)
class Lesson:
    """One lesson of the tutorial; `scenario` is the content of its file without the table `[lesson]`."""

    path: Path
    title: str
    guidance: Guidance
    scenario: dict[str, Any]
    plugin: Plugin | None = None
    """The plugin that brings the lesson, `None` for one of the game's own."""

    @property
    def id(self) -> str:
        """The id by which the player's profile stores the lesson, such as `lasers-and-repair` or `volt/shots`."""
        name = re.sub(r"^\d+-", "", self.path.stem)
        return f"{self.plugin.id}/{name}" if self.plugin is not None else name

    def text(self, english: str) -> str:
        """Return one of the lesson's English texts, translated into the player's language."""
        return plugin_text(self.plugin.folder, english) if self.plugin is not None else _(english)

    def texts(self) -> list[str]:
        """Return all texts of the lesson that players see, in English."""
        guidance = self.guidance
        said = [self.title, *(step.text for step in guidance.steps), *guidance.missed.values(), guidance.done]
        return [text for text in said if text]

    @property
    def mode(self) -> str:
        """The id of the mode that the lesson is about."""
        return str(self.scenario.get("mode", "standard"))

    @property
    def goals(self) -> list[Cell]:
        """The cells in the goal: every `cell` at which a robot or another piece is expected."""
        wanted: list[Any] = []
        for expect in self.scenario["expect"]:
            wanted += [*expect.get("robots", {}).values(), *expect.values()]
        cells = [entry["cell"] for entry in wanted if isinstance(entry, dict) and isinstance(entry.get("cell"), list)]
        return [(cell[0], cell[1]) for cell in cells]

    def failing(self) -> dict[str, Any]:
        """Return the scenario with the programs of `wrong` in place of the solution, to check that they fail."""
        data = deepcopy(self.scenario)
        robot = data["robots"][0]
        robot.pop("program", None)
        wrong = self.guidance.wrong
        robot["programs"] = wrong if any(isinstance(entry, list) for entry in wrong) else [wrong]
        data["decisions"] = [entry for entry in data.get("decisions", []) if entry["robot"] != robot["name"]]
        return data


def find_lessons() -> list[Lesson]:
    """Return the game's own lessons, in order; raise `GameError` for an unusable file."""
    return [load_lesson(path) for path in sorted((paths.asset_folder() / "lessons").glob("*.toml"))]


@dataclass(frozen=True)
class FoundLessons:
    """All lessons that were found: the usable ones, and pairs of file and reason for the others."""

    usable: list[Lesson]
    damaged: list[tuple[Path, Message]]


def all_lessons(catalogue: Catalogue) -> FoundLessons:
    """Return the game's own lessons and those of plugins, grouped by mode; raise `GameError` as `find_lessons` does.

    In each group the game's own come first, then those of the mode's plugin, then those of other plugins by title. A
    plugin's lesson is unusable if its mode or a plugin that it needs is missing.
    """
    found = FoundLessons([], [])
    brought: list[Lesson] = []
    for plugin in sorted(catalogue.plugins.values(), key=lambda plugin: (plugin.manifest.title, plugin.id)):
        for path in sorted((plugin.folder / LESSONS).glob("*.toml")):
            try:
                lesson = load_lesson(path, plugin)
                _refuse_missing(lesson, catalogue)
                brought.append(lesson)
            except GameError as error:
                found.damaged.append((path, error.message))
    own = find_lessons()
    editions = list(dict.fromkeys(lesson.mode for lesson in own))
    editions += [mode.id for mode in catalogue.modes() if mode.id not in editions]
    brought.sort(key=lambda lesson: lesson.plugin is None or lesson.plugin.id != lesson.mode)
    for mode in editions:
        found.usable.extend(lesson for lesson in (*own, *brought) if lesson.mode == mode)
    return found


def _refuse_missing(lesson: Lesson, catalogue: Catalogue) -> None:
    with GameError.repeating(lesson.path):
        catalogue.mode(lesson.mode, "mode")
        catalogue.resolve([lesson.mode, *lesson.scenario.get("plugins", [])])


def load_lesson(path: Path, plugin: Plugin | None = None) -> Lesson:
    """Read and return a lesson, which belongs to `plugin` if given; raise `GameError`."""
    data = load_scenario(path)
    check_head(data, str(path))
    lesson = data.pop("lesson", {})
    try:
        guidance = msgspec.convert(lesson, Guidance)
    except msgspec.ValidationError as error:
        raise GameError(in_words(error, lesson, Guidance).within("[lesson]"), where=path) from None
    if not guidance.steps:
        raise GameError("[lesson]: key 'steps' must have at least one step", where=path)
    if not data.get("expect"):
        raise GameError("there must be at least one [[expect]] entry", where=path)
    return Lesson(path, data["name"], guidance, data, plugin)


# --- playing --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Prepared:
    """A pending answer of another robot, taken from the file once the player has no question left."""

    run: Run
    decision: Decision

    def done(self) -> bool:
        return not self.waits()

    def result(self) -> Any:
        return scripted_answer(self.run, self.decision)

    def waits(self) -> bool:
        state = self.run.match.state
        return any(
            entry["seat"] == 0 and not entry["optional"] and entry["id"] not in state.sealed
            for entry in state.decisions
        )

    def cancel(self) -> None:
        """Do nothing: no bot is running."""


@dataclass(frozen=True)
class _Script:
    """A `Thinker` that answers for the other robots from the file; their programs are the default answers."""

    run: Run

    def submit(self, game: Game, bot: str, seen: Observation, decision: Decision, seed: int) -> _Prepared:
        return _Prepared(self.run, decision)


class Attempt:
    """One attempt at a lesson, from the player's first question on."""

    def __init__(self, lesson: Lesson, catalogue: Catalogue) -> None:
        self.lesson = lesson
        self._run = prepare(str(lesson.path), lesson.scenario, catalogue)
        self.session = _seated(self._run)
        assert self.session.match.watch is not None, "the session watches its match"
        self.session.match.watch.listeners.append(lambda event: on_event(self._run, event))

    @property
    def decided(self) -> bool:
        """Whether the attempt has succeeded or failed."""
        return bool(self._run.differences) or not self._run.expects or self.session.over

    def differences(self) -> list[Difference]:
        """Return the differences from the goal so far; empty if there are none."""
        run = self._run
        if self.session.over:
            while run.expects:
                compare(run, run.expects.pop(0)[1])
        return run.differences

    def sentences(self) -> list[str]:
        """Return the differences from the goal as sentences for the player."""
        missed = {key: self.lesson.text(text) for key, text in self.lesson.guidance.missed.items()}
        return list(dict.fromkeys(text(difference, missed) for difference in self.differences()))


def _seated(run: Run) -> LocalSession:
    """Return a session in which the player controls the first robot."""
    config = run.game.config
    seats = [
        msgspec.structs.replace(seat, controller=OTHERS if number else HUMAN)
        for number, seat in enumerate(config.seats)
    ]
    game = replace(run.game, config=msgspec.structs.replace(config, seats=seats))
    return LocalSession.resume(game, run.match, _Script(run))


# --- words ----------------------------------------------------------------------------------------------------------


def text(difference: Difference, missed: dict[str, str]) -> str:
    """Return a difference as a sentence for the player; `missed` has translated sentences for plugins' facts by key."""
    name, key, expected, got = difference.robot, difference.key, difference.expected, difference.got
    if key in missed:
        return fill(missed[key], {"name": name, "expected": expected, "got": got})
    if key == "alive":
        if expected:
            return _("{name} should still be on the board, but was destroyed.").format(name=name)
        return _("{name} should be destroyed, but is still on the board.").format(name=name)
    if key == "cell":
        if got is None:
            return _("{name} should stand on the marked space, but was destroyed.").format(name=name)
        return _("{name} does not stand on the marked space.").format(name=name)
    if key == "facing":
        text = _("{name} should face {direction}; it faces {other}.")
        return text.format(name=name, direction=_(expected), other=_(got))
    text = _("{name} should have {expected} damage; it has {got}.")
    return text.format(name=name, expected=expected, got=got)
