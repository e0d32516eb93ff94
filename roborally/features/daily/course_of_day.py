"""Chooses the match of a day: edition, course, robots, bots and cards follow from the date alone (CLI-2081)."""

from dataclasses import dataclass
from datetime import date
from functools import cache
from hashlib import blake2b
from pathlib import Path

import msgspec

from roborally.base import paths
from roborally.base.player_names import numbered
from roborally.base.version import VERSION
from roborally.core.dice import Dice, derive
from roborally.game.compatibility import fits
from roborally.game.course.courses import Course, course_files, load_course
from roborally.game.course.notation import Notations
from roborally.game.factory import Game, make_game, robot_models, robot_titles
from roborally.game.match_file import SEED_BITS, MatchConfig, MatchSection, SeatConfig
from roborally.game.quick_seats import bot_name
from roborally.plugin_system.loader import Catalogue, Plugin

BOTS = ("greedy", "planner", "planner", "rival:40")
"""The bots to draw from. None has a time limit, so they play equally well on every machine."""
MAX_BOTS = 3
CODE_LENGTH = 5
"""The number of hexadecimal digits that identify the rules in `code_of`."""
_NOT_RULES = ("view", "test_", "conftest")
"""The prefixes of a plugin's file names that do not affect a match."""


@dataclass(frozen=True)
class DailyCourse:
    """The match of a day; players with different `code`s may have different matches on that day."""

    day: date
    config: MatchConfig
    course: Course
    code: str

    def game(self, catalogue: Catalogue, name: str) -> Game:
        """Return the match for a person called `name` on the first seat; raise `GameError` if it cannot be played."""
        seats = [msgspec.structs.replace(self.config.seats[0], name=name)]
        for seat in self.config.seats[1:]:
            seats.append(msgspec.structs.replace(seat, name=numbered(seat.name, [name])))
        config = msgspec.structs.replace(self.config, seats=seats)
        return make_game(config, own_plugins(catalogue), course=self.course)

    def is_of(self, config: MatchConfig) -> bool:
        """Return whether a configuration is that of this match, apart from the names of the players."""
        return _nameless(config) == _nameless(self.config)


def _nameless(config: MatchConfig) -> MatchConfig:
    seats = [msgspec.structs.replace(seat, name="") for seat in config.seats]
    return msgspec.structs.replace(config, seats=seats)


def own_plugins(catalogue: Catalogue) -> Catalogue:
    """Return only the plugins that come with the game: the player's own ones do not affect the daily course."""
    own = {id_: plugin for id_, plugin in catalogue.plugins.items() if plugin.folder.parent == paths.plugin_folder()}
    return Catalogue(own)


class Almanac:
    """Chooses the match of any day; reads the game's courses when one is first needed, or in steps with `work`."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._own = own_plugins(catalogue)
        self._folders = [paths.board_folder()]
        self._notations = Notations.of(self._own.plugins.values())
        self._unread = list(course_files(folders=self._folders).values())
        self._courses: list[Course] = []
        self._fitting: dict[str, list[Course]] = {}
        self._days: dict[date, DailyCourse] = {}
        # A single person has no team, so each robot is on its own.
        self._modes = sorted(mode.id for mode in self._own.modes() if not mode.manifest.seat_settings)

    def work(self) -> bool:
        """Read one course file, or sort the courses for one edition; return whether there is more to do."""
        waiting = [mode for mode in self._modes if mode not in self._fitting]
        if self._unread:
            self._courses.append(load_course(self._unread.pop(0), self._notations, self._folders))
        elif waiting:
            mode = self._own.get(waiting[0])
            self._fitting[mode.id] = [course for course in self._courses if self._is_good(course, mode)]
        return bool(self._unread or waiting[1:])

    def _is_good(self, course: Course, mode: Plugin) -> bool:
        return course.players[1] > 1 and not course.plugins and fits(course, mode, self._own)

    def course_of(self, day: date) -> DailyCourse:
        """Return the match of a day; raise `GameError` if a course cannot be read."""
        if day not in self._days:
            while self.work():
                pass
            self._days[day] = self._chosen(day)
        return self._days[day]

    def _course_of(self, number: int) -> Course:
        """Return the course for a number of days since year 1; each is used once before they are shuffled again."""
        courses = [course for course in self._courses if any(course in known for known in self._fitting.values())]
        shuffle, at = divmod(number, len(courses))
        Dice(derive(0, "daily courses", shuffle)).shuffle(courses)
        return courses[at]

    def _chosen(self, day: date) -> DailyCourse:
        course = self._course_of(day.toordinal())
        dice = Dice(derive(0, "daily course", day.isoformat()))
        mode = dice.pick([mode for mode in self._modes if course in self._fitting[mode]])
        models = sorted(robot_models(self._own.resolve([mode]))) or [""]
        dice.shuffle(models)
        titles, seats = robot_titles(self._own.resolve([mode])), [SeatConfig("-", robot=models[0])]
        for number in range(1, min(MAX_BOTS + 1, course.players[1])):
            model = models[number % len(models)]
            name = bot_name(titles.get(model, ""), [seat.name for seat in seats])
            seats.append(SeatConfig(name, dice.pick(BOTS), model))
        seed = dice.below(1 << SEED_BITS)
        config = MatchConfig(MatchSection(mode, course.id, seed, 0), seats=seats)
        return DailyCourse(day, config, course, code_of(self._own, mode, course))


# --- the code of the day ---------------------------------------------------------------------------------------------


def code_of(own: Catalogue, mode: str, course: Course) -> str:
    """Return the version of the game and digits of a hash of rules and course, such as `1.0-3fa9c` (CLI-2084)."""
    found = blake2b(digest_size=16)
    for plugin in sorted(own.resolve([mode]), key=lambda plugin: plugin.id):
        found.update(digest_of_rules(plugin.folder))
    found.update(msgspec.json.encode([course.id, sorted(course.board.inside), sorted(course.board.walls)]))
    found.update(repr(sorted(course.board.elements, key=repr)).encode())
    return f"{VERSION}-{found.hexdigest()[:CODE_LENGTH]}"


@cache
def digest_of_rules(folder: Path) -> bytes:
    """Return a hash (16 bytes) of the files in a plugin's folder that affect a match."""
    found = blake2b(digest_size=16)
    for path in sorted([*folder.rglob("*.py"), folder / "plugin.toml"]):
        if not path.name.startswith(_NOT_RULES):
            # Git may use other line ends on another system.
            found.update(path.name.encode() + b"\0" + path.read_bytes().replace(b"\r\n", b"\n") + b"\0")
    return found.digest()
