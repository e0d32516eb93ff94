"""`roborally play`: opens a match or a scenario in the window."""

import argparse
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from roborally.base.errors import GameError, Message
from roborally.base.later import imported_later
from roborally.cli import whole_number
from roborally.cli.window import open_window, player_name
from roborally.features.lobby.quick_choices import MODE, QuickMatchChoices
from roborally.game.compatibility import complete
from roborally.game.course.courses import course_file
from roborally.game.course.notation import Notations
from roborally.game.factory import Game, make_game, robot_titles
from roborally.game.match_file import MAX_SEATS, MAX_SEED, PEOPLE, MatchConfig, SeatConfig, load_config
from roborally.game.presets import with_preset
from roborally.plugin_system.guard import Guard
from roborally.plugin_system.loader import Catalogue, find_plugins
from roborally.plugin_system.program import own_program
from roborally.profile import Settings, load_settings

with imported_later():
    from roborally.game.scenario import file as scenario_file
    from roborally.game.scenario import show

SPEEDS = ("step", "slow", "normal", "fast", "skip")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `roborally play` to the parser."""
    parser.add_argument(
        "match",
        nargs="?",
        metavar="FILE",
        help="a match file, a scenario to watch, or what can be dropped on the window, such as a turn by post "
        "(default: a quick match)",
    )
    parser.add_argument("--course", metavar="NAME", help="the course (default: one that suits the mode)")
    parser.add_argument("--mode", metavar="MODE", help="the mode, such as classic (default: standard)")
    parser.add_argument("--preset", metavar="NAME", help="settings that the mode offers together, such as as-written")
    parser.add_argument("--bots", metavar="A,B,…", help="a bot for each opponent (default: greedy,greedy,greedy)")
    parser.add_argument(
        "--seed", type=int, metavar="N", help="the random seed; the same seed gives the same match (default: a new one)"
    )
    parser.add_argument("--follow", action="store_true", help="show a scenario again whenever its plugin is saved")
    parser.add_argument("--speed", choices=SPEEDS, help="the speed of the robots (default: as in the settings)")


def run(arguments: argparse.Namespace) -> int:
    """Open a match, a scenario or another file in the window; return the exit status."""
    if arguments.seed is not None:
        whole_number("--seed", arguments.seed, 0, MAX_SEED)
    catalogue = find_plugins()
    profile = load_settings()
    if arguments.match and own_program().page_of_file(Path(arguments.match)):  # reports errors before a window opens
        return open_window(catalogue, partial(_open_file, Path(arguments.match)), profile=profile)
    if arguments.match and scenario_file.is_scenario(Path(arguments.match)):
        return _open_scenario(arguments, catalogue, profile)
    config = _config(arguments, catalogue, profile[0])
    where = arguments.match or "match"
    return _open(catalogue, config, arguments.speed or "", where, profile, debug=arguments.debug)


def _config(arguments: argparse.Namespace, catalogue: Catalogue, settings: Settings) -> MatchConfig:
    """Return the match of the file in the arguments, or a quick match for the player named in `settings`."""
    usual: list[str] = []
    if arguments.mode is not None:
        catalogue.mode(arguments.mode, "--mode")
    if arguments.match:
        config = load_config(Path(arguments.match))
    else:
        wishes = QuickMatchChoices(mode=arguments.mode or MODE, name=player_name(settings))
        config = wishes.config(robot_titles(catalogue.resolve([wishes.mode])))
        usual = [config.match.course]
        config = config.with_match(course="")
    if arguments.course is not None:
        course_file(arguments.course, Notations.of(catalogue.plugins.values()), where="--course")
    given = {name: value for name in ("mode", "course", "seed") if (value := getattr(arguments, name)) is not None}
    config = config.with_match(**given)
    if arguments.preset is not None:
        config = with_preset(config, arguments.preset, catalogue)
    if arguments.bots:
        config = _with_bots(config, arguments.bots.split(","))
    return complete(config, catalogue, usual, arguments.match or "")


def _with_bots(config: MatchConfig, bots: list[str]) -> MatchConfig:
    """Return the match with these bots (ids) as its only bots, one seat each; raise `GameError` for too many."""
    people = [seat for seat in config.seats if seat.controller in PEOPLE]
    others = [seat for seat in config.seats if seat.controller not in PEOPLE]
    if len(people) + len(bots) > MAX_SEATS:
        raise GameError(
            "--bots names {count} bots; at most {most} are possible", count=len(bots), most=MAX_SEATS - len(people)
        )
    seats = list(people)
    for number, bot in enumerate(bots):
        known = others[number] if number < len(others) else SeatConfig(f"Bot {number + 1}")
        seats.append(msgspec.structs.replace(known, controller=bot))
    return msgspec.structs.replace(config, seats=seats)


def _open(
    catalogue: Catalogue,
    config: MatchConfig,
    speed: str,
    where: str,
    profile: tuple[Settings, list[Message]],
    *,
    debug: bool = False,
) -> int:
    """Check the match, then show it in a window; return the exit status.

    Errors name the match as `where`. `speed` and `profile` are as in `open_window`. With `debug`, each call of a
    plugin is checked for faults in the match's state.
    """
    from roborally.bots.registry import make_bot

    for seat in config.seats:
        if seat.controller not in PEOPLE:
            make_bot(seat.controller, catalogue)  # reports errors before a window opens
    game = make_game(config.with_seed(), catalogue, where=where)
    if debug:
        game = game.guarded(Guard())
    return open_window(catalogue, partial(_play, game), profile=profile, speed=speed)


def _play(game: Game, services: Any) -> None:
    """Open the main menu, and above it a match."""
    services.router.home()
    services.start(game)


def _open_scenario(arguments: argparse.Namespace, catalogue: Catalogue, profile: tuple[Settings, list[Message]]) -> int:
    """Play the scenario to its end, which reports errors, then show it in a window; return the exit status."""
    for option in ("course", "mode", "preset", "bots", "seed"):
        if getattr(arguments, option) is not None:
            raise GameError("{option} is for matches; a scenario says all that itself", option=f"--{option}")
    path = Path(arguments.match)
    played = show.perform(path, catalogue)

    def first(services: Any) -> None:
        services.router.open("scenario", path=path, played=played, follow=arguments.follow)

    return open_window(catalogue, first, profile=profile, speed=arguments.speed or "")


def _open_file(path: Path, services: Any) -> None:
    """Open the main menu, and above it the page for a file."""
    services.router.home()
    services.router.open_file(path)
