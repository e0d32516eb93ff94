"""What came out of an exhibition, as data and as tables."""

import math
import statistics
from collections import Counter
from collections.abc import Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Column, Table

from roborally.arena.exhibition import Exhibition
from roborally.arena.play import Outcome

ENDINGS = {
    "goal": "won by reaching the goal",
    "elimination": "won as the last robot left",
    "draw": "without a winner",
    "limit": "stopped at the turn limit",
}


def summarise(exhibition: Exhibition, outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """Return the figures as plain data; `turns` counts finished games only and is `None` when there is none."""
    finished = sorted(outcome.turns for outcome in outcomes if outcome.ended != "limit")
    ended = Counter(outcome.ended for outcome in outcomes)
    count = max(1, len(outcomes))
    return {
        "mode": exhibition.config.match.mode,
        "course": exhibition.config.match.course,
        "bots": list(exhibition.bots),
        "games": len(outcomes),
        "seed": exhibition.seed,
        "turn_limit": exhibition.limit,
        "ended": {name: ended[name] for name in ENDINGS},
        "turns": _turns(finished),
        "destructions_per_game": sum(sum(outcome.destroyed) for outcome in outcomes) / count,
        "by_bot": [_bot_figures(name, outcomes) for name in sorted(set(exhibition.bots))],
        "by_seat": [
            {
                "seat": seat + 1,
                "name": config.name,
                "robot": config.robot,
                "wins": sum(seat in outcome.winners for outcome in outcomes),
                "destroyed": sum(outcome.destroyed[seat] for outcome in outcomes),
            }
            for seat, config in enumerate(exhibition.config.seats)
        ],
    }


def _turns(finished: Sequence[int]) -> dict[str, float] | None:
    if not finished:
        return None
    return {
        "median": statistics.median(finished),
        "p10": percentile(finished, 10),
        "p90": percentile(finished, 90),
        "longest": finished[-1],
    }


def percentile(ascending: Sequence[int], share: int) -> int:
    """Return the smallest value that at least `share` percent of the values do not exceed."""
    return ascending[max(0, math.ceil(len(ascending) * share / 100) - 1)]


def _bot_figures(name: str, outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """Count what one bot did, wherever it sat; several seats of one game count one by one."""
    seats = [(outcome, seat) for outcome in outcomes for seat, bot in enumerate(outcome.bots) if bot == name]
    return {
        "bot": name,
        "played": len(seats),
        "wins": sum(seat in outcome.winners for outcome, seat in seats),
        "checkpoints": sum(outcome.checkpoints[seat] for outcome, seat in seats),
        "destroyed": sum(outcome.destroyed[seat] for outcome, seat in seats),
        "faults": sum(outcome.faults[seat] for outcome, seat in seats),
    }


def tables(summary: dict[str, Any]) -> RenderableType:
    """Return the figures as tables for a terminal."""
    title = f"{summary['games']} games, mode {summary['mode']}, course {summary['course']}, seed {summary['seed']}"
    return Group(title, _general_table(summary), _bot_table(summary), _seat_table(summary))


def _general_table(summary: dict[str, Any]) -> Table:
    table = Table(show_header=False)
    turns = summary["turns"]
    if turns is not None:
        table.add_row("turns, median", f"{turns['median']:g}")
        table.add_row("turns, 10 % / 90 %", f"{turns['p10']} / {turns['p90']}")
        table.add_row("turns, longest", str(turns["longest"]))
    table.add_row("destructions per game", f"{summary['destructions_per_game']:.1f}")
    for name, text in ENDINGS.items():
        if summary["ended"][name]:
            limit = f" of {summary['turn_limit']}" if name == "limit" else ""
            table.add_row(text + limit, str(summary["ended"][name]))
    return table


def _bot_table(summary: dict[str, Any]) -> Table:
    table = Table("bot", *_numbers("seats played", "wins", "wins per seat", "checkpoints", "destroyed"))
    has_faults = any(row["faults"] for row in summary["by_bot"])
    if has_faults:
        table.add_column("answers missing", justify="right")
    for row in summary["by_bot"]:
        played = max(1, row["played"])
        cells = [
            row["bot"],
            str(row["played"]),
            str(row["wins"]),
            f"{100 * row['wins'] / played:.0f} %",
            f"{row['checkpoints'] / played:.1f}",
            f"{row['destroyed'] / played:.1f}",
        ]
        table.add_row(*cells, *([str(row["faults"])] if has_faults else []))
    return table


def _seat_table(summary: dict[str, Any]) -> Table:
    table = Table("seat", "name", "robot", *_numbers("wins", "destroyed"))
    games = max(1, summary["games"])
    for row in summary["by_seat"]:
        destroyed = f"{row['destroyed'] / games:.1f}"
        table.add_row(str(row["seat"]), row["name"], row["robot"] or "-", str(row["wins"]), destroyed)
    return table


def _numbers(*titles: str) -> list[Column]:
    return [Column(title, justify="right") for title in titles]
