"""How weapons that replace the main laser are chosen, fired and carried out (OPT-G04 to OPT-G06).

The same functions serve the cards of the game and those of other plugins; a card's `Weapon` says what differs.
"""

from roborally.plugin import (
    SHEETS,
    Decision,
    Frame,
    Hit,
    Match,
    Piece,
    QuestionView,
    Rules,
    ShownSentence,
    replaced,
    text,
    usual_view,
)

from .deck import Shot, Weapon, direction_of, known_cards
from .holders import give_back, markers, set_markers, works
from .state import slot_of

MAIN = "main-laser"
NOBODY = -1


class EffectFrame(Frame):
    """A frame that carries out the effect of the `weapon` of `piece` on `target`; `detail` is a register, or 0."""

    piece: int
    weapon: str
    target: int
    direction: int
    detail: int


def register(rules: Rules) -> None:
    """Register the choice, the volley and the effects of all weapons."""
    # Each where the mode's order has the robots fire: in every register, or once at the end of the turn (CNB-R11).
    for sequence in ("register", "end-of-turn"):
        rules.phase(sequence, "weapons", ask_weapons, before=("robot-lasers",))
        rules.phase(sequence, "weapon-details", ask_details, after=("weapons",), before=("robot-lasers",))
        rules.phase(sequence, "weapon-effects", start_effects, after=("robot-lasers",))
    rules.decision("weapon", choose_weapon)
    rules.add(SHEETS, "weapon", show_targets)
    rules.modify("shooters", without_replaced)
    rules.shooter("option-weapons", fire_weapons, along="robot-lasers")
    rules.frame("weapon-effect", run_effect)


def weapon_of(match: Match, card: str) -> Weapon | None:
    """Return the weapon of the option card with this name, or `None` for a card that is no weapon."""
    return known_cards(match)[card].weapon


# --- choosing -------------------------------------------------------------------------------------------------------


def ask_weapons(match: Match) -> None:
    """Ask all owners who can use a weapon now which one to use; choices are revealed together (OPT-G04, R5)."""
    slot = slot_of(match)
    slot["weapon"] = (MAIN,) * len(slot["weapon"])
    slot["aim"] = (NOBODY,) * len(slot["aim"])
    slot["detail"] = (0,) * len(slot["detail"])
    known = known_cards(match)
    for piece in match.state.pieces:
        held = sorted(slot["held"][piece.index])
        weapons = [card for card in held if known[card].weapon is not None and works(match, piece, card)]
        choices = [card for card in weapons if _target(match, piece, card) is not None]
        if choices:
            match.ask("weapon", piece, MAIN, (MAIN, *choices), secret=True)


def _target(match: Match, piece: Piece, card: str) -> Piece | None:
    """Return the robot that the weapon `card` would hit, `None` if the weapon cannot be used now (OPT-R10)."""
    weapon = weapon_of(match, card)
    if weapon is None or is_empty(match, piece, card):
        return None
    return weapon.target(match, piece, direction_of(match, piece))


def show_targets(match: Match, decision: Decision) -> QuestionView:
    """Return the usual view, with the robot that each weapon would hit shown beside the question."""
    piece = match.state.pieces[decision["piece"]]
    targets = ((card, _target(match, piece, card)) for card in decision["choices"] or () if card != MAIN)
    hits = text("{card} hits {target}.")
    shown = (ShownSentence(hits, {"card": card, "target": target.index}) for card, target in targets if target)
    return usual_view(decision, shown=tuple(shown))


def is_empty(match: Match, piece: Piece, card: str) -> bool:
    """Return whether a card with counted shots has none left."""
    return known_cards(match)[card].markers is not None and markers(match, piece, card) == 0


def choose_weapon(match: Match, decision: Decision, answer: str | None) -> None:
    """Store the chosen weapon with its target and direction; do nothing for the main laser."""
    if answer is None or answer == MAIN:
        return
    slot = slot_of(match)
    piece = match.state.pieces[decision["piece"]]
    target = _target(match, piece, answer)
    if target is not None:
        slot["weapon"] = replaced(slot["weapon"], piece.index, answer)
        slot["aim"] = replaced(slot["aim"], piece.index, target.index)
        slot["aimed"] = replaced(slot["aimed"], piece.index, direction_of(match, piece))


def ask_details(match: Match) -> None:
    """Store the order of the weapons' effects (OPT-G06), and let each weapon ask for more, such as a register."""
    slot = slot_of(match)
    firing = [piece for piece in match.state.pieces if slot["weapon"][piece.index] != MAIN]
    slot["firing"] = tuple(piece.index for piece in match.value("acting-order", firing)) if firing else ()
    for piece in firing:
        weapon = weapon_of(match, slot["weapon"][piece.index])
        if weapon is not None:
            weapon.ask(match, piece)


# --- firing ---------------------------------------------------------------------------------------------------------


def without_replaced(match: Match, shooters: list[Piece]) -> list[Piece]:
    """Return the shooters of main lasers, without robots that use a weapon instead."""
    chosen = slot_of(match)["weapon"]
    return [piece for piece in shooters if chosen[piece.index] == MAIN]


def fire_weapons(match: Match) -> list[Hit]:
    """Return the hits of weapons that do damage; each shot of a weapon with markers uses one marker (OPT-20)."""
    slot = slot_of(match)
    hits: list[Hit] = []
    for piece in match.robots:
        card = slot["weapon"][piece.index]
        if card == MAIN or piece.cell < 0:
            continue
        weapon = weapon_of(match, card)
        if weapon is not None and weapon.fire is not None:
            target = match.state.pieces[slot["aim"][piece.index]]
            shot = Shot(piece, target, slot["aimed"][piece.index], slot["detail"][piece.index])
            hits += weapon.fire(match, shot)
        if known_cards(match)[card].markers is not None:
            set_markers(match, piece, card, markers(match, piece, card) - 1)
    return hits


def start_effects(match: Match) -> None:
    """Add frames for the effects in the order of the shooters' cards, with late weapons last (OPT-G06)."""
    slot = slot_of(match)
    for late in (False, True):
        for index in slot["firing"]:
            card = slot["weapon"][index]
            weapon = weapon_of(match, card)
            if weapon is not None and weapon.late == late:
                effect: EffectFrame = {
                    "do": "weapon-effect",
                    "piece": index,
                    "weapon": card,
                    "target": slot["aim"][index],
                    "direction": slot["aimed"][index],
                    "detail": slot["detail"][index],
                }
                match.then(effect)


def run_effect(match: Match, frame: EffectFrame) -> None:
    """Carry out the frame's effect if the target is still on the floor; give back a weapon without shots."""
    match.done(frame)
    piece, target, card = match.state.pieces[frame["piece"]], match.state.pieces[frame["target"]], frame["weapon"]
    weapon = weapon_of(match, card)
    if is_empty(match, piece, card):
        give_back(match, piece, card)
    if target.cell < 0 or weapon is None:
        return
    match.emit("option-used", piece=piece.index, card=card, target=target.index)
    weapon.effect(match, Shot(piece, target, frame["direction"], frame["detail"]))


# --- an effect of several weapons -----------------------------------------------------------------------------------


def push_away(match: Match, shot: Shot) -> None:
    """Move the target of a shot one cell away from the shooter (OPT-20, OPT-21)."""
    match.step(shot.target, shot.direction, push=True, how="displaced")
