#!/usr/bin/env python3
"""Measure how long turns take to show at normal speed; print a table in Markdown.

Bots play games of every mode, and the window's own `Playback` shows them frame by frame to the player of the first
seat. No window is opened: what only draws stands still, so the figures are the same on every machine.
"""

import argparse
import math
from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise
from statistics import median, quantiles
from types import SimpleNamespace
from typing import Any, cast

from roborally.arena.play import questions
from roborally.bots.questions import ask_bot, question_of
from roborally.bots.registry import make_bot
from roborally.core.dice import Dice
from roborally.core.events import Event, Watch, is_for
from roborally.core.observation import SPECTATOR, observe
from roborally.game.factory import make_game
from roborally.game.match_file import MatchConfig, MatchSection, SeatConfig
from roborally.plugin_system.loader import Catalogue, find_plugins
from roborally.ui.board.animator import Animator
from roborally.ui.board.display import Display
from roborally.ui.board.effects import Act
from roborally.ui.board.marks import ActMarks
from roborally.ui.board.playback import Playback
from roborally.ui.board.timetable import Pacing
from roborally.ui.match.watching.moments import Moments
from roborally.ui.plugin import views_of
from roborally.ui.toolkit import theme

RACES = (("standard", "ring-race"), ("standard", "grand-tour"), ("classic", "assembly-line"), ("roboball", "kick-off"))
FEW = (("standard", "first-steps"), ("crash-and-burn", "smelter"))
COURSES = {
    2: (*RACES, *FEW, ("volt", "duel-bridge")),
    4: (*RACES, *FEW, ("volt", "short-circuit")),
    8: (*RACES, ("crash-and-burn", "dogleg")),
}
"""The pairs of mode and course that are played, by the number of robots."""
LONG = {2: 3.0, 4: 3.0, 8: 4.0}
"""The seconds from which on a register counts as long, by the number of robots."""
MAX_TURNS = 20
FRAME = 1 / 60
OWN = frozenset({0})


Turn = tuple[float, list[tuple[float, bool]]]
"""The seconds of a turn, and for each register its seconds and whether a robot moves in it."""


def config_of(mode: str, course: str, robots: int) -> MatchConfig:
    """Return a match of greedy bots on a course, in two teams if the mode is `roboball`."""
    teams = 2 if mode == "roboball" else 0
    seats = [SeatConfig(f"r{n + 1}", "greedy", team=n % teams + 1 if teams else 0) for n in range(robots)]
    return MatchConfig(MatchSection(mode, course), seats=seats)


def turns_of(config: MatchConfig, seed: int, catalogue: Catalogue) -> Iterator[list[Event]]:
    """Play a game; yield the events that everybody sees as a list for each turn, first one for before turn 1."""
    events: list[Event] = []
    match = make_game(config, catalogue).start(seed, Watch(events.append))
    bots = [make_bot("greedy", catalogue) for _ in config.seats]
    for seat, decision in questions(match, MAX_TURNS, lambda match: None):
        seen, own, chance = question_of(match, decision)
        match.seal(decision["id"], ask_bot(bots[seat], seen, own, Dice(chance)), seat)
    turn: list[Event] = []
    for event in events:
        if event["type"] == "moment" and event["name"] == "start":
            yield turn
            turn = []
        if is_for(event, SPECTATOR):
            turn.append(event)
    yield turn


def still_board() -> Any:
    """Return a stand-in for a `BoardView` that is completely in view, and whose parts do not move."""
    sprite = SimpleNamespace(visible=False, texture=None)
    part = SimpleNamespace(show=lambda out: None, sprite=sprite, frames=[0], visible=False)
    there = SimpleNamespace(get=lambda place: part)
    board = SimpleNamespace(
        top=math.inf, held=False, zoom=1.0, middle=(0.0, 0.0), stir=lambda: None, look_at=lambda x, y, zoom: None
    )
    board.art = SimpleNamespace(emitters={}, pistons=there, presses=there, flames=there, spinning={})
    board.centre = lambda cell: (cell[0] * 64.0, -cell[1] * 64.0)
    board.swing = lambda shut: lambda part: None
    board.places_of = list
    board.come_near = lambda x, y, part, home: None
    return board


class StillActors(list[Any]):
    """A stand-in for `Actors`: robots that are not drawn."""

    def __init__(self, display: Display) -> None:
        marker = SimpleNamespace(position=(0.0, 0.0), visible=True)
        pose = {"x": 0.0, "y": 0.0, "angle": 0.0, "show": lambda: None, "marker": marker}
        self += [SimpleNamespace(**pose, colours=theme.seat_colours(robot.livery)) for robot in display.robots]
        self.cell_of = lambda index: display.robots[index].cell
        self.is_placed = lambda index: not display.robots[index].waiting
        self.angle = lambda facing: facing * 90.0
        self.marker_place = lambda index, cell: (0.0, 0.0)
        self.light = self.settle = self.settle_marker = lambda index: None


def still_effects() -> Any:
    """Return a stand-in for `Effects` that take their time but are not drawn."""

    def act(*given: Any, **_more: Any) -> list[Act]:
        begin, length = (value for value in given[1:] if isinstance(value, float))
        return [Act(begin, length, lambda progress: None)]

    effects = SimpleNamespace(**dict.fromkeys(("beam", "faint_beam", "explosion", "symbol", "ring"), act))
    effects.burst = effects.begin = lambda *given, **more: None
    return effects


def shown(config: MatchConfig, seed: int, catalogue: Catalogue) -> Iterator[Turn]:
    """Play a game and show it at normal speed; yield each turn with its durations."""
    game = make_game(config, catalogue)
    views = views_of(game.plugins)
    display = Display(observe(game.start(seed), SPECTATOR), game.plugins, views.changes)
    board, actors, effects = still_board(), cast("Any", StillActors(display)), still_effects()
    moments = Moments(board, display)
    now, marks, moved, last = 0.0, list[float](), set[int](), -1

    def on_event(event: Event) -> None:
        nonlocal last
        moments.on_event(event, OWN)
        if event["type"] == "moment" and event["name"] == "turn":
            last = event["beat"]  # after which nothing belongs to the last register
        elif views.stops.get(event["type"]) == "stage" or -1 < last < event["beat"]:
            marks.append(now)
            last = -1
        elif event["type"] in ("step", "turn"):
            moved.add(len(marks) - 1)

    animator = Animator(board, actors, effects, ActMarks(game.plugins), views.animations)
    pacing = Pacing(views.stops, views.paces, game.course.board.elements)
    given = display, animator, actors, effects, on_event
    playback = Playback(*given, pacing=pacing, careful=lambda: True, own=lambda: OWN)
    for number, events in enumerate(turns_of(config, seed, catalogue)):
        now, marks[:], moved, last = 0.0, [], set(), -1
        playback.feed(events)
        while not playback.dry:
            now += FRAME
            moments.update(FRAME)
            if not moments.approaching:
                playback.update(FRAME)
        if last >= 0:
            marks.append(now)
        if number and len(marks) > 1:
            yield now, [(end - begin, place in moved) for place, (begin, end) in enumerate(pairwise(marks))]


def main() -> None:
    """Measure, and print a row for each course and one for all courses together."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=50, metavar="N", help="games for each number of robots")
    games, catalogue = parser.parse_args().games, find_plugins()
    print("| robots | course | turns | median (s) | 90 % | longest | long registers | shortest moving register (s) |")
    print("|---|---|---|---|---|---|---|---|")
    for robots, chosen in COURSES.items():
        found = defaultdict[str, list[Turn]](list)
        for number in range(games):
            mode, course = chosen[number % len(chosen)]
            found[course] += shown(config_of(mode, course, robots), 100 + number, catalogue)
        found["all"] = [turn for turns in found.values() for turn in turns]
        for course, turns in found.items():
            seconds = [turn[0] for turn in turns]
            registers = [register for turn in turns for register in turn[1]]
            long = 100 * sum(length > LONG[robots] for length, _moves in registers) / len(registers)
            row = f"{median(seconds):.1f} | {quantiles(seconds, n=10)[-1]:.1f} | {max(seconds):.1f} | {long:.0f} %"
            shortest = min(length for length, moves in registers if moves)
            print(f"| {robots} | {course} | {len(turns)} | {row} | {shortest:.2f} |", flush=True)


if __name__ == "__main__":
    main()
