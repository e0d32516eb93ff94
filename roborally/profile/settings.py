"""Reads and writes the player's settings, a TOML file (CLI-801 to CLI-807).

A damaged file, or one from a newer version of the game, is renamed and never overwritten. A single wrong value or an
unknown key is reported and skipped; the next save rewrites the file.
"""

import reprlib
from pathlib import Path
from typing import Annotated, Any, Literal, get_args

import msgspec
import tomli_w
from msgspec import Meta
from msgspec.inspect import BoolType, IntType, LiteralType, StrType, VarTupleType, type_info

from roborally.base import paths
from roborally.base.atomic_file import write_aside
from roborally.base.errors import GameError, Message, reason
from roborally.base.plain_file import open_plain
from roborally.base.player_names import name_problem, tidy_name
from roborally.base.toml_file import read_toml
from roborally.base.translation import _
from roborally.profile.aside import alone, set_aside

VERSION = 1
"""The version of the file's format; raised when an existing key changes its meaning."""
MAX_FILE = 100_000
"""The maximum size of the file, in bytes."""

NOBODY = "Player"
"""The value of `player_name` until the player chooses a name."""
Percent = Annotated[int, Meta(ge=0, le=100)]
Language = Literal["system", "en", "de", "sv"]
LANGUAGES: tuple[str, ...] = get_args(Language)
Sight = Literal["usual", "protan", "deutan", "tritan"]
SIGHTS: tuple[str, ...] = get_args(Sight)
Speed = Literal["step", "slow", "normal", "fast", "skip"]
SPEEDS: tuple[str, ...] = get_args(Speed)
PluginName = Annotated[str, Meta(min_length=1, max_length=100)]
PluginNames = Annotated[tuple[PluginName, ...], Meta(max_length=500)]
MAX_TITLES = 3
"""The maximum number of achievements that a player may show to others."""
Title = Annotated[str, Meta(min_length=1, max_length=100)]
Titles = Annotated[tuple[Title, ...], Meta(max_length=MAX_TITLES)]
"""The keys (`Achievement.key`) of achievements that a player shows to others, such as `robot-statistics/first-oil`."""
NewTitles = Annotated[tuple[Title, ...], Meta(max_length=500)]


class SettingsError(GameError):
    """The settings cannot be read or stored; the message is one plain sentence."""


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """The player's settings; change them with `msgspec.structs.replace`.

    Volumes are in percent, window sizes in pixels; `interface_scale` is the size of texts and controls in percent.
    `language` is `system` for the language of the environment. `low_graphics` draws without antialiasing. `player_name`
    must satisfy `name_problem`. `usual_plugins` are the ids of plugins that are enabled in new custom matches if the
    rules allow it. `robot_lines` lets robots make remarks, `reduced_motion` avoids unnecessary animations; `name_tags`
    shows the names of the robots on the board, `commentary` remarks below it; `sight` adapts the colours of the seats
    to a kind of colour vision. `titles` are the achievements shown to others on the network, as `Achievement.key` names
    them; `new_achievements` those that the player has not looked at yet.
    """

    programming_aid: bool = True
    sound: bool = True
    volume: Percent = 80
    music: bool = True
    music_volume: Percent = 60
    effects_volume: Percent = 80
    window_width: Annotated[int, Meta(ge=640, le=16384)] = 1280
    window_height: Annotated[int, Meta(ge=560, le=16384)] = 720
    interface_scale: Annotated[int, Meta(ge=80, le=200)] = 100
    full_screen: bool = False
    language: Language = "system"
    moving_speed: Speed = "normal"
    slow_when_it_matters: bool = True
    ask_before_loss: bool = True
    light_floor: bool = False
    follow_camera: bool = True
    player_name: str = NOBODY
    low_graphics: bool = False
    usual_plugins: PluginNames = ()
    robot_lines: bool = True
    sight: Sight = "usual"
    titles: Titles = ()
    new_achievements: NewTitles = ()
    reduced_motion: bool = False
    name_tags: bool = False
    commentary: bool = False

    @property
    def called(self) -> str:
        """The player's name; until one is chosen, the word “Player” in the current language."""
        return _("Player") if self.player_name == NOBODY else tidy_name(self.player_name)


_FIELDS = {field.name: field for field in msgspec.structs.fields(Settings)}
_FORMER = {"openings_told", "story_told"}
"""Keys of earlier versions, which are ignored."""


def load_settings(path: Path | None = None) -> tuple[Settings, list[Message]]:
    """Return the settings, and a message for every unusable part of the file; never raise.

    Without a file they are the defaults. A damaged or newer file is renamed; one that cannot be read or renamed stays
    in place, and `save_settings` then refuses to replace it.
    """
    path = path or paths.settings_file()
    try:
        data, problem = _read(path)
        if not problem:
            return _settings_of(data, path)
        with alone(path.parent):
            data, notices = _read_or_set_aside(path)
    except GameError as error:
        return Settings(), [error.message]
    settings, problems = _settings_of(data, path)
    return settings, notices + problems


def save_settings(settings: Settings, path: Path | None = None) -> list[Message]:
    """Write the settings; return a message if a damaged or newer file had to be renamed first, else an empty list.

    Raise `SettingsError` for a value out of range, and `GameError` if the file cannot be written; the old one is then
    unchanged.
    """
    path = path or paths.settings_file()
    for name in _FIELDS:
        if problem := _problem(name, getattr(settings, name)):
            raise SettingsError(problem)
    text = tomli_w.dumps({"version": VERSION, **msgspec.to_builtins(settings)})
    with alone(path.parent):
        _data, notices = _read_or_set_aside(path)
        write_aside(path, text.encode())
    return notices


def _read(path: Path) -> tuple[dict[str, Any], str]:
    """Return the file's content, and `damaged`, `newer`, or an empty text if it is usable; raise `SettingsError`."""
    try:
        open_plain(path).close()
    except FileNotFoundError:
        return {}, ""
    except OSError as error:
        raise SettingsError("cannot be read: {error}", where=path, error=reason(error)) from None
    try:
        data = read_toml(path, MAX_FILE, SettingsError)
    except SettingsError:
        return {}, "damaged"
    version = data.pop("version", VERSION)
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        return {}, "damaged"
    return data, "newer" if version > VERSION else ""


def _read_or_set_aside(path: Path) -> tuple[dict[str, Any], list[Message]]:
    """Return the file's content; rename an unusable file, and return nothing and a message. Call it in `alone`."""
    data, problem = _read(path)  # check again: another process may have been faster
    if not problem:
        return data, []
    target = set_aside(path, problem)
    text = Message.of("damaged; it is now called {name}, and the usual settings are used", path, name=target.name)
    if problem == "newer":
        text = Message.of(
            "written by a newer version of the game; it is now called {name}, and the usual settings are used",
            path,
            name=target.name,
        )
    return {}, [text]


def _settings_of(data: dict[str, Any], path: Path) -> tuple[Settings, list[Message]]:
    """Return the settings in a file's content, and a message for each unknown or wrong key."""
    values: dict[str, Any] = {}
    notices: list[Message] = []
    for name, value in data.items():
        if name in _FORMER:
            continue
        if name not in _FIELDS:
            notices.append(Message.of("the unknown key {key} is ignored", path, key=reprlib.repr(name)))
        elif problem := _problem(name, value):
            usual = _FIELDS[name].default
            notices.append(Message.of("{problem}; {usual!r} is used instead", path, problem=problem, usual=usual))
        else:
            values[name] = msgspec.convert(value, _FIELDS[name].type)
    return Settings(**values), notices


def _problem(name: str, value: Any) -> Message | None:
    """Return why a setting cannot have this value, or `None` if it can."""
    try:
        msgspec.convert(value, _FIELDS[name].type)
    except msgspec.ValidationError:
        return _unlike(name, value)
    if name == "player_name" and (problem := name_problem(value)):
        return problem.at(name)
    return None


def _unlike(name: str, value: Any) -> Message:
    return Message.of("must be {allowed}, not {value}", name, allowed=_allowed(name), value=reprlib.repr(value))


def _allowed(name: str) -> Message:
    kind = type_info(_FIELDS[name].type)
    if isinstance(kind, BoolType):
        return Message.of("true or false")
    if isinstance(kind, IntType):
        return Message.of("a whole number from {least} to {most}", least=kind.ge, most=kind.le)
    if isinstance(kind, LiteralType):
        return Message.of("one of {values}", values=", ".join(str(value) for value in _FIELDS[name].type.__args__))
    if isinstance(kind, VarTupleType):
        if name == "titles":
            return Message.of("a list of at most {most} achievements", most=MAX_TITLES)
        if name == "new_achievements":
            return Message.of("a list of achievements")
        return Message.of("a list of plugins")
    assert isinstance(kind, StrType), "there are no other kinds of settings"
    return Message.of("a text")
