"""Shield, Circuit Breaker, Ablative Coat, Power-Down Shield, Superior Archive Copy (OPT-G08, OPT-G09)."""

from roborally.core.data import Decision
from roborally.core.geometry import opposite
from roborally.core.match import Match
from roborally.core.state import Piece
from roborally.plugin import Rules, replaced
from roborally_plugins.power_down.api import shut_down_next

from .cards import COAT_POINTS, give_back, has, is_down, lay, markers, players_of, set_markers, works
from .state import slot_of

SIDES = ("front", "right", "rear", "left")
NO_SIDE = "none"


def register(rules: Rules) -> None:
    """Add the five cards; shields absorb first, then the Circuit Breaker, then the coat (OPT-G09)."""
    rules.decision("shield", mark_shield)
    rules.modify("damage", stop_at_shield, order=10)
    rules.modify("damage", stop_while_down, order=11)
    rules.modify("damage", break_circuit, order=20)
    rules.modify("damage", take_up, order=30)
    rules.modify("may-refuse-shutdown", holds_breaker)
    rules.on("refuse-shutdown", ask_breaker)
    rules.decision("circuit-breaker", run_or_shut_down)
    rules.on("before-reentry", ask_copy)
    rules.decision("superior-archive-copy", use_copy)
    rules.modify("respawn-damage", no_damage_with_copy)
    rules.on("re-entered", give_copy_back)
    rules.phase("turn", "renew-shields", renew_shields, before=("deal",))


def _absorb(match: Match, piece: Piece, card: str, points: int) -> int:
    """Emit that a card absorbs points of damage, and return how many."""
    match.emit("option-absorbed", piece=piece.index, card=card, points=points)
    return points


def side_hit(piece: Piece, direction: int) -> int:
    """Return the side of a robot, 0 front to 3 left, that a blow in this direction meets (OPT-G08)."""
    return (opposite(direction) - piece.facing) & 3


# --- OPT-13 Shield --------------------------------------------------------------------------------------------------


def ask_shield(match: Match) -> None:
    """Ask for this register's side; without an answer the last mark stays (OPT-13, R0)."""
    for piece in players_of(match, "shield"):
        mark = slot_of(match)["shield"][piece.index]
        match.ask("shield", piece, mark, (*SIDES, NO_SIDE), secret=True)


def mark_shield(match: Match, decision: Decision, answer: str | None) -> None:
    """Store the side."""
    lay(match, decision["piece"], "shield", answer)


def stop_at_shield(match: Match, points: int, piece: Piece, cause: str, by: int, direction: int) -> int:
    """Stop all directional damage from the marked side (OPT-R04)."""
    if points <= 0 or direction < 0 or not works(match, piece, "shield"):
        return points
    mark = slot_of(match)["shield"][piece.index]
    if mark != SIDES[side_hit(piece, direction)]:
        return points
    return points - _absorb(match, piece, "shield", points)


# --- OPT-26 Power-Down Shield ---------------------------------------------------------------------------------------


def stop_while_down(match: Match, points: int, piece: Piece, cause: str, by: int, direction: int) -> int:
    """Stop one point per side and register; a second one in a register passes and ends the shield of that side."""
    if points <= 0 or direction < 0 or not has(match, piece, "power-down-shield") or not is_down(match, piece):
        return points
    slot = slot_of(match)
    side = side_hit(piece, direction)
    stopped, gone = slot["side_stops"][piece.index], slot["sides_gone"][piece.index]
    moment = match.state.stage
    if side in gone:
        return points
    if stopped[side] != moment:
        slot["side_stops"] = replaced(
            slot["side_stops"], piece.index, tuple(moment if at == side else stop for at, stop in enumerate(stopped))
        )
        points -= _absorb(match, piece, "power-down-shield", 1)
    if points > 0:
        slot["sides_gone"] = replaced(slot["sides_gone"], piece.index, (*gone, side))
    return points


def renew_shields(match: Match) -> None:
    """Restore all sides at the next shutdown; remove a Shield's mark while its robot is shut down."""
    slot = slot_of(match)
    for piece in match.robots:
        slot["side_stops"] = replaced(slot["side_stops"], piece.index, (0, 0, 0, 0))
        if not slot["was_down"][piece.index] or not is_down(match, piece):
            slot["sides_gone"] = replaced(slot["sides_gone"], piece.index, ())
        slot["was_down"] = replaced(slot["was_down"], piece.index, is_down(match, piece))
        if is_down(match, piece):
            lay(match, piece.index, "shield", NO_SIDE)


# --- OPT-15 Circuit Breaker -----------------------------------------------------------------------------------------


def break_circuit(match: Match, points: int, piece: Piece, cause: str, by: int, direction: int) -> int:
    """Protect from all damage while shut down (OPT-15 b)."""
    if points <= 0 or not has(match, piece, "circuit-breaker") or not is_down(match, piece):
        return points
    return points - _absorb(match, piece, "circuit-breaker", points)


def holds_breaker(match: Match, may: bool, piece: Piece) -> bool:
    """Let the owner choose to keep the robot running (OPT-15 a)."""
    return may or has(match, piece, "circuit-breaker")


def ask_breaker(match: Match, piece: Piece) -> None:
    """Ask whether the robot keeps running."""
    match.ask("circuit-breaker", piece, "run", ("run", "shut-down"), secret=True)


def run_or_shut_down(match: Match, decision: Decision, answer: str | None) -> None:
    """Shut down if the owner has chosen so."""
    if answer == "shut-down":
        shut_down_next(match, match.state.pieces[decision["piece"]])


# --- OPT-25 Ablative Coat -------------------------------------------------------------------------------------------


def take_up(match: Match, points: int, piece: Piece, cause: str, by: int, direction: int) -> int:
    """Absorb damage from any source until three points lie on the card (OPT-25)."""
    if points <= 0 or not has(match, piece, "ablative-coat"):
        return points
    taken = _absorb(match, piece, "ablative-coat", min(points, COAT_POINTS - markers(match, piece, "ablative-coat")))
    set_markers(match, piece, "ablative-coat", markers(match, piece, "ablative-coat") + taken)
    if markers(match, piece, "ablative-coat") >= COAT_POINTS:
        give_back(match, piece, "ablative-coat")
    return points - taken


def coat_left(match: Match, piece: Piece) -> float:
    """Return the share of the coat that is left."""
    return 1 - markers(match, piece, "ablative-coat") / COAT_POINTS


# --- OPT-05 Superior Archive Copy -----------------------------------------------------------------------------------


def ask_copy(match: Match, piece: Piece) -> None:
    """Ask whether the copy is used for this re-entry (OPT-05, T0)."""
    if has(match, piece, "superior-archive-copy"):
        match.ask("superior-archive-copy", piece, "yes", ("yes", "no"))


def use_copy(match: Match, decision: Decision, answer: str | None) -> None:
    """Store the answer for the placement."""
    slot = slot_of(match)
    slot["copied"] = replaced(slot["copied"], decision["piece"], answer == "yes")


def no_damage_with_copy(match: Match, damage: int, piece: Piece) -> int:
    """Re-enter without damage."""
    return 0 if slot_of(match)["copied"][piece.index] else damage


def give_copy_back(match: Match, piece: Piece) -> None:
    """Give back a card that was used, or that was kept for the re-entry (CNB-1206)."""
    slot = slot_of(match)
    goes = slot["copied"][piece.index] or slot["owing"][piece.index]
    slot["copied"] = replaced(slot["copied"], piece.index, False)
    slot["owing"] = replaced(slot["owing"], piece.index, False)
    if goes and has(match, piece, "superior-archive-copy"):
        give_back(match, piece, "superior-archive-copy")
