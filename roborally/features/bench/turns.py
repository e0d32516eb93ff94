"""Whole turns and games of random answers, in any mode."""

import importlib

from roborally.core.decisions import offered
from roborally.core.dice import Dice
from roborally.core.match import Match
from roborally.core.observation import run_on
from roborally.game.factory import Game

TURNS = 60
"""The number of positions for the turns of one pass."""
RANDOM_GAMES = 20
RANDOM_GAME_TURNS = 100
"""The turn after which a random game is stopped; hardly any lasts so long."""


class Turns:
    """Turns of a mode: each from a stored position with all answers given, up to the start of the next turn.

    So a turn includes its registers or crosses, its end, re-entry and the next deal; questions on the way get their
    default answers.
    """

    def __init__(self, game: Game) -> None:
        """Store positions of games with random answers."""
        self.game = game
        self.count = TURNS
        self.kept: list[Match] = []
        seed = 0
        while len(self.kept) < TURNS:
            seed += 1
            self._keep(game.start(seed), Dice(seed))

    def run(self, position: Match) -> Match:
        """Play one turn and return the match."""
        match = position.clone()
        run_on(match, "start")
        return match

    def run_all(self) -> None:
        """Play a turn from every position: one pass."""
        for position in self.kept:
            self.run(position)

    def _keep(self, match: Match, dice: Dice) -> None:
        """Play a game and store a position of each turn: after the last answer before its first stage."""
        ready: Match | None = None
        begun = 0
        while not match.state.over and match.state.turn <= RANDOM_GAME_TURNS:
            match.run("start")
            if match.halted:
                self.kept += [] if ready is None else [ready]
                ready, begun = None, match.state.turn
                if len(self.kept) == self.count:
                    return
            else:
                answer_all(match, dice)
                is_before_stages = match.state.turn == begun and match.state.stage == 0
                ready = match.clone() if is_before_stages else ready


class RandomGames:
    """Whole games of random programs on the board of `bench12.json.gz`, whose robots start on its first row."""

    def __init__(self, game: Game) -> None:
        """Play the games once, to count their turns."""
        self.game = game
        self.count = random_games(game)

    def run_all(self) -> None:
        """Play all games: one pass."""
        random_games(self.game)


def random_games(game: Game) -> int:
    """Play the games; return the total number of turns."""
    keep_start = importlib.import_module("roborally_plugins.archive.api").keep_start
    turns = 0
    for seed in range(RANDOM_GAMES):
        match = game.start(seed)
        for piece in match.state.pieces:
            match.place(piece, piece.index, piece.facing, "start")
            keep_start(match, piece)
        turns += _play_randomly(match, Dice(seed))
    return turns


def answer_all(match: Match, dice: Dice) -> None:
    """Give a random answer to every open question, without running on."""
    for decision in list(match.state.decisions):
        kind = match.rules.decisions[decision["kind"]]
        answer = dice.pick(offered(decision)) if kind.sample is None else kind.sample(match, decision, dice)
        match.seal(decision["id"], answer)


def _play_randomly(match: Match, dice: Dice) -> int:
    """Answer every question at random until the match is over or too long; return the number of turns."""
    match.run()
    while not match.state.over and match.state.turn <= RANDOM_GAME_TURNS:
        answer_all(match, dice)
        match.run()
    return min(match.state.turn, RANDOM_GAME_TURNS)
