"""Golden matches: short matches as readable text, one for each mode and each plugin that acts.

`tools/golden` compares them with the engine's present results, `tools/golden --write` writes them again. Before that,
read the difference: every changed line is a rule that changed.
"""

import argparse
import difflib
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from roborally.core.events import Event
from roborally.core.geometry import COMPASS, NAMES
from roborally.core.state import NOBODY
from roborally.game.statistics import Tally
from tests.fuzz.play import EDITIONS, make, play
from tests.shipped import catalogue

FOLDER = Path(__file__).parent
CELLS = ("from", "to", "cell")
FACINGS = ("direction", "facing")
NO_DIRECTION = -1
LAST_CARD = "OPT-26"
"""The rule of the last card in the recorded matches."""
PIECES = ("piece", "by", "shooter", "targets", "winners")


class Golden(NamedTuple):
    """A golden match; `shows` are texts that must occur in it, so that it shows what it is for."""

    mode: str
    grid: str
    shows: tuple[str, ...]
    players: int = 2
    turns: int = 2
    seed: int = 1
    models: tuple[str, ...] = ()
    settings: Any = None


def later_cards() -> list[str]:
    """Return the option cards that came after these matches were recorded, which are left out of them."""
    cards = catalogue().plugins["option-cards"].manifest.option
    return [name for name, card in cards.items() if card.rules[0] > LAST_CARD]


FLOOR = """
d1> .   .   .   .   c2
d2> .   .   .   .   .
d3> .   .   c1  .   .
"""
LASERS = """
d1>  .  .    .  l3<
d2>  .  c1   .  .
d3>  .  l2^  .  .
d4>  .  .    .  c2
d5>  .  .    .  .
"""
ARENA = """
s3 vp1 .   O   .
.  .   vp2 .   s4
s2 .   .:n .   .
.  O   vp3 .   .
.  .   s1  .   shop
"""
FACTORY = """
d1>  .    >    >    v    l<   .
d2>  ~    ~:n  g<   v    O    c2
d3>  .    >>   >>   vv   .    w2
d4>  l2>  .    ^    vv   g>   .
.    c1   .:e  ^    <<   w1   .
"""
WORKS = """
d1>  .       >    >    v         l<   .
d2>  push>135 .:n g<   v+crush24 O    c2
d3>  .       >>   >>   vv        .    w2
d4>  l2>     .    ^    vv        g>   .
.    c1      .:e  ^    <<        w1   push<24
"""
BURNING = """
.     flame12345  portalA  .        c2
c1    .           ~        ~        .
.     door>1      .        portalA  w2
O     crush3      l<       .        .
"""
MATCHES = {
    "standard": Golden(
        "standard",
        FACTORY,
        ("checkpoint", "how=slide", "how=belt", "cause=board-laser", "cause=robot-laser", "destroy"),
        4,
        6,
        models=("tanky", "james-bot", "peach", "albot"),
    ),
    "classic": Golden("classic", WORKS, ("how=pusher", "crushers", "how=belt", "destroy", "respawn"), 4, 6, 8),
    "archive": Golden("classic", "d1> O . c1 \n d2> O c2 w1", ("how=respawn", "respawn-facing", "eliminated"), turns=9),
    "board-lasers": Golden("standard", "d1>+l2> . . c1 \n d2>+l> . . .", ("beam", "cause=board-laser", "points=2")),
    "classic-robots": Golden(
        "standard",
        LASERS,
        ("new-commands", "pause@0", "mirror", "cause=regeneration", "points=2"),
        5,
        8,
        2,
        models=("tanky", "james-bot", "lazybot", "albot", "peach"),
    ),
    "auenland": Golden(
        "auenland", "d1> . > v \n d2> c1 . w1 \n d3> O . c2", ("card=move", "real"), 3, 4, settings={"lives": 1}
    ),
    "virtual-robots": Golden(
        "auenland", "d1> O d2< \n d3> O O \n O O c1", ("real", "virtual", "how=respawn"), 3, 9, 2, settings={"lives": 9}
    ),
    "crash-and-burn": Golden(
        "crash-and-burn", BURNING, ("how=entry", "how=slide", "cause=flamer", "destroy", "respawn"), 4, 5, 2
    ),
    "entering": Golden("crash-and-burn", "c1:nesw . . \n . . c2", ("how=entry", "respawn-cell"), 3, 1),
    "flamers": Golden("crash-and-burn", "c1 flame12 flame345 \n flame1 c2 flame25", ("flames", "cause=flamer"), 2, 2),
    "option-cards": Golden(
        "crash-and-burn",
        "c1 . w2 . \n . w2 . w2 \n w2 . c2 .",
        ("option-drawn", "option-returned", "option-used", "ask"),
        4,
        6,
        3,
        settings={"dealt_at_start": 3},
    ),
    "portals": Golden("crash-and-burn", "c1 portalA . portalB \n portalA . portalB c2", ("how=portal",), 3, 3),
    "swing-doors": Golden("crash-and-burn", "c1:w door>2 . \n doorv135 door<24 c2", ("gates", "blocked"), 3, 2),
    "roboball": Golden(
        "roboball",
        "home1 . >  . . \n . ball . O . \n . .  . .  home2",
        ("hitch", "how=drag", "ball-rises", "ball-lands", "cause=pogo", "how=push"),
        2,
        6,
        36,
    ),
    "conveyors": Golden("classic", "d1> > > v \n d2> >> >> v \n c1 ^ < <", ("quarters=1 how=belt", "how=belt")),
    "crushers": Golden("classic", "d1> crush12 . \n d2> crush345 c1", ("crushers", "cause=crusher"), turns=3),
    "docks": Golden("standard", FLOOR, ("place", "how=start"), 3, 1),
    "gears": Golden(
        "standard", "d1> g> g< g> \n d2> g< g> c1", ("quarters=1 how=gear", "quarters=-1 how=gear"), seed=3
    ),
    "oil": Golden("standard", "d1> ~ ~ ~ . \n d2> ~ ~ ~ c1", ("how=slide",)),
    "pits": Golden("standard", "d1> O . . \n d2> . O c1", ("cause=pit",)),
    "power-down": Golden("classic", FLOOR, ("announce", "power-down", "stay-down", "return-down"), 3, 4),
    "program-cards": Golden("standard", "d1>+l3> l3> . \n d2>+l3> l3> c1", ("lock", "reveal", "card "), turns=3),
    "pushers": Golden("classic", "d1> push>12345 push>12345 . \n d2> pushv135 . c1", ("pushers", "how=pusher")),
    "race": Golden("standard", "d1> c1 c2 . \n d2> . . c3", ("checkpoint", "archive"), turns=4),
    "repair-sites": Golden(
        "classic", "d1> w1+l> w2 . \n d2> w2+l2> w1 c1", ("cause=repair", "archive"), turns=3, seed=51
    ),
    "robot-lasers": Golden("standard", FLOOR, ("beam", "cause=robot-laser"), 3),
    "robot-statistics": Golden("standard", FACTORY, ("taken=", "fwd="), 4, 3),
    "volt": Golden(
        "volt", ARENA, ("volt-taken", "direction=north-west", "cause=volt-laser", "cause=pit", "over"), 4, 99, 23
    ),
}


def transcript(golden: Golden) -> str:
    """Return a golden match as text: a line for each event, then the final state of all pieces."""
    game = make(
        golden.mode, golden.grid, golden.players, settings=golden.settings, models=golden.models, without=later_cards()
    )
    tally = Tally(game.rules, golden.players)
    names = [*(seat.name for seat in game.seats), *game.rules.pieces]
    played = play(game, golden.seed, golden.turns, on_event=tally.feed)
    match = played.match
    rows = [row.strip() for row in golden.grid.strip().splitlines()]
    lines = [f"{golden.mode}, seed {golden.seed}", *rows, ""]
    lines += [line(event, names) for event in played.events]
    lines.append("")
    for name, piece, counts in zip(names, match.state.pieces, tally.counts, strict=False):
        counted = " ".join(f"{key}={value}" for key, value in counts.items() if value)
        cell = match.cell_of(piece)
        where = "off the floor" if cell is None else f"at [{cell[0]},{cell[1]}] facing {NAMES[piece.facing]}"
        lines.append(f"{name} {where}, damage {piece.damage}: {counted}")
    return "\n".join(lines) + "\n"


def line(event: Event, names: Sequence[str]) -> str:
    """Return an event as one line: its beat, its type, and all that it says."""
    if event["type"] == "moment":
        return f"---- {event['name']}, turn {event['turn']}, register {event['stage']}"
    words = [
        f"{key}={written(event, key, value, names)}" for key, value in event.items() if key not in ("type", "beat")
    ]
    return f"{event['beat']:4} {event['type']:<12} {' '.join(words)}".rstrip()


def written(event: Event, key: str, value: Any, names: Sequence[str]) -> str:
    """Return a value in the reader's terms: names for pieces and directions."""
    if key in PIECES:
        if isinstance(value, tuple):
            return ",".join(names[piece] for piece in value) or "nobody"
        return names[value] if value != NOBODY else "nobody"
    if key in FACINGS or (event["type"] == "turn" and key in ("from", "to")):
        return COMPASS[value] if value != NO_DIRECTION else "none"
    if key in CELLS:
        return f"[{value[0]},{value[1]}]"
    return str(value).replace(" ", "")


def difference(name: str) -> str:
    """Return how a golden file differs from the match as it is played now, or an empty string."""
    path = FOLDER / f"{name}.txt"
    old = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    new = transcript(MATCHES[name]).splitlines()
    return "\n".join(difflib.unified_diff(old, new, f"{path.name} (golden)", f"{path.name} (now)", lineterm="", n=2))


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare or write golden matches; return 1 when any differs."""
    parser = argparse.ArgumentParser(prog="tools/golden", description=__doc__, allow_abbrev=False)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"one of: {', '.join(MATCHES)} (default: all)")
    way = parser.add_mutually_exclusive_group()
    way.add_argument("--check", action="store_true", help="compare with the files; also done without an option")
    way.add_argument("--write", action="store_true", help="record the files again")
    parsed = parser.parse_args(arguments)
    if unknown := sorted(set(parsed.names) - set(MATCHES)):
        parser.error(f"there is no golden match {unknown[0]!r}")
    different = False
    if not parsed.names:
        different = _games(parsed.write)
    for name in parsed.names or MATCHES:
        text = difference(name)
        if text and parsed.write:
            (FOLDER / f"{name}.txt").write_text(transcript(MATCHES[name]), encoding="utf-8")
        print(f"{'written' if text and parsed.write else 'differs' if text else 'same'}  {name}")
        if text and not parsed.write:
            different = True
            print(text)
    return int(different)


def _games(write: bool) -> bool:
    """Compare or write the golden games, which are told by `tests.golden.games`; return whether any differs."""
    from tests.golden import games

    sentence = [] if write else [text for mode in EDITIONS for text in games.differences(mode)]
    if write:
        games.write()
    print(f"{'differs' if sentence else 'written' if write else 'same'}  games", *sentence, sep="\n")
    return bool(sentence)


if __name__ == "__main__":
    sys.exit(main())
