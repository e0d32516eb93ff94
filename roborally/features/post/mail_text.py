"""Writes the text of the mail about a turn: events, standings and questions, without secrets of other seats."""

from collections.abc import Iterator

from roborally.base.dates import moment_text
from roborally.base.translation import _, plugin_text
from roborally.core.events import Event, is_for
from roborally.core.geometry import NAMES
from roborally.core.match import Match
from roborally.core.observation import SPECTATOR, observe
from roborally.core.state import Piece
from roborally.features.post.game import PostGame
from roborally.features.post.order_text import examples
from roborally.features.post.schedule import DEFAULT, RANDOM
from roborally.features.post.stops import open_questions, order_for, spelled, written
from roborally.game.records.recorder import REPLAY_SUFFIX
from roborally.narration.chronicle import Chronicle, is_sentence, piece_names
from roborally.narration.match_log import MatchLog
from roborally.narration.page.piece_status import PieceStatus
from roborally.narration.words import Words, cell_text, victory
from roborally.plugin_system.manifest import Attribute


def last_turn(game: PostGame) -> int:
    """Return the number of the turn that was played last, 0 before the first."""
    turns = game.now.turns
    if len(turns) < 2:
        return 0
    return turns[-1] if game.over else turns[-2]


def events_of(game: PostGame, turn: int, seat: int) -> list[Event]:
    """Return the events of a turn that a seat may see; `SPECTATOR` gets the public ones."""
    found: list[Event] = []
    now = 0
    for event in game.record.events:
        if event["type"] == "moment" and event["name"] == "start":
            now = event["turn"]
        if now == turn and is_for(event, seat):
            found.append(event)
    return found


def story(game: PostGame, turn: int, seat: int) -> list[str]:
    """Return the lines of the log about a turn, as a seat may see it; sentences are indented below headings."""
    log = MatchLog(Chronicle.of(game.game))
    log.narrate_all(events_of(game, turn, seat))
    return [f"  {line}" if is_sentence(line) else line for line in log]


def standing(game: PostGame, seat: int) -> list[str]:
    """Return a line about each piece: its cell and direction, damage, and other values that the rules show."""
    observation = observe(game.match, seat)
    match, standings = observation.match(), PieceStatus(game.game.plugins)
    rows, goals = standings.rows(observation), standings.goals(observation)
    lines = []
    for piece, name, row, wanted in zip(match.state.pieces, piece_names(game.game), rows, goals, strict=True):
        parts = [_place(match, piece, game.words)]
        if piece.seat >= 0:
            parts.append(_("damage {points}").format(points=row[0]))
        for (plugin, gauge), value, goal in zip(standings.gauges, row[1], wanted, strict=True):
            if value is None or goal == 0:  # other players do not see the progress of a secret list (AUE-807)
                continue
            if value == 0 and (gauge.mark or gauge.none):
                continue  # a value of 0 is not worth a mention
            title = plugin_text(plugin.folder, gauge.title).replace("\xad", "")
            number = "" if gauge.mark else f" {value}" + (f"/{goal}" if goal is not None else "")
            parts.append(title + number)
        parts += [game.words.card_title(card) for card in row[3]]
        if piece.seat >= 0:
            parts += _state(match, standings, piece, game.words)
        lines.append(f"  {name}: {', '.join(parts)}")
    return lines


def _state(match: Match, status: PieceStatus, piece: Piece, words: Words) -> list[str]:
    """Return the states of a robot in words: virtual, powered down, locked registers, respawn point (AUE-807)."""
    lines = []
    if (virtual := status.read(match, "virtual", piece)) is not None and piece.cell >= 0:
        lines.append(_("virtual") if virtual else _("real"))
    signs: dict[Attribute, str] = {
        "eliminated": _("out of the game"),
        "resting": _("powered down"),
        "announced": _("announces a power-down"),
    }
    lines += [sign for name, sign in signs.items() if status.read(match, name, piece)]
    slots = status.read(match, "slots", piece) or {}
    for number in status.read(match, "locks", piece) or ():
        lines.append(_("register {number} locked: {card}").format(number=number, card=_locked(slots, number, words)))
    if (marker := status.read(match, "marker", piece)) is not None:
        lines.append(_("respawn point {cell}").format(cell=cell_text(marker)))
    return lines


def _locked(slots: dict[str, str], number: int, words: Words) -> str:
    card = slots.get(str(number))
    return words.card_title(card) if card else "-"


def _place(match: Match, piece: Piece, words: Words) -> str:
    cell = match.cell_of(piece)
    if cell is None:
        return _("not on the board")
    facing = _("facing {direction}").format(direction=words.direction(NAMES[piece.facing]))
    return f"{cell_text(cell)}, {facing}"


def own_cards(game: PostGame, seat: int) -> list[str]:
    """Return lines about the secrets of a seat: its hand, locked registers, and its list of goals."""
    match, status = observe(game.match, seat).match(), PieceStatus(game.game.plugins)
    lines = []
    for piece in match.state.pieces:
        if piece.seat != seat:
            continue
        hand = status.read(match, "hand", piece) or ()
        if hand:
            titles = [game.words.command_title(card.partition("@")[0]) + _priority(card) for card in hand]
            lines.append(_("Your cards: {cards}").format(cards=", ".join(titles)))
        slots, locks = status.read(match, "slots", piece) or {}, status.read(match, "locks", piece) or ()
        for number in locks:
            text = _("Register {number} is locked: {card}")
            lines.append(text.format(number=number, card=_locked(slots, number, game.words)))
        goals = status.read(match, "objectives", piece) or ()
        if goals:
            chronicle = Chronicle.of(game.game)
            places = " → ".join(chronicle.place((x, y)) for x, y in goals)
            lines.append(_("To reach, in this order: {places}").format(places=places))
    return lines


def _priority(card: str) -> str:
    priority = card.partition("@")[2]
    return f" ({priority})" if priority else ""


def answered_for(game: PostGame, seat: int) -> Iterator[str]:
    """Yield lines about a seat's last round: missed orders, their consequences, and standing answers that were used."""
    played, missing = game.now.played, game.file.missing
    if played is None:
        return
    if seat in played.missed and game.now.in_a_row[seat]:  # a new player has not missed anything
        if missing.order == RANDOM:
            yield _("Your orders did not come; chance played for you.")
        elif missing.order == DEFAULT:
            yield _("Your orders did not come; what the rules do without an answer was done for you.")
        else:
            yield _("Your orders did not come; the bot {bot} played for you.").format(bot=missing.order)
        if missing.bot_after and not game.over:
            yield _("Turns that you have missed in a row: {count}. After {most} a bot plays on for you.").format(
                count=game.now.in_a_row[seat], most=missing.bot_after
            )
    if (orders := game.now.played_orders.get(seat)) is not None:
        asked = [
            f"{kind}: {written(answer)}"
            for number, id_, answer in played.answers
            if number == seat and id_ not in orders.answers and (kind := id_.rpartition("-")[0]) in orders.later
        ]
        if asked:
            text = _("For this you had left a standing answer, and it was asked in the turn: {answers}")
            yield text.format(answers="; ".join(asked))


def asking(game: PostGame, seat: int) -> Iterator[str]:
    """Yield lines about the questions that a seat must answer, the deadline, and how to answer."""
    if not open_questions(game.match, seat):
        yield _("Nothing is asked of you in this turn.")
        return
    for decision in open_questions(game.match, seat):
        if order_for(game.match, decision) is None:
            choices = ", ".join(spelled(game.words, decision, choice) for choice in decision["choices"] or ())
            yield f"{game.words.question(decision['kind'])} ({decision['kind']}: {choices})"
    if game.now.paused:
        yield _("The game is paused; your orders are taken all the same.")
    else:
        if game.now.excused:
            names = ", ".join(game.names[number] for number in game.now.excused)
            yield _("The orders of {names} did not come in time; everybody has more time, this once.").format(
                names=names
            )
        yield _("Your orders are due on {moment} ({zone}).").format(moment=due(game), zone=game.file.schedule.zone)
    if game.file.mail.plain:
        yield _("Answer this mail with lines like these, and leave its subject as it is:")
        yield ""
        yield from (f"  {line}" for line in examples(game.match, seat, game.words))
        yield ""
        yield from _legend(game, seat)
    yield _("Or open the turn file in the game, and send the orders that it writes.")


def _legend(game: PostGame, seat: int) -> list[str]:
    text: list[str] = []
    for decision in open_questions(game.match, seat):
        if (order := order_for(game.match, decision)) is not None:
            words = (game.words.translated(word) for word in order.words(game.match))
            text += [", ".join(words), game.words.translated(order.help)]
    return [line for line in dict.fromkeys(text) if line]


def due(game: PostGame) -> str:
    """Return the deadline of the current round as text, in the time zone of the game."""
    return moment_text(game.file.schedule.local(game.deadline))


def replay_name(game: PostGame) -> str:
    """Return the file name of the game's replay."""
    return f"{game.file.name}{REPLAY_SUFFIX}"


def message_for(game: PostGame, seat: int) -> str:
    """Return the text of the mail to a seat about the last turn; for `SPECTATOR`, the public text."""
    lines: list[str] = []
    if turn := last_turn(game):
        lines += story(game, turn, seat)
        lines.append("")
    if text := list(answered_for(game, seat)):
        lines += [*text, ""]
    lines += [_("How it stands:"), *standing(game, seat), ""]
    if game.over:
        winners = [game.names[number] for number in game.match.state.winners]
        lines += [victory(winners) if winners else _("Nobody wins."), ""]
        if seat != SPECTATOR:
            lines += [
                _("Attached are the replay, and everything that went into the SHA-256 of the first mail."),
                _("docs/post.md tells how to check both; {command} plays the match again.").format(
                    command=f"roborally replay --verify {replay_name(game)}"
                ),
                "",
            ]
    elif seat != SPECTATOR:
        lines += [*own_cards(game, seat), "", *asking(game, seat), ""]
    if turn == 0:
        why = _("SHA-256 of seed, match, course and rules, by which all can check at the end that nothing was turned:")
        lines += [why, f"  {game.commitment}", ""]
    return "\n".join(lines)
