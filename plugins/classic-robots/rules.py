"""The special abilities of the five robots of the standard edition (STD section 14)."""

from roborally.plugin import (
    COMMANDS,
    SHEETS,
    AnswerChoice,
    AnswerError,
    Decision,
    Dice,
    Hit,
    Match,
    Piece,
    QuestionView,
    Rules,
    hookimpl,
    usual_view,
)
from roborally_plugins.program_cards.api import command_of, hand_size, replace_hand, slots

PAUSE = "pause@0"


@hookimpl
def register(rules: Rules) -> None:
    """Register the special ability of each of the five robot models."""
    rules.phase("end-of-turn", "regeneration", regenerate)
    rules.modify("laser-power", double_laser)
    rules.add(COMMANDS, "pause", pause)
    rules.modify("extra-cards", offer_pause)
    rules.decision("new-commands", take_new_commands, check=check_new_commands, sample=sample_new_commands)
    rules.add(SHEETS, "new-commands", show_new_commands)
    rules.on("programming", ask_new_commands)
    rules.modify("spare-cards", cards_for_new_commands)
    rules.modify("robot-hit", mirror)
    rules.event("new-commands", {"piece": "who exchanges its hand"})
    rules.event("mirror", {"piece": "who sends a shot back", "shooter": "who has fired it and is hit"})


def regenerate(match: Match) -> None:
    """Remove a point of damage from each Tanky at the end of every turn (STD-1401)."""
    match.new_beat()
    for piece in match.state.pieces:
        if piece.cell >= 0 and match.model(piece) == "tanky":
            match.heal(piece, 1, "regeneration")


def double_laser(match: Match, power: int, piece: Piece) -> int:
    """Return 2, the damage of the laser of a James Bot, else `power` (STD-1402)."""
    return 2 if match.model(piece) == "james-bot" else power


def pause(match: Match, piece: Piece) -> None:
    """Do nothing in this register (STD-1403)."""


def offer_pause(match: Match, cards: tuple[str, ...], piece: Piece) -> tuple[str, ...]:
    """Return `cards`; for a LazyBot add a Pause, unless one of its registers holds a Pause (STD-1403, STD-R23)."""
    if match.model(piece) != "lazybot":
        return cards
    laid = slots(match, piece)
    return cards if any(command_of(card) == "pause" for card in laid) else (*cards, PAUSE)


def ask_new_commands(match: Match) -> None:
    """Ask each Albot's owner, once per turn, whether to exchange the hand (STD-1404)."""
    robots = [piece for piece in match.robots if piece.cell >= 0]
    for piece in match.value("programmers", robots):
        if match.model(piece) == "albot":
            match.ask("new-commands", piece, "no", ("yes", "no"), optional=True, at_once=True)


def check_new_commands(match: Match, decision: Decision, answer: str) -> str:
    """Return `answer`; raise `AnswerError` for a `yes` after the program has been confirmed (STD-R24)."""
    if answer == "yes" and _is_confirmed(match, decision):
        raise AnswerError("the program is confirmed already, so there are no new commands this turn")
    return answer


def show_new_commands(match: Match, decision: Decision) -> QuestionView:
    """Return the view with yes and no; yes is grey after the program has been confirmed (STD-R24)."""
    return usual_view(decision, [AnswerChoice("yes", gone=_is_confirmed(match, decision)), AnswerChoice("no")])


def sample_new_commands(match: Match, decision: Decision, dice: Dice) -> str:
    """Return a random answer that is legal now."""
    return "no" if _is_confirmed(match, decision) else dice.pick(("yes", "no"))


def _is_confirmed(match: Match, decision: Decision) -> bool:
    return any(
        other["kind"] == "program" and other["piece"] == decision["piece"] and other["id"] in match.state.sealed
        for other in match.state.decisions
    )


def take_new_commands(match: Match, decision: Decision, answer: str | None) -> None:
    """Exchange the hand and the cards in free registers for new ones (STD-R24)."""
    if answer == "yes":
        piece = match.state.pieces[decision["piece"]]
        match.emit("new-commands", piece=piece.index)
        replace_hand(match, piece)


def cards_for_new_commands(match: Match, count: int, piece: Piece) -> int:
    """Return how many cards to set aside for an exchange of the hand: for an Albot a whole hand, else `count`."""
    return hand_size(match, piece) if match.model(piece) == "albot" else count


def mirror(match: Match, hit: Hit) -> Hit:
    """Return a hit on the rear of a Peach as one on its shooter, else `hit` (STD-1405, STD-1406, STD-R20)."""
    target, points, shooter, direction, _ = hit
    if direction != target.facing or match.model(target) != "peach" or shooter < 0:
        return hit
    match.emit("mirror", piece=target.index, shooter=shooter)
    return (match.state.pieces[shooter], points, target.index, -1, "mirror")
