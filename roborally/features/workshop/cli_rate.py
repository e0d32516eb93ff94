"""`roborally board rate`: rates a course by games of bots."""

import argparse
import os
from collections.abc import Sequence
from pathlib import Path

import msgspec
from rich.console import Group, RenderableType
from rich.progress import MofNCompleteColumn
from rich.table import Column, Table

from roborally.arena.figures import counted, to_json
from roborally.arena.plan import Terms
from roborally.base.console import give, say
from roborally.base.errors import GameError
from roborally.cli import whole_number
from roborally.cli.progress import progress
from roborally.cli.tables import show
from roborally.features.workshop.rating.conditions import BOT, GAMES, MAX_GAMES, SEATS, terms_for
from roborally.features.workshop.rating.figures import Rating
from roborally.features.workshop.rating.heat_map import draw_heat_map
from roborally.features.workshop.rating.run import RatingRun, wait_for
from roborally.features.workshop.rating.suggestions import Suggestion, suggest
from roborally.features.workshop.rating.verdicts import keep_figures
from roborally.features.workshop.rating.words import RatingWords
from roborally.features.workshop.rating.workers import Workers
from roborally.game.course.courses import Course, find_course
from roborally.game.course.image import checked_path, save_picture
from roborally.game.course.notation import Notations
from roborally.game.match_file import MAX_SEATS, MAX_SEED
from roborally.plugin_system.loader import Catalogue

MAX_JOBS = 256
_DEADLIEST = 5
"""The number of cells in the table of the deadliest cells."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `roborally board rate`."""
    parser.epilog = "The same seed gives the same figures, with any number of processes. docs/courses.md tells more."
    parser.add_argument("course", metavar="FILE|NAME", help="a board or course file, or the name of one")
    parser.add_argument("--games", metavar="N", default=str(GAMES), help="how many games (default: %(default)s)")
    parser.add_argument("--seats", metavar="N", help=f"how many robots (default: {SEATS}, or as many as there may be)")
    parser.add_argument("--mode", metavar="MODE", default="", help="the mode (default: standard, or one that fits)")
    parser.add_argument("--bot", metavar="BOT", default=BOT, help="the bot on all seats (default: %(default)s)")
    parser.add_argument("--seed", metavar="N", default="1", help="the random seed (default: %(default)s)")
    parser.add_argument("--jobs", metavar="N", help="how many processes (default: one for each processor)")
    parser.add_argument(
        "--suggest", action="store_true", help="try changes at the deadliest cells, and tell which of them help"
    )
    parser.add_argument("--json", action="store_true", help="print JSON instead of tables")
    parser.add_argument("--picture", metavar="PNG", help="write a picture of the course with its destructions")


def run(arguments: argparse.Namespace, catalogue: Catalogue) -> int:
    """Let bots play the games and print the rating of the course; raise `GameError` if it cannot be played."""
    games = whole_number("--games", arguments.games, 1, MAX_GAMES)
    seats = 0 if arguments.seats is None else whole_number("--seats", arguments.seats, 1, MAX_SEATS)
    seed = whole_number("--seed", arguments.seed, 0, MAX_SEED)
    jobs = os.cpu_count() or 1 if arguments.jobs is None else whole_number("--jobs", arguments.jobs, 1, MAX_JOBS)
    picture = None if arguments.picture is None else checked_path("--picture", Path(arguments.picture))
    if arguments.mode:
        catalogue.mode(arguments.mode, "--mode")
    course = find_course(arguments.course, Notations.of(catalogue.plugins.values()))
    terms = terms_for(course, catalogue, mode=arguments.mode, seats=seats, bot=arguments.bot, games=games, seed=seed)
    rating, suggestions = _played(terms, course, catalogue, jobs, arguments.suggest)
    try:
        keep_figures(course, rating)
    except GameError as error:
        say(f"the figures could not be kept for the shelf: {error}", aside=True)
    if arguments.json:
        data = msgspec.to_builtins(rating)
        if suggestions is not None:
            data["suggestions"] = msgspec.to_builtins(suggestions)
        give(to_json(data))
    else:
        words = RatingWords(catalogue.plugins.values())
        show(_tables(rating, words))
        if suggestions is not None:
            for line in _suggestion_lines(suggestions, course, words):
                say(line)
    if picture is not None:
        save_picture(draw_heat_map(course, rating.spots, catalogue), picture)
        say(f"picture: {picture}", aside=arguments.json)
    return 0


def _played(
    terms: Terms, course: Course, catalogue: Catalogue, jobs: int, with_suggestions: bool
) -> tuple[Rating, list[Suggestion] | None]:
    """Return the rating, and the suggested changes; these are `None` unless `with_suggestions` is set."""
    run = RatingRun(terms, catalogue, Workers(jobs))
    try:
        with progress("games", MofNCompleteColumn()) as show_games:
            wait_for(run, show_games)
        if not with_suggestions:
            return run.rating(), None
        with progress("changes", MofNCompleteColumn()) as show_changes:
            return run.rating(), suggest(run, course, catalogue, show_changes)
    finally:
        run.close()


def _suggestion_lines(suggestions: Sequence[Suggestion], course: Course, words: RatingWords) -> list[str]:
    if not suggestions:
        return ["No change that was tried makes the course significantly less deadly."]
    return ["Less deadly would be:", *(f"  {words.suggestion(entry, course.board)}" for entry in suggestions)]


def _tables(rating: Rating, words: RatingWords) -> RenderableType:
    title = (
        f"{counted(rating.games)}, mode {rating.mode}, course {rating.course}, {rating.seats} x {rating.bot}, "
        f"seed {rating.seed}"
    )
    parts: list[RenderableType] = [title, _figures(rating)]
    if rating.games > rating.failed:
        parts.append(_docks(rating))
    if rating.spots:
        parts += [_causes(rating, words), _spots(rating, words)]
    if rating.failed:
        parts.append(f"{counted(rating.failed)} failed: {rating.failure}")
    if rating.unanswered:
        parts.append(f"in {counted(rating.unanswered)} a bot failed to answer")
    parts += [words.verdict(verdict, rating) for verdict in rating.verdicts]
    if not rating.verdicts and rating.games > rating.failed:
        parts.append("Nothing is wrong with this course, as far as bots can tell.")
    return Group(*parts)


def _figures(rating: Rating) -> Table:
    table = Table("a game", Column("mean", justify="right"), Column("95 %", justify="right"))
    table.add_row("turns", f"{rating.turns.mean:.1f}", f"{rating.turns.low:.1f}–{rating.turns.high:.1f}")
    table.add_row(
        "minutes, for people", f"{rating.minutes.mean:.0f}", f"{rating.minutes.low:.0f}–{rating.minutes.high:.0f}"
    )
    for name, value in (("destructions", rating.destructions), ("destructions per robot", rating.per_robot)):
        table.add_row(name, f"{value.mean:.2f}", f"{value.low:.2f}–{value.high:.2f}")
    if rating.cut:
        table.add_row(f"games without an end after {rating.turn_limit} turns", str(rating.cut), "")
    return table


def _docks(rating: Rating) -> Table:
    name = "seat" if any(dock.cell is None for dock in rating.docks) else "start space"
    table = Table(name, *(Column(title, justify="right") for title in ("played", "wins", "share", "95 %")))
    for dock in rating.docks:
        interval = f"{100 * dock.low:.0f}–{100 * dock.high:.0f}"
        table.add_row(str(dock.number), str(dock.played), str(dock.wins), f"{100 * dock.share:.0f} %", interval)
    return table


def _causes(rating: Rating, words: RatingWords) -> Table:
    table = Table("what destroys", Column("destructions", justify="right"))
    for cause, count in rating.causes.items():
        table.add_row(words.cause(cause), str(count))
    return table


def _spots(rating: Rating, words: RatingWords) -> Table:
    table = Table("the deadliest cells", Column("destructions", justify="right"))
    for spot in rating.spots[:_DEADLIEST]:
        table.add_row(words.cell(spot.cell, rating), str(spot.deaths))
    return table
