"""Makes the result of a match into data for pages: who has won, and the places of all robots."""

from collections.abc import Sequence
from typing import Any

from roborally.base.translation import _
from roborally.core.match import Match
from roborally.game.session.held import HeldSession
from roborally.narration.own_place import own_place
from roborally.narration.page.piece_status import SIGNS, PieceStatus, Row
from roborally.narration.words import Words, victory

ELIMINATED = SIGNS.index("eliminated")


def result_of(
    session: HeldSession,
    match: Match,
    seat: int,
    rows: Sequence[Row],
    status: PieceStatus,
    words: Words,
    names: Sequence[str],
) -> dict[str, Any]:
    """Return the result in the current language, with the keys `text` (who has won), `own` and `places`.

    `own` is a text about the place of a `seat`, empty for a spectator. `places` are pairs of a robot and its ranking
    numbers as text, best first: winners, then by ranking gauges and statistics, then by damage. `rows` are those of
    `status.rows_in`, and `names` the pieces' names, both by piece.
    """
    winners = match.state.winners
    ranked = [(number, gauge) for number, (_plugin, gauge) in enumerate(status.gauges) if gauge.ranked]
    robots = [piece.index for piece in match.state.pieces if piece.seat >= 0]

    def key(robot: int) -> tuple[object, ...]:
        damage, gauges, signs, *_others = rows[robot]
        reached = [-(gauges[number] or 0) for number, _gauge in ranked]
        return robot not in winners, ELIMINATED in signs, reached, session.tally.rank(robot), damage, robot

    def numbers(robot: int) -> str:
        values = [(gauge.title.replace("\xad", ""), rows[robot][1][number]) for number, gauge in ranked]
        return ", ".join(f"{words.translated(title)} {value}" for title, value in values if value is not None)

    def team(robot: int) -> int:
        return int(status.read(match, "team", match.state.pieces[robot]) or 0)

    order = sorted(robots, key=key)
    teams = set(map(team, winners))
    if not winners:
        text = _("No winner")
    elif len(teams) == 1 and 0 not in teams:
        text = _("Team {team} wins!").format(team=teams.pop())
    else:
        text = victory([names[robot] for robot in winners])
    own = (
        own_place(robot, order, winners, list(map(team, order)), eliminated=ELIMINATED in rows[robot][2])
        for robot in robots
        if match.state.pieces[robot].seat == seat
    )
    return {
        "text": text,
        "own": next(iter(own), ""),
        "places": [[robot, numbers(robot)] for robot in order],
    }
