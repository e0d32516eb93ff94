"""The actions of `roborally post` for a player who has seats on servers (docs/post.md)."""

import argparse
from pathlib import Path

import msgspec

from roborally.base.atomic_file import FOR_OWNER, write_aside
from roborally.base.console import say
from roborally.base.errors import GameError
from roborally.base.file_names import file_stem
from roborally.features.post.intake import OrdersFile, read_orders_file
from roborally.features.post.keys import keep, seats_on_servers
from roborally.features.post.names import TURN_SUFFIX
from roborally.features.post.server.client import ask, state
from roborally.features.post.server.messages import GameStanding
from roborally.features.post.turn_file import SeatFile, read_seat_file


def join(arguments: argparse.Namespace) -> int:
    """Store the key of a seat once its server has accepted it; return the exit status."""
    seat = read_seat_file(arguments.key)
    if arguments.server is not None:
        seat = msgspec.structs.replace(seat, server=arguments.server)
    if not seat.server:
        raise GameError("names no server; write --server ADDRESS", where=arguments.key)
    standing = ask(seat).standing
    keep(seat)
    _print_standing(seat, standing)
    return 0


def games(_arguments: argparse.Namespace) -> int:
    """Print the player's games on servers; return the exit status 1 if a server did not answer."""
    seats = seats_on_servers()
    if not seats:
        say("you have no games on servers; roborally post join FILE.rrseat adds one")
    problems = 0
    for seat in seats:
        try:
            _print_standing(seat, ask(seat).standing)
        except GameError as error:
            problems += 1
            say(f"{seat.game}, seat {seat.seat}: {error}")
    return 1 if problems else 0


def get(arguments: argparse.Namespace) -> int:
    """Fetch the turn file of a seat from its server and write it; return the exit status."""
    seat = _seat(arguments.name, arguments.seat, arguments.server)
    answer = ask(seat, "turn")
    _print_standing(seat, answer.standing)
    if not answer.turn or answer.standing is None:
        return 0
    out: Path = arguments.out or Path(f"{file_stem(f'{seat.game}-{answer.standing.label}-{seat.seat}')}{TURN_SUFFIX}")
    write_aside(out, answer.turn, FOR_OWNER)
    say(out)
    return 0


def hand_in(arguments: argparse.Namespace) -> int:
    """Send an orders file to its server; return the exit status 1 if the orders were refused."""
    content, orders = read_orders_file(arguments.orders)
    answer = ask(_signing(orders), "orders", content)
    say("taken:" if answer.taken else "refused:")
    for line in answer.understood:
        say(f"  {line}")
    return 0 if answer.taken else 1


def _seat(game: str, number: str | None, server: str | None) -> SeatFile:
    """Return the player's seat in a game on a server; raise `GameError` if there is none or several fit."""
    found = [seat for seat in seats_on_servers() if seat.game == game]
    found = [seat for seat in found if number is None or str(seat.seat) == number]
    found = [seat for seat in found if server is None or seat.server == server]
    if not found:
        raise _no_seat(game)
    if len({seat.seat for seat in found}) > 1:
        numbers = ", ".join(str(seat.seat) for seat in found)
        raise GameError("you have several seats in {game!r}; choose --seat: {numbers}", game=game, numbers=numbers)
    if len(found) > 1:
        servers = ", ".join(seat.server for seat in found)
        raise GameError("you have several games {game!r}; choose --server: {servers}", game=game, servers=servers)
    return found[0]


def _signing(orders: OrdersFile) -> SeatFile:
    """Return the player's seat on a server whose key has signed the orders; raise `GameError` for no such seat.

    If no key fits, return any seat of that game and number: its server reports what is wrong with the orders.
    """
    found = [seat for seat in seats_on_servers() if (seat.game, seat.seat) == (orders.game, orders.seat)]
    if not found:
        raise _no_seat(orders.game)
    return next((seat for seat in found if orders.is_signed_with(seat.key)), found[0])


def _no_seat(game: str) -> GameError:
    return GameError("you have no such seat in {game!r} on a server; roborally post join adds one", game=game)


def _print_standing(seat: SeatFile, standing: GameStanding | None) -> None:
    if standing is None:
        return
    say(f"{seat.game}, seat {seat.seat}: {standing.mode} on {standing.course}, {standing.label}: {state(standing)}")
