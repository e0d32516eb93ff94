"""Builds a server's game for a client from the installed plugins and the bundles of the missing ones.

If a plugin is missing, or installed in another version, its manifest, texts and pictures come from the server, and none
of its code runs. The rules then come from the plugins that work without it, and facts about robots are read from the
data that the server sends.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from roborally.base.errors import GameError
from roborally.core.floor import Floor
from roborally.core.match import Match, Seat
from roborally.core.observation import SPECTATOR
from roborally.core.rules import Ruleset
from roborally.core.state import Piece
from roborally.game.factory import Game
from roborally.game.match_file import MAX_SEATS, MatchConfig, parse_config
from roborally.game.settings import resolve_settings
from roborally.net.plugin_bundles import digest_of
from roborally.net.protocol import FACTS_ENTRY, MAX_SHORT, Begin
from roborally.plugin import Fact, PluginError
from roborally.plugin_system.loader import Catalogue, Plugin, build_rules


def missing_plugins(begin: Begin, catalogue: Catalogue) -> dict[str, str]:
    """Return the server's digest of each plugin of a match, by id, that is not installed here in that version."""
    return {id_: state.digest for id_, state in begin.plugins.items() if not _is_here(catalogue, id_, state.digest)}


def _is_here(catalogue: Catalogue, id_: str, digest: str) -> bool:
    return id_ in catalogue.plugins and digest_of(catalogue.plugins[id_].folder) == digest


def game_of(begin: Begin, catalogue: Catalogue, bundles: Mapping[str, Plugin]) -> tuple[Game, bool]:
    """Return the game that has begun, and whether its rules are complete here; raise `GameError` if it cannot be shown.

    `bundles` are the plugins sent by the server, by id.
    """
    plugins = tuple(
        catalogue.plugins[id_] if _is_here(catalogue, id_, state.digest) else bundles[id_]
        for id_, state in begin.plugins.items()
    )
    config = parse_config(begin.config)
    names = [text for seat in config.seats for text in (seat.name, seat.robot, seat.controller)]
    sane = len(config.seats) <= MAX_SEATS and max(map(len, names), default=0) <= MAX_SHORT
    if not (sane and SPECTATOR <= begin.seat < len(config.seats)):
        raise GameError("the server has sent a match with impossible seats")
    # Manifests describe the elements on the course, including manifests sent by the server.
    course = begin.course.to_course(Catalogue({plugin.id: plugin for plugin in plugins}), list(begin.plugins))
    complete = not any(id_ in bundles for id_ in begin.plugins)
    rules = _rules(plugins, config, begin, complete=complete)
    seats = tuple(
        Seat(seat.name, seat.robot, {"team": seat.team, "side": seat.side}, {"objectives": seat.objectives})
        for seat in config.seats
    )
    floor = Floor(course.board, rules)
    Match.from_data(
        rules, floor, seats, begin.observation
    )  # report an observation that cannot be built into a match at once
    return Game(config, plugins, rules, course, floor, seats), complete


def _rules(plugins: tuple[Plugin, ...], config: MatchConfig, begin: Begin, *, complete: bool) -> Ruleset:
    if complete:
        return build_rules(plugins, resolve_settings(plugins, config.rules, config.plugin))
    try:
        rules = build_rules(plugins, resolve_settings(plugins, config.rules, config.plugin), whole=False)
    except PluginError:  # the installed plugins conflict without the missing ones
        rules = build_rules((), {}, whole=False)
    facts = {name: Fact(_sent(name)) for name in begin.observation["ext"].get(FACTS_ENTRY, {})}
    return replace(rules, toughness=begin.toughness, registries={**rules.registries, "facts": facts})


def _sent(name: str) -> Callable[[Match, Piece], Any]:
    """Return a function that reads a fact (`Fact`) about a robot by name from the data that the server sent."""

    def read(match: Match, piece: Piece) -> Any:
        values = match.state.ext.get(FACTS_ENTRY, {}).get(name, ())
        return _with_numbers(values[piece.index]) if piece.index < len(values) else None

    return read


def _with_numbers(value: Any) -> Any:
    """Return a dict with its numeric keys, which are texts in JSON, turned into numbers; other values unchanged."""
    if isinstance(value, dict) and value and all(str(key).isdecimal() for key in value):
        return {int(key): item for key, item in value.items()}
    return value
