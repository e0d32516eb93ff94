"""The status of each piece on an HTML page: damage, gauges, signs, equipment, archive marker."""

from collections.abc import Sequence
from typing import Any

from roborally.base.translation import plugin_text
from roborally.core.match import Match
from roborally.core.observation import Observation
from roborally.core.state import Piece
from roborally.plugin import FACTS, read_fact
from roborally.plugin_system.loader import Plugin
from roborally.plugin_system.manifest import Attribute, GaugeManifest

Row = list[Any]
"""A piece's status: damage, gauges (or `None`), indexes in `SIGNS`, equipment, archive cell or `None`, hand, solid."""
SIGNS: tuple[Attribute, ...] = ("waiting", "eliminated", "resting", "announced")
"""The names of the signs of a robot; a `Row` has the indexes of those that are true."""


class PieceStatus:
    """Returns the status of each piece of a match as a `Row`, from the facts (`Fact`) that plugins' manifests name."""

    def __init__(self, plugins: Sequence[Plugin]) -> None:
        self.gauges: list[tuple[Plugin, GaugeManifest]] = sorted(
            ((plugin, gauge) for plugin in plugins for gauge in plugin.manifest.gauge.values()),
            key=lambda entry: entry[1].order,
        )
        self._facts: dict[str, str] = {}
        for plugin in plugins:
            self._facts |= {str(name): fact for name, fact in plugin.manifest.attribute.items()}

    def rows(self, observation: Observation) -> list[Row]:
        """Return the row of each piece as the observation's seat knows it."""
        return self.rows_in(observation.match(), observation.seat)

    def rows_in(self, match: Match, own: int) -> list[Row]:
        """Return the row of each piece of a match that holds only what the seat `own` knows."""
        return [self._row(match, piece, own=piece.seat >= 0 and piece.seat == own) for piece in match.state.pieces]

    def goals(self, observation: Observation) -> list[list[int | None]]:
        """Return for each piece the goals of its gauges, `None` for a gauge without a goal."""
        match = observation.match()
        return [
            [_whole(read_fact(match, gauge.goal, piece)) if gauge.goal else None for _plugin, gauge in self.gauges]
            for piece in match.state.pieces
        ]

    def titles(self) -> list[str]:
        """Return the titles of the gauges in the current language, in the order of `gauges`."""
        return [plugin_text(plugin.folder, gauge.title).replace("\xad", "") for plugin, gauge in self.gauges]

    def liveries(self, match: Match) -> list[int]:
        """Return the number of each piece's colours, that of its team or seat, from 0; -1 for one without a seat."""
        return [self._livery(match, piece) if piece.seat >= 0 else -1 for piece in match.state.pieces]

    def _livery(self, match: Match, piece: Piece) -> int:
        team = int(self.read(match, "team", piece) or 0)
        return team - 1 if team else piece.seat

    def _row(self, match: Match, piece: Piece, *, own: bool) -> Row:
        marker = self.read(match, "marker", piece)
        signs = [number for number, name in enumerate(SIGNS) if self.read(match, name, piece)]
        return [
            piece.damage,
            [_whole(read_fact(match, gauge.fact, piece)) for _plugin, gauge in self.gauges],
            signs,
            list(self.read(match, "options", piece) or ()),
            None if marker is None else list(marker),
            list(self.read(match, "hand", piece) or ()) if own else [],
            int(piece.solid),
        ]

    def read(self, match: Match, name: Attribute, piece: Piece) -> Any:
        """Return the value of a piece's attribute, `None` if no plugin of the match provides it."""
        fact = self._facts.get(name)
        return read_fact(match, fact, piece) if fact and fact in FACTS.of(match.rules) else None


def _whole(value: Any) -> int | None:
    return None if value is None else int(value)
