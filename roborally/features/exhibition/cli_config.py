"""Turns the options of `roborally exhibit` into an `Exhibition`."""

import argparse
from pathlib import Path
from typing import Any

import msgspec

from roborally.arena.plan import Exhibition
from roborally.base.errors import GameError
from roborally.game.compatibility import complete
from roborally.game.course.courses import course_file
from roborally.game.course.notation import Notations
from roborally.game.factory import key_place
from roborally.game.match_file import MAX_SEATS, PEOPLE, MatchConfig, SeatConfig, load_config
from roborally.plugin_system.loader import Catalogue

DEFAULT_BOTS = "greedy,greedy,greedy,greedy"
DEFAULT_COURSE = "ring-race"
_MAX_COURSES = 100
_MAX_PLUGINS = 100


def exhibition_of(arguments: argparse.Namespace, games: int, catalogue: Catalogue) -> Exhibition:
    """Return the exhibition described by the options, with seed 0; raise `GameError` for invalid options."""
    config = _config(arguments, catalogue)
    bots = tuple(seat.controller for seat in config.seats)
    courses: tuple[str, ...] = (config.match.course,)
    if arguments.course:
        courses = _names("--course", arguments.course, 1, _MAX_COURSES, f"{DEFAULT_COURSE},first-steps")
    place = "--course" if arguments.course else key_place("match.course", arguments.match or "")
    for name in courses:
        course_file(name, Notations.of(catalogue.plugins.values()), where=place)
    if len(set(courses)) < len(courses):
        raise GameError("--course names a course twice")
    robots: tuple[str, ...] = ()
    if arguments.robots:
        robots = _names("--robots", arguments.robots, len(bots), 64, "tanky,albot,peach,lazybot")
    return Exhibition(config.with_match(course=courses[0]), bots, games, 0, courses=courses, robots=robots)


def _config(arguments: argparse.Namespace, catalogue: Catalogue) -> MatchConfig:
    """Return the configuration: the match file or the standard race, changed by the options."""
    if arguments.match:
        config = load_config(Path(arguments.match))
        if not config.seats:
            raise GameError("key seats is missing; add a [[seats]] table for each player", where=arguments.match)
    else:
        config = MatchConfig()
    if arguments.mode is not None:
        catalogue.mode(arguments.mode, "--mode")
    config = msgspec.structs.replace(config, seats=_seats(arguments, config))
    changes: dict[str, Any] = {key: value for key in ("course", "mode") if (value := getattr(arguments, key))}
    if arguments.plugins:
        further = _names("--plugins", arguments.plugins, 1, _MAX_PLUGINS, "oil,portals")
        for id_ in further:
            catalogue.get(id_, "--plugins")
        changes["plugins"] = list(dict.fromkeys((*config.match.plugins, *further)))
    return complete(config.with_match(**changes), catalogue, [DEFAULT_COURSE], arguments.match or "")


def _seats(arguments: argparse.Namespace, config: MatchConfig) -> list[SeatConfig]:
    """Return the seats with their bots; raise `GameError` for a seat of a person, or too many or too few bots."""
    seats = list(config.seats)
    names = _names("--bots", arguments.bots, 1, MAX_SEATS, DEFAULT_BOTS) if arguments.bots else None
    if names is None and not seats:
        names = tuple(DEFAULT_BOTS.split(","))
    if names is not None:
        if people := PEOPLE & set(names):
            raise GameError("--bots names {name!r}, which is not a bot", name=min(people))
        if not seats:
            seats = [SeatConfig(name=f"Seat {number}") for number in range(1, len(names) + 1)]
        if len(seats) != len(names):
            raise GameError(
                "--bots names {count} bots, but there are {seats} seats",
                where=arguments.match,
                count=len(names),
                seats=len(seats),
            )
        seats = [msgspec.structs.replace(seat, controller=name) for seat, name in zip(seats, names, strict=True)]
    for seat in seats:
        if seat.controller in PEOPLE:
            raise GameError(
                "seat {name!r} is for a person; name bots with --bots", where=arguments.match, name=seat.name
            )
    return seats


def _names(option: str, text: str, least: int, most: int, example: str) -> tuple[str, ...]:
    """Return the names in an option, joined there by commas; raise `GameError` unless there are `least` to `most`."""
    names = tuple(name.strip() for name in text.split(","))
    if not all(names) or not least <= len(names) <= most:
        raise GameError(
            "{option} must be {least} to {most} names joined by commas, such as {example}",
            option=option,
            least=least,
            most=most,
            example=example,
        )
    return names
