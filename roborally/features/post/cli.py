"""The command `roborally post`: runs a match by post, and writes and sends a player's orders (docs/post.md)."""

import argparse
import getpass
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import time_ns

from roborally.base.atomic_file import FOR_OWNER, StorageError, write_aside
from roborally.base.console import give, say
from roborally.base.dates import moment_text
from roborally.base.errors import GameError, Message
from roborally.cli import add_command, listener, whole_number
from roborally.core.decisions import AnswerError
from roborally.features.post import cli_seats, courier, inbox, referee
from roborally.features.post.folder import GAME, GameFolder, opened
from roborally.features.post.game_file import GameFile, load_game_file
from roborally.features.post.intake import next_written
from roborally.features.post.journal import Turn
from roborally.features.post.keys import key_for
from roborally.features.post.mail_text import due
from roborally.features.post.names import ORDERS_SUFFIX
from roborally.features.post.new_game import begin
from roborally.features.post.order_text import preview, read_orders
from roborally.features.post.passwords import from_file, from_keyring, of_server
from roborally.features.post.reports import is_written, write_reminders, write_round
from roborally.features.post.seals import sealed
from roborally.features.post.server.server import CorrespondenceServer
from roborally.features.post.server.shelf import Shelf, now_here
from roborally.features.post.turn_file import game_of_turn, orders_file, read_turn_file
from roborally.game.match_file import load_config
from roborally.narration.words import Words
from roborally.net.server.journal_lock import only_server
from roborally.plugin_system.loader import find_plugins

Action = Callable[[argparse.Namespace], int]
WITHOUT_GAME = ("new", "orders", "join", "games", "get", "hand-in", "serve")
"""The actions that have no argument for the folder of an existing game."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the actions of `roborally post` and their options to a parser."""
    actions = parser.add_subparsers(title="actions", metavar="ACTION", dest="action", required=True)

    def add(name: str, text: str, run_action: Action) -> argparse.ArgumentParser:
        action = add_command(actions, name, text)
        action.set_defaults(run_action=run_action)
        if name not in WITHOUT_GAME:
            action.add_argument("game", type=Path, metavar="GAME", help="the folder of the game")
        return action

    new = add("new", "begin a game in a new folder and write its first mails", _new)
    new.add_argument("match", type=Path, metavar="MATCH.toml", help="the match file")
    new.add_argument("game", type=Path, metavar="GAME", help="the folder of the game, which is made")
    new.add_argument(
        "--player",
        action="append",
        default=[],
        metavar="ADDRESS",
        help='the address of the next person in the match file, such as "Ada <ada@example.org>"; once for each',
    )
    new.add_argument(
        "--settings", type=Path, metavar="FILE", help="a game.toml to begin with (default: see docs/post.md)"
    )
    new.add_argument("--name", help="the name of the game in subjects (default: that of the folder)")
    take = add("take", "take the orders that lie in GAME/in, or in some files, and write an answer to each", _take)
    take.add_argument("files", nargs="*", type=Path, metavar="FILE", help="orders, mails, a mailbox or a Maildir")
    play = add("run", "play the turn if all orders are there or its time is up, and write the mails", _run)
    play.add_argument("--now", action="store_true", help="play it at once; something stands in for what is missing")
    add("status", "show whom the game waits for, until when, and who has missed what", _status)
    extend = add("extend", "move the deadline", _extend)
    extend.add_argument("hours", metavar="HOURS", help="by how many hours, back with a minus sign")
    add("pause", "let no time run", _pause)
    add("resume", "let time run again; the turn gets all of its time anew", _resume)
    other = add("substitute", "let somebody else play a seat", _substitute)
    other.add_argument("seat", metavar="SEAT", help="the number of the seat, from 0")
    other.add_argument("address", metavar="ADDRESS", help="who plays it from now on")
    resign = add("resign", "let a bot play a seat from now on", _resign)
    resign.add_argument("seat", metavar="SEAT", help="the number of the seat, from 0")
    add("send", "send the mails that have not been sent, by SMTP", _send)
    add("fetch", "fetch new orders by IMAP, take them, and write an answer to each", _fetch)
    orders = add("orders", "write a player's orders for a turn, to be sent to the referee", _orders)
    orders.add_argument("turn", type=Path, metavar="TURN.rrturn", help="the file of the turn")
    orders.add_argument("orders", nargs="+", metavar="ORDER", help='lines such as "+2 +1 -1 l r" or "power-down"')
    orders.add_argument(
        "--key", type=Path, metavar="FILE.rrseat", help="the key of the seat (default: beside the turn, or kept)"
    )
    orders.add_argument("--sealed", action="store_true", help="print them for a forum: only the referee can read them")
    orders.add_argument("--out", type=Path, metavar="FILE", help=f"where to write them (default: TURN{ORDERS_SUFFIX})")

    join = add("join", "keep the key of a seat on a server among your games", cli_seats.join)
    join.add_argument("key", type=Path, metavar="FILE.rrseat", help="the key of the seat")
    join.add_argument("--server", metavar="ADDRESS", help="the server (default: the one that the key names)")
    add("games", "show your games on servers: whom they wait for, and until when", cli_seats.games)
    get = add("get", "fetch the turn of a game on a server", cli_seats.get)
    get.add_argument("name", metavar="GAME", help="the name of the game")
    get.add_argument("--seat", metavar="SEAT", help="the number of the seat, if you have several")
    get.add_argument("--server", metavar="ADDRESS", help="its server, if several have a game of that name")
    get.add_argument("--out", type=Path, metavar="FILE", help="where to write it (default: GAME-TURN-SEAT.rrturn)")
    hand = add("hand-in", "hand in your orders for a game on a server", cli_seats.hand_in)
    hand.add_argument("orders", type=Path, metavar="FILE.rrorders", help="the orders")

    serve = add("serve", "run a server for all games in a directory", _serve)
    serve.add_argument("games", type=Path, metavar="DIR", help="the directory with the folders of the games")
    serve.add_argument(
        "--mail-passwords",
        type=Path,
        metavar="FILE",
        help="a file with a line USER@HOST PASSWORD for each account that sends the mails of games (default: the "
        "system's keyring)",
    )
    listener.add_arguments(serve)


def run(arguments: argparse.Namespace) -> int:
    """Run the chosen action, and return its exit status."""
    return int(arguments.run_action(arguments))


# --- the referee ------------------------------------------------------------------------------------------------------


def _new(arguments: argparse.Namespace) -> int:
    catalogue = find_plugins()
    config = load_config(arguments.match)
    name = arguments.name or arguments.game.resolve().name.lower()
    if arguments.settings is not None:
        file = load_game_file(arguments.settings, name)
    else:
        file = GameFile(name=name)
    addresses = [_address(player) for player in arguments.player]
    begin(arguments.game, file, config, addresses, catalogue, now_here(), str(arguments.match))
    with opened(arguments.game, catalogue) as found:
        with _naming_what_is_done(found, 0):
            write_round(found)
        say(f"{arguments.game}: {found.game.now.label} is due on {due(found.game)} ({file.schedule.zone})")
        say(f"commitment: {found.game.commitment}")
        say(f"mails to send: {found.round_folder}")
    say(f"how it is run: {arguments.game / GAME}")
    return 0


@contextmanager
def _naming_what_is_done(found: GameFolder, known: int) -> Iterator[None]:
    """Add to a `StorageError` in the block what was done before, if the journal has more than `known` lines."""
    try:
        yield
    except StorageError as error:
        new = found.lines[known:]
        if not new:
            raise
        done = Message.of("the game has begun") if known == 0 else Message.of("this is done")
        if any(isinstance(line, Turn) for line in new):
            done = Message.of("the turn has been played")
        raise GameError(
            "{done}, but what is told of it cannot be written ({problem}); once there is room, roborally post run "
            "writes it, and plays nothing twice",
            done=done,
            problem=error,
        ) from None


@contextmanager
def _opened(arguments: argparse.Namespace) -> Iterator[GameFolder]:
    """Open the folder of a game for an action; errors say what has been done so far."""
    with opened(arguments.game, find_plugins()) as found, _naming_what_is_done(found, len(found.lines)):
        yield found


def _take(arguments: argparse.Namespace) -> int:
    with _opened(arguments) as found:
        taken = inbox.take(found, arguments.files, now_here())
        for text in taken:
            say(text)
        if not taken:
            say("nothing has come")
    return 0


def _run(arguments: argparse.Namespace) -> int:
    with _opened(arguments) as found:
        if not is_written(found):  # the turn before was played, but then the disk was full or the program died
            write_round(found)
            text = f"the mails of {found.game.now.label} were missing and are there now; nothing was played"
            say(f"{text}; mails to send: {found.round_folder}")
            return 0
        write_round(found)
        now = now_here()
        deadline = found.game.now.deadline
        if referee.run(found, now, at_once=arguments.now):
            write_round(found)
            over = "; the game is over" if found.game.over else ""
            say(f"played{over}; mails to send: {found.round_folder}")
            _print_substitutes(found)
        elif found.game.now.deadline != deadline:
            write_round(found)
            say(f"more time for {_listed(found, found.game.waiting_for())}: until {due(found.game)}")
        else:
            for seat in referee.remind(found, now):
                say(f"reminded: {found.game.names[seat]}")
            write_reminders(found)
            say(f"not yet: {found.game.now.label} waits for {_listed(found, found.game.waiting_for())}")
    return 0


def _print_substitutes(found: GameFolder) -> None:
    for seat in referee.wants_substitute(found):
        say(f"look for a substitute for seat {seat}, {found.game.names[seat]}: roborally post substitute")


def _status(arguments: argparse.Namespace) -> int:
    with opened(arguments.game, find_plugins()) as found:
        _print_status(found)
    return 0


def _print_status(found: GameFolder) -> None:
    game = found.game
    say(f"{game.file.name}: {game.game.config.match.mode} on {game.game.course.name}, {game.now.label}")
    if game.over:
        winners = [game.names[seat] for seat in game.match.state.winners]
        say(f"over; won by {', '.join(winners) or 'nobody'}")
    elif game.now.paused:
        say("paused")
    else:
        last = moment_text(found.file.schedule.local(found.file.schedule.last_call(game.deadline)))
        say(f"due on {due(game)}, at the latest on {last} ({found.file.schedule.zone})")
    waiting = game.waiting_for()
    for seat, player in enumerate(game.now.players):
        state = "bot" if player.bot else "missing" if seat in waiting else "there" if seat in game.now.orders else "-"
        missed = f", missed {game.now.in_a_row[seat]} in a row" if game.now.in_a_row[seat] else ""
        say(f"  seat {seat}: {game.names[seat]} ({player.bot or player.address}): {state}{missed}")
    _print_substitutes(found)


def _extend(arguments: argparse.Namespace) -> int:
    hours = whole_number("HOURS", arguments.hours, -24 * referee.MAX_DAYS, 24 * referee.MAX_DAYS)
    return _change(arguments, lambda found: referee.extend(found, now_here(), hours))


def _pause(arguments: argparse.Namespace) -> int:
    return _change(arguments, lambda found: referee.pause(found, now_here()))


def _resume(arguments: argparse.Namespace) -> int:
    return _change(arguments, lambda found: referee.resume(found, now_here()))


def _substitute(arguments: argparse.Namespace) -> int:
    seat = whole_number("SEAT", arguments.seat, 0, 7)
    address = _address(arguments.address)
    return _change(arguments, lambda found: referee.substitute(found, now_here(), seat, address))


def _resign(arguments: argparse.Namespace) -> int:
    seat = whole_number("SEAT", arguments.seat, 0, 7)
    return _change(arguments, lambda found: referee.resign(found, now_here(), seat))


def _change(arguments: argparse.Namespace, change: Callable[[GameFolder], None]) -> int:
    with _opened(arguments) as found:
        change(found)
        write_round(found)
        _print_status(found)
    return 0


def _send(arguments: argparse.Namespace) -> int:
    with _opened(arguments) as found:
        write_round(found)
        inbox.write_answers(found)
        count = courier.send(found, _password, now_here())
        say(f"sent: {count}")
    return 0


def _fetch(arguments: argparse.Namespace) -> int:
    with _opened(arguments) as found:
        files = courier.fetch(found, _password)
        say(f"fetched: {len(files)}")
        for text in inbox.take(found, [], now_here()):
            say(text)
    return 0


def _password(account: str) -> str:
    """Return the password of a mail account from the system's keyring; if it has none, ask the user."""
    if kept := from_keyring(account):
        return kept
    if not sys.stdin.isatty():
        return sys.stdin.readline().rstrip("\n")
    return getpass.getpass(f"password of {account}: ")


def _address(text: str) -> str:
    """Return the bare address in a text such as `Ada <ada@example.org>`; any other text unchanged."""
    found = re.fullmatch(r"[^<>\n]*<([^<>\s]+)>", text)
    return found[1] if found else text


def _listed(found: GameFolder, seats: list[int]) -> str:
    return ", ".join(found.game.names[seat] for seat in seats) or "nobody"


# --- a player ---------------------------------------------------------------------------------------------------------


def _orders(arguments: argparse.Namespace) -> int:
    path: Path = arguments.turn
    found = read_turn_file(path)
    game, observation = game_of_turn(found, find_plugins(), path)
    key = key_for(found, path, arguments.key)
    match, words = observation.match(), Words(game.plugins)
    try:
        understood = read_orders(match, found.seat, "\n".join(arguments.orders), words)
    except AnswerError as error:
        raise GameError("{error}", error=str(error)) from None
    out = arguments.out or path.with_suffix(ORDERS_SUFFIX)
    written = next_written(out, time_ns() // 1_000_000)
    content = orders_file(found, understood.answers, understood.later, key, written)
    if arguments.sealed:
        give(sealed(content, found.seal) + "\n")
        return 0
    write_aside(out, content, FOR_OWNER)
    for line in preview(match, found.seat, understood, words):
        say(f"  {line}")
    say(f"{out}: send this file to {found.referee}, with the subject [RR-{found.game} {found.label}]")
    return 0


# --- a server -------------------------------------------------------------------------------------------------------


def _serve(arguments: argparse.Namespace) -> int:
    limits = listener.limits_of(arguments)
    tls = listener.tls_of(arguments)
    password = of_server(from_file(arguments.mail_passwords) if arguments.mail_passwords is not None else {})
    catalogue = find_plugins()
    with only_server(arguments.games):
        shelf = Shelf(arguments.games, catalogue)
        server = CorrespondenceServer(shelf, limits, now_here, password, behind_proxy=arguments.behind_proxy)
        listener.run(server, arguments, catalogue, tls)
    return 0
