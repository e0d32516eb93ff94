"""Decides which pieces a conveyor step carries when their ways meet (COM-08, 3 and 4)."""

from roborally.plugin import Match, Piece

Proposal = tuple[Piece, int, int]
"""A piece, the cell (or `OUTSIDE`) to which its belt would carry it, and the direction."""


def without_conflicts(match: Match, proposals: list[Proposal]) -> list[Proposal]:
    """Return the proposals that are carried out: belts never push (COM-R03); pieces that want one cell stay."""
    return proposals if is_way_free(match, proposals) else resolved(match, proposals)


def is_way_free(match: Match, proposals: list[Proposal]) -> bool:
    """Return whether the target cells of all proposals are free and different, so that there is no conflict."""
    at = match.state.at
    targets = set()
    for _, target, _ in proposals:
        if target < 0 or at[target] or target in targets:
            return False
        targets.add(target)
    return True


def resolved(match: Match, proposals: list[Proposal]) -> list[Proposal]:
    """Drop, round by round, proposals whose target stays occupied or is wanted twice; return the others."""
    at = match.state.at
    fatal = match.value("fatal-cells", frozenset())
    moves = list(proposals)
    while True:
        leaving = {piece.index: target for piece, target, _ in moves if piece.solid}
        wanted = [target for piece, target, _ in moves if piece.solid]
        kept = [move for move in moves if _may_move(move, at, leaving, wanted, fatal)]
        if len(kept) == len(moves):
            return kept
        moves = kept


def _may_move(move: Proposal, at: bytearray, leaving: dict[int, int], wanted: list[int], fatal: frozenset[int]) -> bool:
    piece, target, _ = move
    if target < 0 or target in fatal or not piece.solid:
        return True
    occupant = at[target] - 1
    if occupant >= 0 and (occupant not in leaving or leaving[occupant] == piece.cell):
        return False
    return wanted.count(target) == 1
