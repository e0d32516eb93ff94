"""Golden games: many random games of every edition, each turn as a short hash of all that happened in it.

The golden matches can be read, but they are few. These are many: boards with every element, settings, models and
option cards as chance has it. A changed hash says that something changed, and `python -m tests.golden.games EDITION
NUMBER` prints the game; print it with the code from before as well to see what.
"""

import hashlib
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from roborally.core.dice import Dice, derive
from roborally.game.factory import Game
from tests.fuzz.play import EDITIONS, MODELS, OFTEN_ADDED, grid, make, own_lists, play, random_game, random_settings
from tests.golden.recorder import later_cards, line

FILE = Path(__file__).parent / "games.txt"
NUMBERS = range(1, 61)
SMALL = 41
"""From this number on the boards are so small that everybody meets everything, also in the corners."""
TURNS = 4


def game_of(mode: str, number: int) -> Game:
    """Return a golden game."""
    if number < SMALL:
        return random_game(mode, number, without=later_cards())
    dice = Dice(derive(number, "small", mode))
    players = 2 + dice.below(2)
    plugins = OFTEN_ADDED.get(mode, ()) if number % 2 else ()
    chosen = {} if number % 3 else random_settings(mode, dice, plugins)
    if mode == "crash-and-burn" and number % 2:
        chosen["dealt_at_start"] = 3
    models = [dice.pick(MODELS) for _ in range(players)] if mode == "standard" else []
    text = grid(mode, dice, players, 4, 3, ("portalA", "portalA") if plugins and mode == "roboball" else ())
    own = own_lists(mode, text, players)
    return make(
        mode,
        text,
        players,
        seed=number,
        settings=chosen,
        models=models,
        plugins=plugins,
        objectives=own,
        without=later_cards(),
    )


def turns(mode: str, number: int) -> list[list[str]]:
    """Return what happens in each turn of a game, a line for each event."""
    game = game_of(mode, number)
    names = [*(seat.name for seat in game.seats), *game.rules.pieces]
    text: list[list[str]] = [[]]
    turn = 1
    for event in play(game, number, TURNS).events:
        if event["type"] == "moment" and event["turn"] > turn:
            turn = event["turn"]
            text.append([])
        text[-1].append(line(event, names))
    return text


def digest(lines: Iterable[str]) -> str:
    """Return a short hash of some lines."""
    return hashlib.blake2b("\n".join(lines).encode(), digest_size=4).hexdigest()


def digests(mode: str) -> dict[str, list[str]]:
    """Return the hashes of the turns of an edition's games, by edition and number."""
    return {f"{mode} {number}": [digest(lines) for lines in turns(mode, number)] for number in NUMBERS}


def golden() -> dict[str, list[str]]:
    """Return the hashes as they were written."""
    rows = [row.split(": ") for row in FILE.read_text(encoding="utf-8").splitlines()]
    return {name: hashes.split() for name, hashes in rows}


def differences(mode: str) -> list[str]:
    """Return a sentence for each game that is not what it was."""
    old = golden()
    text = []
    for name, new in digests(mode).items():
        before = old.get(name, [])
        if before != new:
            same = next(
                (at for at, pair in enumerate(zip(before, new, strict=False)) if pair[0] != pair[1]), len(before)
            )
            text.append(f"game {name} differs from turn {same + 1} on: python -m tests.golden.games {name}")
    return text


def write() -> None:
    """Write the hashes of all games."""
    rows = [f"{name}: {' '.join(hashes)}\n" for mode in EDITIONS for name, hashes in digests(mode).items()]
    FILE.write_text("".join(rows), encoding="utf-8")


def main(arguments: Sequence[str]) -> None:
    """Print a game, turn by turn."""
    mode, number = arguments
    for turn, lines in enumerate(turns(mode, int(number)), 1):
        print(f"turn {turn}", *lines, sep="\n")


if __name__ == "__main__":
    main(sys.argv[1:])
