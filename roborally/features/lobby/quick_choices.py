"""The player's choices for a quick match, as plain data that is stored between runs; no drawing."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from roborally.game.compatibility import Values, seated
from roborally.game.match_file import MatchConfig, MatchSection
from roborally.game.presets import presets_of
from roborally.game.quick_seats import quick_seats
from roborally.plugin_system.loader import Catalogue

MAX_BOTS = 7
TIMERS = (0, 30, 60, 90, 120, 180)
MODE, COURSE = "standard", "first-steps"


class ModeChoices(NamedTuple):
    """The choices for a quick match in one mode; the fields are as in `QuickMatchChoices`."""

    course: str = COURSE
    robot: str = ""
    bots: int = 3
    seats: Values = ()
    rules: tuple[tuple[str, str], ...] = ()
    preset: str = ""


@dataclass(frozen=True)
class QuickMatchChoices:
    """The player's choices for a quick match; stored between runs (see `remembered`)."""

    mode: str = MODE
    course: str = COURSE
    robot: str = ""
    name: str = "Player"
    bots: int = 3
    bot: str = "greedy"
    timer: int = 0
    seats: Values = ()
    """The value of each seat in the mode's seat setting, a team or a side; empty for the defaults."""
    rules: tuple[tuple[str, str], ...] = ()
    """Pairs of the name of a setting and its chosen value."""
    preset: str = ""
    """The name of the mode's preset, empty for none."""
    elsewhere: dict[str, ModeChoices] = field(default_factory=dict)
    """The choices last made in the other modes, by mode id."""

    def in_mode(self, mode: str) -> "QuickMatchChoices":
        """Return the choices for a mode: those last made there, or the same course, robot and number of bots."""
        elsewhere = {
            **self.elsewhere,
            self.mode: ModeChoices(self.course, self.robot, self.bots, self.seats, self.rules, self.preset),
        }
        known = elsewhere.pop(mode, ModeChoices(self.course, self.robot, self.bots))
        return replace(self, mode=mode, elsewhere=elsewhere, **known._asdict())

    def with_known_rules(self, catalogue: Catalogue) -> "QuickMatchChoices":
        """Return the choices without presets and values of settings that the mode does not have."""
        plugins = catalogue.resolve([self.mode])
        preset = self.preset if self.preset in presets_of(catalogue.get(self.mode), plugins) else ""
        known = {
            (name, value)
            for plugin in plugins
            for name, setting in plugin.manifest.settings.items()
            if setting.quick
            for value in setting.choices
        }
        return replace(self, rules=tuple(entry for entry in self.rules if entry in known), preset=preset)

    def possible(self, catalogue: Catalogue, bots: Sequence[str]) -> "QuickMatchChoices":
        """Return these choices, or all defaults if the mode, bot, timer or number of bots is no longer offered."""
        modes = [mode.id for mode in catalogue.modes()]
        there = self.mode in modes and self.bot in bots and self.timer in TIMERS and 1 <= self.bots <= MAX_BOTS
        return self if there else QuickMatchChoices()

    def config(self, robots: Mapping[str, str]) -> MatchConfig:
        """Return the match; `robots` are the titles of robots by id; bots get robots that the player has not chosen."""
        seats = quick_seats(self.name, self.robot, robots, self.bots, self.bot)
        match = MatchSection(mode=self.mode, course=self.course, timer=self.timer)
        return MatchConfig(match=match, rules=dict(self.rules), seats=seats)

    def seated(self, config: MatchConfig, setting: str) -> MatchConfig:
        """Return the match with the chosen value of a setting, `team` or `side`, in each seat; `""` changes nothing."""
        return seated(config, setting, self.seats) if setting and self.seats else config
