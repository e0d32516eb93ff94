"""The command `roborally stats`: prints the player's statistics and achievements."""

import argparse
import json
from collections.abc import Sequence
from typing import Any

from rich.table import Table

from roborally.base.console import give, say
from roborally.cli.tables import show
from roborally.plugin_system.loader import find_plugins
from roborally.profile import AchievementStatus, Overview, read_profile


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `roborally stats`."""
    parser.add_argument("--json", action="store_true", help="print JSON instead of tables")


def run(arguments: argparse.Namespace) -> int:
    """Print totals, best values and achievements, and return the exit status 0; write no file."""
    overview, found = read_profile(find_plugins())
    if arguments.json:
        give(json.dumps(as_data(overview, found), indent=2, ensure_ascii=False) + "\n")
        return 0
    if overview.games:
        say(f"{overview.games} {'game' if overview.games == 1 else 'games'} finished, {overview.won} won")
        show(statistics_table(overview))
    else:
        say("No game has been finished yet, so there are no statistics.")
    show(achievements_table(found))
    return 0


def statistics_table(overview: Overview) -> Table:
    """Return a table with the totals over all games and the best values in one game (CLI-1202)."""
    table = Table("statistic")
    table.add_column("all games", justify="right")
    table.add_column("best in one game", justify="right")
    for total in overview.by_title:
        table.add_row(total.title, f"{total.sum:,}", f"{total.best:,}")
    return table


def achievements_table(found: Sequence[AchievementStatus]) -> Table:
    """Return a table of the achievements, reached or not (CLI-1203)."""
    reached = sum(standing.reached for standing in found)
    table = Table("achievement", "what to do", f"reached: {reached} of {len(found)}")
    for standing in found:
        state = "yes" if standing.reached else f"{standing.have} of {standing.need}" if standing.need else "no"
        table.add_row(standing.achievement.title, standing.achievement.text, state)
    return table


def as_data(overview: Overview, found: Sequence[AchievementStatus]) -> dict[str, Any]:
    """Return the output of `--json`; only achievements that add up over all games have `have` and `need`."""
    return {
        "games": overview.games,
        "won": overview.won,
        "statistics": {
            total.id: {"title": total.title, "sum": total.sum, "best": total.best} for total in overview.totals
        },
        "achievements": [
            {
                "plugin": standing.achievement.plugin.id,
                "id": standing.achievement.id,
                "title": standing.achievement.title,
                "text": standing.achievement.text,
                "reached": standing.reached,
                **({"have": standing.have, "need": standing.need} if standing.need else {}),
            }
            for standing in found
        ],
    }
