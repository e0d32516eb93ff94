"""Judges how well the robots of a match stand, in any edition, with functions that plugins register for bots."""

from math import ceil

from roborally.bots.plugin import Lookahead, MatchBots
from roborally.core.data import Decision
from roborally.core.match import Match
from roborally.core.state import Piece
from roborally.features.analysis.findings import ProgramTrial, TurnFound
from roborally.game.factory import Game
from roborally.plugin import OBJECTIVES, progress, read_fact
from roborally.plugin_system.registries import STEPS_OF_A_GOAL


def ranked_gauges(game: Game) -> dict[str, str]:
    """Return the fact of each gauge (`GaugeManifest`) that ranks robots, by the gauge's name, most important first."""
    found = [
        (manifest.order, name, manifest.fact)
        for plugin in game.plugins
        for name, manifest in plugin.manifest.gauge.items()
        if manifest.ranked
    ]
    return {name: fact for _order, name, fact in sorted(found)}


class Judge:
    """Computes chances to win and other figures at moments of one match."""

    def __init__(self, game: Game, match_bots: MatchBots) -> None:
        self._match_bots = match_bots
        self.gauges = ranked_gauges(game)

    def lookahead(self, match: Match, kind: str) -> Lookahead | None:
        """Return the `Lookahead` that judges a kind of question at the end of the turn; `None` if no plugin has one."""
        found = self._match_bots.of(match.rules).lookaheads.get(kind)
        return found if found is not None and found.chance is not None and found.horizon == "turn" else None

    def found_at(self, match: Match) -> TurnFound:
        """Return the figures of all robots at the present moment of a match."""
        values = {
            name: tuple(float(read_fact(match, fact, piece) or 0) for piece in match.robots)
            for name, fact in self.gauges.items()
            if any(read_fact(match, fact, piece) is not None for piece in match.robots)
        }
        chances = tuple(self.chance(match, piece) for piece in match.robots) if self._measure(match) else ()
        ways = (self._steps_left(match, piece) for piece in match.robots)
        known = tuple(way for way in ways if way is not None)
        return TurnFound(match.state.turn, match.state.over, values, chances, known)

    def chance(self, match: Match, piece: Piece) -> float:
        """Return a robot's chance to win, from 0 to 1; 0 if no plugin computes it."""
        measure = self._measure(match)
        return measure.chance(match, piece) if measure is not None and measure.chance is not None else 0.0

    def _measure(self, match: Match) -> Lookahead | None:
        lookaheads = self._match_bots.of(match.rules).lookaheads
        return next((found for kind in sorted(lookaheads) if (found := self.lookahead(match, kind))), None)

    def trial(self, match: Match, decision: Decision) -> ProgramTrial:
        """Return the figures of the robot that was asked `decision`, in a match at the end of the turn."""
        piece = match.state.pieces[decision["piece"]]
        return ProgramTrial(
            {name: float(read_fact(match, fact, piece) or 0) for name, fact in self.gauges.items()},
            self._steps_left(match, piece),
            piece.damage,
            lost=piece.cell < 0 and not match.state.over,
            chance=self.chance(match, piece),
        )

    def _steps_left(self, match: Match, piece: Piece) -> float | None:
        """Return a robot's distance to its next goal, in steps; `None` in modes without goals."""
        measure = self._measure(match)
        if measure is not None and measure.way is not None:
            return measure.way(match, piece)
        come = progress(match, piece)
        return round((ceil(come) - come) * STEPS_OF_A_GOAL, 3) if OBJECTIVES.of(match.rules) else None
