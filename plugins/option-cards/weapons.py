"""Replacement weapons: Mini Howitzer, Pressor Beam, Tractor Beam, Scrambler, Radio Control (OPT-G04 to OPT-G06)."""

from roborally.core.data import Decision, Frame
from roborally.core.geometry import opposite
from roborally.core.match import Match
from roborally.core.rules import Hit
from roborally.core.state import Piece
from roborally.plugin import Rules
from roborally_plugins.program_cards.api import draw, locks

from . import program, radio
from .cards import give_back, markers, set_markers, works
from .state import slot_of

MAIN = "main-laser"
WEAPONS = frozenset(("mini-howitzer", "pressor-beam", "radio-control", "scrambler", "tractor-beam"))
NOBODY = -1


class EffectFrame(Frame):
    """Carries out what the `weapon` of a robot does to its `target`; `detail` is a register."""

    piece: int
    weapon: str
    target: int
    direction: int
    detail: int


def register(rules: Rules) -> None:
    """Add the five cards."""
    rules.phase("register", "weapons", ask_weapons, before=("robot-lasers",))
    rules.phase("register", "weapon-details", ask_details, after=("weapons",), before=("robot-lasers",))
    rules.decision("weapon", choose_weapon)
    rules.decision("scrambler", choose_register)
    rules.modify("shooters", without_replaced)
    rules.shooter("mini-howitzer", fire_howitzers, along="robot-lasers")
    rules.phase("register", "weapon-effects", start_effects, after=("robot-lasers",))
    rules.frame("weapon-effect", run_effect)


def direction_of(match: Match, piece: Piece) -> int:
    """Return where a robot's main laser, or the weapon in its place, points (OPT-G05)."""
    direction: int = match.value("laser-direction", piece.facing, piece)
    return direction


def target_of(match: Match, piece: Piece) -> Piece | None:
    """Return the first robot in line."""
    target = match.first_on(match.rays[direction_of(match, piece)][piece.cell])
    return target if target is not None and target.kind == "robot" else None


# --- choosing -------------------------------------------------------------------------------------------------------


def ask_weapons(match: Match) -> None:
    """Ask all owners who can use a replacement weapon now; choices are revealed together (OPT-G04, R5)."""
    slot = slot_of(match)
    slot["weapon"] = [MAIN] * len(slot["weapon"])
    slot["aim"] = [NOBODY] * len(slot["aim"])
    slot["detail"] = [0] * len(slot["detail"])
    for piece in match.state.pieces:
        if WEAPONS.isdisjoint(slot["held"][piece.index]):
            continue
        own = sorted(WEAPONS.intersection(slot["held"][piece.index]))
        choices = [weapon for weapon in own if works(match, piece, weapon) and _can_use(match, piece, weapon)]
        if choices:
            match.ask("weapon", piece, MAIN, (MAIN, *choices), secret=True)


def _can_use(match: Match, piece: Piece, weapon: str) -> bool:
    """Return whether a weapon has a target and everything else it needs (OPT-R10)."""
    if weapon == "radio-control":
        return bool(radio.candidates(match, piece, direction_of(match, piece)))
    target = target_of(match, piece)
    if target is None or (weapon == "mini-howitzer" and markers(match, piece, weapon) == 0):
        return False
    if weapon == "tractor-beam":
        return _distance(match, piece, target) >= 2
    return weapon != "scrambler" or bool(registers_to_scramble(match, target))


def _distance(match: Match, piece: Piece, target: Piece) -> int:
    (x, y), (other_x, other_y) = match.floor.cells[piece.cell], match.floor.cells[target.cell]
    return abs(x - other_x) + abs(y - other_y)


def registers_to_scramble(match: Match, target: Piece) -> tuple[int, ...]:
    """Return the later registers, 2 to 4, that are not locked (OPT-23, OPT-R05, OPT-G10)."""
    locked = locks(match, target)
    return tuple(number for number in range(match.state.stage + 1, 5) if number not in locked)


def choose_weapon(match: Match, decision: Decision, answer: str) -> None:
    """Keep the weapon, and its target as it stands now."""
    slot = slot_of(match)
    piece = match.state.pieces[decision["piece"]]
    slot["weapon"][piece.index] = answer
    slot["aimed"][piece.index] = direction_of(match, piece)
    if answer not in (MAIN, "radio-control"):
        target = target_of(match, piece)
        slot["aim"][piece.index] = NOBODY if target is None else target.index


def ask_details(match: Match) -> None:
    """Fix the order of the effects (OPT-G06), and ask for what Radio Control and Scrambler need."""
    slot = slot_of(match)
    firing = [piece for piece in match.state.pieces if slot["weapon"][piece.index] != MAIN]
    slot["firing"] = [piece.index for piece in match.value("acting-order", firing)] if firing else []
    for piece in match.state.pieces:
        weapon = slot["weapon"][piece.index]
        if weapon == "radio-control":
            radio.ask_target(match, piece, direction_of(match, piece))
        elif weapon == "scrambler":
            choices = registers_to_scramble(match, match.state.pieces[slot["aim"][piece.index]])
            if len(choices) == 1:
                slot["detail"][piece.index] = choices[0]
            else:
                match.ask("scrambler", piece, choices[0], choices, secret=True)


def choose_register(match: Match, decision: Decision, answer: int) -> None:
    """Keep the register to scramble."""
    slot_of(match)["detail"][decision["piece"]] = answer


# --- firing ---------------------------------------------------------------------------------------------------------


def without_replaced(match: Match, shooters: list[Piece]) -> list[Piece]:
    """Leave out the main laser of a robot that uses a replacement weapon."""
    chosen = slot_of(match)["weapon"]
    return [piece for piece in shooters if chosen[piece.index] == MAIN]


def fire_howitzers(match: Match) -> list[Hit]:
    """Deal the howitzers' damage; each shot costs a marker (OPT-20)."""
    slot = slot_of(match)
    hits: list[Hit] = []
    for piece in match.robots:
        if slot["weapon"][piece.index] != "mini-howitzer" or piece.cell < 0:
            continue
        target = match.state.pieces[slot["aim"][piece.index]]
        direction = slot["aimed"][piece.index]
        hits.append((target, 1, piece.index, direction, "mini-howitzer"))
        cells, _ = match.beam_along(match.rays[direction][piece.cell])
        match.show_beam(cells, direction, [target], "mini-howitzer", piece.index)
        set_markers(match, piece, "mini-howitzer", markers(match, piece, "mini-howitzer") - 1)
    return hits


def start_effects(match: Match) -> None:
    """Displace in the order of the shooters' cards, then scramble and take control in the same order (OPT-G06)."""
    slot = slot_of(match)
    for late in (False, True):
        for index in slot["firing"]:
            weapon = slot["weapon"][index]
            if (weapon in ("scrambler", "radio-control")) == late:
                effect: EffectFrame = {
                    "do": "weapon-effect",
                    "piece": index,
                    "weapon": weapon,
                    "target": slot["aim"][index],
                    "direction": slot["aimed"][index],
                    "detail": slot["detail"][index],
                }
                match.then(effect)


def run_effect(match: Match, frame: EffectFrame) -> None:
    """Carry out one weapon's effect on a target that is still on the floor."""
    match.done(frame)
    piece, target = match.state.pieces[frame["piece"]], match.state.pieces[frame["target"]]
    weapon, direction, detail = frame["weapon"], frame["direction"], frame["detail"]
    if weapon == "mini-howitzer" and markers(match, piece, weapon) == 0:
        give_back(match, piece, weapon)
    if target.cell < 0:
        return
    match.emit("option-used", piece=piece.index, card=weapon, target=target.index)
    if weapon in ("mini-howitzer", "pressor-beam"):
        match.step(target, direction, push=True, how="displaced")
    elif weapon == "tractor-beam":
        match.step(target, opposite(direction), push=False, how="displaced")
    elif weapon == "scrambler":
        # The same volley may have locked the register (OPT-G10); then nothing is drawn.
        if detail not in locks(match, target):
            for card in draw(match, 1):
                program.exchange(match, target, detail, card)
    else:
        radio.take_control(match, piece, target)
