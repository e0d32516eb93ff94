"""`roborally exhibit`: bots play against each other, one game or thousands."""

import argparse
import os
import secrets
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from roborally.arena.exhibition import Exhibition, run_exhibition
from roborally.arena.play import Outcome
from roborally.arena.report import summarise, tables
from roborally.board_check import fitting_modes, stands_alone
from roborally.config import MAXIMUM_SEATS, MatchConfig, MatchSection, SeatConfig, load_config
from roborally.course import Notations, course_files, find_course
from roborally.errors import GameError
from roborally.loader import find_plugins

HELP = "let bots play against each other"
DEFAULT_BOTS = "greedy,greedy,greedy,greedy"
DEFAULT_COURSE = "ring-race"
DEFAULT_GAMES = 20
MOST_GAMES = 1_000_000
MOST_JOBS = 256
MOST_SEED = 2**53 - 1
"""Seeds stay below 2^53, so that every program that reads JSON can hold them."""
GAMES_FILE = "games.jsonl"
SUMMARY_FILE = "summary.json"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("match", nargs="?", metavar="MATCH.toml", help="a match file; left out, a standard race")
    parser.add_argument("--bots", metavar="A,B,…", help=f"a bot for each seat (default: {DEFAULT_BOTS})")
    parser.add_argument("--course", metavar="NAME", help=f"the course (default: {DEFAULT_COURSE}, or one for the mode)")
    parser.add_argument("--mode", metavar="M", help="the mode (default: standard)")
    parser.add_argument(
        "--games", metavar="N", default=str(DEFAULT_GAMES), help="how many games (default: %(default)s)"
    )
    parser.add_argument("--jobs", metavar="N", help="how many processes (default: one for each processor)")
    parser.add_argument("--seed", metavar="N", help="the seed of all games (default: drawn anew)")
    parser.add_argument("--out", metavar="DIR", help=f"write {GAMES_FILE}, a line for each game, and {SUMMARY_FILE}")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON instead of tables")


def run(arguments: argparse.Namespace) -> int:
    """Play and report; return the exit status."""
    games = _number("--games", arguments.games, 1, MOST_GAMES)
    jobs = _number("--jobs", arguments.jobs, 1, MOST_JOBS) if arguments.jobs else os.cpu_count() or 1
    config = _config(arguments)
    if arguments.seed:
        seed = _number("--seed", arguments.seed, 0, MOST_SEED)
    else:
        seed = secrets.randbits(53) if config.match.seed is None else config.match.seed
    bots = tuple(seat.controller for seat in config.seats)
    exhibition = Exhibition(config, bots, games, seed)
    played = run_exhibition(exhibition, find_plugins(), jobs)
    outcomes = []
    with _output(arguments.out) as file:
        for outcome in _with_progress(played, games):
            outcomes.append(outcome)
            if file is not None:
                file.write(msgspec.json.encode(outcome).decode() + "\n")
                file.flush()
    summary = summarise(exhibition, outcomes)
    text = msgspec.json.format(msgspec.json.encode(summary), indent=2).decode()
    if arguments.out:
        (Path(arguments.out) / SUMMARY_FILE).write_text(text + "\n", encoding="utf-8")
    if arguments.json:
        print(text)
    else:
        Console().print(tables(summary))
    return 0


def _number(option: str, text: str, least: int, most: int) -> int:
    """Return the number in an option; raise `GameError`."""
    try:
        number = int(text)
    except ValueError:
        number = least - 1
    if not least <= number <= most:
        raise GameError(f"{option} must be a whole number from {least} to {most}, not {text!r}")
    return number


def _config(arguments: argparse.Namespace) -> MatchConfig:
    """Return the configuration: the match file, or the standard race, with what the options change."""
    if arguments.match:
        config = load_config(Path(arguments.match))
        if not config.seats:
            raise GameError(f"{arguments.match}: key seats is missing; add a [[seats]] table for each player")
    else:
        config = MatchConfig(match=MatchSection(course=DEFAULT_COURSE))
    names = _bot_list(arguments.bots) if arguments.bots else None
    if names is None and not config.seats:
        names = _bot_list(DEFAULT_BOTS)
    seats = list(config.seats)
    if names is not None:
        if not seats:
            seats = [SeatConfig(name=f"Seat {number}") for number in range(1, len(names) + 1)]
        if len(seats) != len(names):
            raise GameError(f"--bots names {len(names)} bots, but {arguments.match} has {len(seats)} seats")
        seats = [msgspec.structs.replace(seat, controller=name) for seat, name in zip(seats, names, strict=True)]
    for seat in seats:
        if seat.controller in ("human", "remote"):
            raise GameError(f"{arguments.match}: seat {seat.name!r} is for a person; name bots with --bots")
    changes = {key: value for key in ("course", "mode") if (value := getattr(arguments, key))}
    if "mode" in changes and not arguments.course and not arguments.match:
        changes["course"] = _course_for(changes["mode"], len(seats))
    return msgspec.structs.replace(config, match=msgspec.structs.replace(config.match, **changes), seats=seats)


def _course_for(mode: str, seats: int) -> str:
    """Return the name of a course for a mode and a number of seats, if possible the default one."""
    catalogue = find_plugins()
    notations = Notations.of(catalogue.plugins.values())
    for name in (DEFAULT_COURSE, *course_files()):
        try:
            course = find_course(name, notations)
        except GameError:
            continue
        fits = mode in [fitting.id for fitting in fitting_modes(course, catalogue)] and stands_alone(course, catalogue)
        if fits and course.players[0] <= seats <= course.players[1]:
            return name
    return DEFAULT_COURSE


def _bot_list(text: str) -> list[str]:
    names = [name.strip() for name in text.split(",")]
    if not all(names) or not 1 <= len(names) <= MAXIMUM_SEATS:
        raise GameError(f"--bots must be 1 to {MAXIMUM_SEATS} names joined by commas, such as {DEFAULT_BOTS}")
    return names


@contextmanager
def _output(folder: str | None) -> Iterator[IO[str] | None]:
    """Open the file for the games; a file that is there already is never overwritten."""
    if folder is None:
        yield None
        return
    path = Path(folder) / GAMES_FILE
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        file = path.open("x", encoding="utf-8")
    except FileExistsError:
        raise GameError(f"{path} is there already; choose another folder for --out") from None
    except OSError as error:
        raise GameError(f"{path} cannot be written: {error.strerror}") from None
    with file:
        yield file


def _with_progress(outcomes: Iterator[Outcome], games: int) -> Iterator[Outcome]:
    """Show a progress bar on the error stream while games are played, when that is a terminal."""
    if not sys.stderr.isatty():
        yield from outcomes
        return
    columns = (TextColumn("games"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("games", total=games)
        for outcome in outcomes:
            yield outcome
            progress.advance(task)
