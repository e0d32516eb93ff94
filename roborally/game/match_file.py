"""Reads, checks and writes match files (docs/formats.md, Match file): TOML to `MatchConfig` and back.

Every error names the key and says what would be right.
"""

import secrets
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
import tomli_w

from roborally.base.errors import GameError, Message
from roborally.base.player_names import is_visible, look, name_problem, tidy_name
from roborally.base.toml_file import read_toml
from roborally.base.validation import in_words
from roborally.game.course.courses import course_beside

MAX_SEATS = 8
MAX_FILE = 10_000_000
SEED_BITS = 53
MAX_SEED = 2**SEED_BITS - 1
"""The largest seed: below 2^53, so that every program that reads JSON can represent it."""


def new_seed() -> int:
    """Return a random seed from 0 to `MAX_SEED`."""
    return secrets.randbits(SEED_BITS)


class ConfigError(GameError):
    """A match's configuration cannot be used; the message is one plain sentence that names the key."""


PEOPLE = frozenset({"human", "remote"})
"""The values of `SeatConfig.controller` for people, at this machine or over the network; all others are bots."""


class SeatConfig(msgspec.Struct, forbid_unknown_fields=True, frozen=True, omit_defaults=True):
    """One seat of a match, a `[[seats]]` entry of a match file; `team` is 0 and `side` empty if not chosen.

    `controller` is `human`, `remote` or a bot's name. `objectives` are numbers or cells, for modes that use them.
    """

    name: str
    controller: str = "human"
    robot: str = ""
    team: int = 0
    side: str = ""
    objectives: list[int | tuple[int, int]] = []


class MatchSection(msgspec.Struct, forbid_unknown_fields=True, frozen=True, omit_defaults=True):
    """The table `[match]` of a match file; `seed` is `None` for a random one, `timer` is in seconds, 0 for no limit."""

    mode: str = "standard"
    course: str = ""
    seed: int | None = None
    timer: int = 60
    plugins: list[str] = []


class MatchConfig(msgspec.Struct, forbid_unknown_fields=True, frozen=True, omit_defaults=True):
    """The content of a match file; `rules` are settings of any plugins, `plugin` are settings by plugin id."""

    match: MatchSection = MatchSection()
    rules: dict[str, Any] = {}
    plugin: dict[str, dict[str, Any]] = {}
    seats: list[SeatConfig] = []

    def with_seed(self) -> "MatchConfig":
        """Return the configuration, with a new random seed if it has none."""
        if self.match.seed is not None:
            return self
        return self.with_match(seed=new_seed())

    def with_match(self, **values: Any) -> "MatchConfig":
        """Return a copy of the configuration with other values in its table `[match]`."""
        return msgspec.structs.replace(self, match=msgspec.structs.replace(self.match, **values))

    def to_data(self) -> dict[str, Any]:
        """Return the configuration as dicts and lists, as a match file contains them."""
        data: dict[str, Any] = msgspec.to_builtins(self)
        return data

    def to_toml(self) -> str:
        """Return the text of a match file."""
        return tomli_w.dumps(self.to_data())


def parse_config(data: Mapping[str, Any], where: str = "") -> MatchConfig:
    """Return the configuration in a match file's dict; raise `ConfigError`, with the key and the file `where`."""
    try:
        config = msgspec.convert(data, MatchConfig)
    except msgspec.ValidationError as error:
        raise ConfigError(in_words(error, data, MatchConfig), where=where) from None
    if not 0 <= config.match.timer <= 3600:
        raise ConfigError(
            "match.timer must be 0 (off) to 3600 seconds, not {timer}", where=where, timer=config.match.timer
        )
    for number, seat in enumerate(config.seats):
        for key, word in {"name": seat.name, "controller": seat.controller, "side": seat.side}.items():
            if word and not is_visible(word):
                text = Message.of(
                    "must consist of visible characters, not {word!r}", f"seats[{number}].{key}", word=word
                )
                raise ConfigError(text, where=where)
    return config


def seat_name_problem(seats: Sequence[SeatConfig], number: int) -> Message | None:
    """Return why the name of seat `number` (from 0) is not allowed, or too similar to another; `None` if it is fine."""
    name = seats[number].name
    alike = [look(other.name) for other in seats].count(look(name)) > 1
    clash = Message.of("two seats have this name, or names that look alike") if alike else None
    return name_problem(name) or clash


def load_config(path: Path) -> MatchConfig:
    """Read and return a match file; a course's path in it may be relative to its folder. Raise `ConfigError`."""
    config = parse_config(read_toml(path, MAX_FILE, ConfigError), str(path))
    for number in range(len(config.seats)):
        if problem := seat_name_problem(config.seats, number):
            raise ConfigError(problem, where=Message.of("{key}", path, key=f"seats[{number}].name"))
    seats = [msgspec.structs.replace(seat, name=tidy_name(seat.name)) for seat in config.seats]
    return msgspec.structs.replace(config, seats=seats).with_match(course=course_beside(config.match.course, path))
