"""The choices for a quick match, as plain data; no drawing."""

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
    """The choices stored separately for each mode; the number of bots may be that of an arena."""

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
    """The seats' values of the mode's seat setting: a team, or a side."""
    rules: tuple[tuple[str, str], ...] = ()
    """The chosen values of the mode's settings, by name."""
    preset: str = ""
    """The mode's preset, empty for none."""
    elsewhere: dict[str, ModeChoices] = field(default_factory=dict)
    """The choices in other modes, by mode."""

    def in_mode(self, mode: str) -> "QuickMatchChoices":
        """Return the choices for another mode, including the earlier ones there."""
        elsewhere = {
            **self.elsewhere,
            self.mode: ModeChoices(self.course, self.robot, self.bots, self.seats, self.rules, self.preset),
        }
        known = elsewhere.pop(mode, ModeChoices(self.course, self.robot, self.bots))
        return replace(self, mode=mode, elsewhere=elsewhere, **known._asdict())

    def with_known_rules(self, catalogue: Catalogue) -> "QuickMatchChoices":
        """Return the choices without presets and values of settings that the mode no longer has."""
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
        """Return the choices, with defaults for a mode, bot or clock that does not exist."""
        modes = [mode.id for mode in catalogue.modes()]
        there = self.mode in modes and self.bot in bots and self.timer in TIMERS and 1 <= self.bots <= MAX_BOTS
        return self if there else QuickMatchChoices()

    def config(self, robots: Mapping[str, str], seed: int | None = None) -> MatchConfig:
        """Return the match; bots get the remaining of the robots, titles by id, while there are enough."""
        seats = quick_seats(self.name, self.robot, robots, self.bots, self.bot)
        match = MatchSection(mode=self.mode, course=self.course, timer=self.timer, seed=seed)
        return MatchConfig(match=match, rules=dict(self.rules), seats=seats)

    def seated(self, config: MatchConfig, setting: str) -> MatchConfig:
        """Return the match with the seats' values, if the mode has a seat setting."""
        return seated(config, setting, self.seats) if setting and self.seats else config
