"""What a plugin's `bot.py` says so that `rival` can think its questions through."""

from collections.abc import Callable
from typing import Any, NamedTuple

from roborally.core.data import Decision
from roborally.core.dice import Dice
from roborally.core.match import Match
from roborally.core.state import Piece


class Plans(NamedTuple):
    """How one kind of question is thought through; `RIVALS` is a dict of them, by the kind.

    `candidates(imagined match, decision, dice, count)` returns at most `count` legal answers, the best first;
    `likely(imagined match, decision, dice)` what the owner of another piece may answer; `worth(match, piece)` what a
    match is worth to a piece at the moment `until`, at which the trial of an answer stops.
    """

    candidates: Callable[[Match, Decision, Dice, int], list[Any]]
    likely: Callable[[Match, Decision, Dice], Any]
    worth: Callable[[Match, Piece], float]
    until: str
