"""Shows the figures of an exhibition as tables in a terminal."""

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Column, Table

from roborally.arena.figures import counted


def tables(figures: dict[str, Any], titles: Mapping[str, str], endings: Mapping[str, str]) -> RenderableType:
    """Return figures as `rich` tables; `titles` names the gauges that rank robots, `endings` the ways games end."""
    title = f"{counted(figures['games'])}, mode {figures['mode']}, course {figures['course']}, seed {figures['seed']}"
    parts: list[RenderableType] = [title, _general_table(figures, endings), _bot_table(figures["by_bot"], titles)]
    if figures["ratings"] is not None and len(figures["by_bot"]) > 1:
        parts.append(_rating_table(figures["ratings"]))
    parts.append(_share_table(figures["by_seat"], "seat", "name"))
    if any(row["robot"] for row in figures["by_robot"]):
        parts.append(_share_table(figures["by_robot"], "robot"))
    if len(figures["by_course"]) > 1:
        parts.append(_course_table(figures["by_course"]))
    parts += [
        f"{counted(row['games'])} failed, the first is number {row['first']}: {row['failure']}"
        for row in figures["failures"]
    ]
    parts += [
        f"{row['bot']} failed to answer {row['faults']} times, for example: {row['problem']}"
        for row in figures["by_bot"]
        if row["faults"]
    ]
    return Group(*parts)


def _general_table(figures: dict[str, Any], endings: Mapping[str, str]) -> Table:
    table = Table(show_header=False)
    turns = figures["turns"]
    if turns is not None:
        table.add_row("turns, median", f"{turns['median']:g}")
        table.add_row("turns, 10 % / 90 %", f"{turns['p10']} / {turns['p90']}")
        table.add_row("turns, longest", str(turns["longest"]))
    table.add_row("destructions per game", f"{figures['destructions_per_game']:.1f}")
    for name, text in endings.items():
        if figures["ended"][name]:
            limit = f" of {figures['turn_limit']}" if name == "limit" else ""
            table.add_row(text + limit, str(figures["ended"][name]))
    return table


def _bot_table(rows: Sequence[dict[str, Any]], titles: Mapping[str, str]) -> Table:
    first = list(titles)[:1]  # a terminal has no room for more
    columns = ("played", "wins", "share", "95 %", *(titles[name] for name in first), "destroyed", "thinks, ms")
    table = Table("bot", *_numbers(*columns))
    for row in rows:
        played = row["played"]
        table.add_row(
            row["bot"],
            str(played),
            str(row["wins"]),
            *_share_cells(row),
            *(f"{row['ranked'].get(name, 0) / played:.1f}" for name in first),
            f"{row['destroyed'] / played:.1f}",
            f"{row['thinking']['mean']:.1f}",
        )
    return table


def _rating_table(ratings: dict[str, Any]) -> Table:
    table = Table("bot", *_numbers("Bradley-Terry", "95 %", "PlackettLuce", "95 %"))
    in_order = {row["bot"]: row for row in ratings["plackett_luce"]}
    for row in ratings["bradley_terry"]:
        other = in_order[row["bot"]]
        span = "" if row["low"] is None else f"{row['low']:+.0f} to {row['high']:+.0f}"
        second = f"{other['low']:.1f} to {other['high']:.1f}"
        table.add_row(row["bot"], f"{row['rating']:+.0f}", span, f"{other['rating']:.1f}", second)
    return table


def _share_table(rows: Sequence[dict[str, Any]], *names: str) -> Table:
    table = Table(*names, *_numbers("played", "wins", "share", "95 %", "destroyed"))
    for row in rows:
        destroyed = f"{row['destroyed'] / row['played']:.1f}"
        labels = [str(row[name]) or "-" for name in names]
        table.add_row(*labels, str(row["played"]), str(row["wins"]), *_share_cells(row), destroyed)
    return table


def _course_table(rows: Sequence[dict[str, Any]]) -> Table:
    table = Table("course", *_numbers("games", "turns", "destroyed", "stopped", "wins by seat, %"))
    for row in rows:
        median = "-" if row["turns"] is None else f"{row['turns']['median']:g}"
        wins = " ".join(f"{100 * seat['share']:.0f}" for seat in row["by_seat"])
        destroyed = f"{row['destructions_per_game']:.1f}"
        table.add_row(row["course"], str(row["games"]), median, destroyed, str(row["ended"]["limit"]), wins)
    return table


def _share_cells(row: dict[str, Any]) -> tuple[str, str]:
    return f"{100 * row['share']:.0f} %", f"{100 * row['low']:.0f}–{100 * row['high']:.0f}"


def _numbers(*titles: str) -> list[Column]:
    return [Column(title, justify="right") for title in titles]
