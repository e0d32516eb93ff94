"""Random games until everything that the editions bring has been used: elements, robots, commands, questions, settings.

Every game is refereed (`invariants`), goes through JSON at every question, and lets a seat imagine what it cannot see.
A game that goes wrong prints the command that plays it again.
"""

import argparse
import sys
import traceback
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from roborally.core.dice import Dice, derive
from roborally.core.events import Event
from roborally.core.match import Match
from roborally.core.observation import imagine, observe
from roborally.game.factory import Game
from roborally.narration.chronicle import topic
from roborally.narration.words import AFTER
from roborally.plugin import COMMANDS
from tests.fuzz.invariants import Referee, check_cards
from tests.fuzz.play import EDITIONS, choose, integers, play, random_game
from tests.shipped import catalogue

TURNS = 8
GAMES = 2000
"""The editions need a few, and `crash-and-burn` and `auenland` some 250, until everything has been used."""
NEVER = {"event volt-removed"}
"""What no game can show: programs are checked when they are entered, and only a scenario holds a wrong one."""


class Coverage:
    """What an edition brings, and how often each part of it has been used."""

    def __init__(self, mode: str) -> None:
        self.mode = mode
        self.used: Counter[str] = Counter()
        self.wanted = set(wanted(mode)) - NEVER

    def missing(self) -> list[str]:
        """Return what has not been used yet."""
        return sorted(self.wanted - set(self.used))

    def count(
        self, game: Game, events: Iterable[Event], answers: Iterable[tuple[str, Any, Any]], held: Iterable[str]
    ) -> None:
        """Count what one game has used; `held` are the option cards that any robot has held."""
        self.used.update(f"option {card}" for card in held)
        standing = {
            cell for event in events for cell in (event.get("to"), event.get("cell")) if isinstance(cell, tuple)
        }
        for element in game.course.board.elements:
            if element.cell in standing:
                self.used[f"element {element.kind}"] += 1
        for event in events:
            self.used[f"event {topic(event)}"] += 1
            if event["type"] == "card":
                self.used[f"command {event['card'].partition('@')[0]}"] += 1
                if event["piece"] < len(game.seats) and (model := game.seats[event["piece"]].model):
                    self.used[f"robot {model}"] += 1
        for kind, answer, default in answers:
            self.used[f"question {kind}"] += 1
            if answer != default:
                self.used[f"question {kind}, not its default"] += 1
        for own in game.rules.settings.values():
            self.used.update(f"setting {name} = {value}" for name, value in own.items())


def wanted(mode: str) -> Iterable[str]:
    """Return everything that games of an edition must have used."""
    rules = random_game(mode, 0, vary=False).rules
    yield from (f"command {name}" for name in COMMANDS.of(rules))
    for kind in rules.decisions:
        yield from (f"question {kind}", f"question {kind}, not its default")
    for plugin in catalogue().resolve([mode]):
        manifest = plugin.manifest
        yield from (f"element {kind}" for kind in manifest.element)
        yield from (f"robot {name}" for name in manifest.robot)
        yield from (f"option {name}" for name in manifest.option)
        yield from (f"event {type_}" for type_ in manifest.log if AFTER not in type_)
        for name, setting in manifest.settings.items():
            values: dict[str, Sequence[Any]] = {"switch": (True, False), "choice": setting.choices}
            some = integers(setting) if setting.type == "integer" else values.get(setting.type, ())
            yield from (f"setting {name} = {value}" for value in some)


def play_checked(mode: str, number: int, coverage: Coverage) -> None:
    """Play one game with every check there is."""
    game = random_game(mode, number)
    match = game.start(number)
    referee = Referee(match)
    defaults: dict[str, Any] = {}
    held: set[str] = set()

    def at_question(match: Match) -> Match:
        referee.check_state()
        check_cards(match)
        for cards in match.state.ext.get("option-cards", {"held": []})["held"]:
            held.update(cards)
        if match.state.next_id % 7 == 0:
            look_ahead(match, number)
        data = msgspec.json.decode(msgspec.json.encode(match.to_data()))
        again = Match.from_data(match.rules, match.floor, match.seats, data)
        assert again.digest() == match.digest()
        referee.match = again
        return again

    def on_event(event: Event) -> None:
        referee.on_event(event)
        if event["type"] == "ask":
            defaults[event["id"]] = referee.match.state.decisions[-1]["default"]

    played = play(game, number, TURNS, match=match, between=at_question, on_event=on_event)
    asked = [(id_.rpartition("-")[0], answer, defaults[id_]) for _, id_, answer in played.answers]
    coverage.count(game, played.events, asked, held)


def look_ahead(match: Match, number: int) -> None:
    """Let a seat imagine the match and play its idea of the turn to the end, as bots do."""
    dice = Dice(derive(number, "look", match.state.next_id))
    idea = imagine(observe(match, dice.below(len(match.seats))), dice)
    while not idea.state.over and idea.state.turn == match.state.turn:
        open_ = [decision for decision in idea.state.decisions if decision["id"] not in idea.state.sealed]
        for decision in sorted(open_, key=lambda entry: not entry["optional"]):
            if decision["choices"] != ():
                idea.seal(decision["id"], choose(idea, decision, dice))
            elif not decision["optional"]:
                return  # what another seat may choose from is hidden
        idea.run()
        check_cards(idea)


def command(mode: str, number: int) -> str:
    """Return the command that plays one game again."""
    return f"tools/exhaustive --edition {mode} --number {number}"


def explore(mode: str, numbers: Iterable[int], *, keep_going: bool = False) -> Coverage:
    """Play games until all is covered (unless `keep_going`), or the numbers are used up."""
    coverage = Coverage(mode)
    for number in numbers:
        try:
            play_checked(mode, number, coverage)
        except Exception as error:
            raise AssertionError(
                f"{type(error).__name__}: {error}\nto play it again: {command(mode, number)}"
            ) from error
        if not coverage.missing() and not keep_going:
            break
    return coverage


def main(arguments: Sequence[str] | None = None) -> int:
    """Explore the editions and print what has been used; return 1 for a crash or for what is missing."""
    parser = argparse.ArgumentParser(prog="tools/exhaustive", description=__doc__)
    parser.add_argument("--edition", choices=EDITIONS, help="only this edition (default: all)")
    parser.add_argument("--number", type=int, help="play only the game with this number")
    parser.add_argument("--first", type=int, default=0, help="number of the first game (default: 0)")
    parser.add_argument(
        "--games", type=int, default=GAMES, help=f"how many at most for each edition (default: {GAMES})"
    )
    parser.add_argument("--keep-going", action="store_true", help="do not stop when everything has been used")
    parsed = parser.parse_args(arguments)
    numbers = range(parsed.first, parsed.first + parsed.games) if parsed.number is None else (parsed.number,)
    incomplete = False
    for mode in [parsed.edition] if parsed.edition else EDITIONS:
        try:
            coverage = explore(mode, numbers, keep_going=parsed.keep_going)
        except AssertionError:
            traceback.print_exc()
            return 1
        report(coverage)
        incomplete |= bool(coverage.missing()) and parsed.number is None
    return int(incomplete)


def report(coverage: Coverage) -> None:
    """Print how often everything was used, the rarest first."""
    missing = coverage.missing()
    print(f"{coverage.mode}: {len(coverage.wanted) - len(missing)} of {len(coverage.wanted)} used")
    for name in sorted(coverage.wanted, key=lambda name: (coverage.used[name], name)):
        print(f"  {coverage.used[name]:7}  {name}")


if __name__ == "__main__":
    sys.exit(main())
