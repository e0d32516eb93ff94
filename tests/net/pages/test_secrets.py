"""Two matches that differ in nothing but what a seat may not see are the same to its pages, byte for byte (CLI-R07)."""

from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest

from roborally.core.dice import Dice
from roborally.core.match import Match
from roborally.core.observation import SPECTATOR
from roborally.game.factory import Game
from roborally.game.session.held import HeldSession
from roborally.game.statistics import Tally
from roborally.net.pages.feed import Feeds
from roborally.plugin_system.loader import Catalogue
from tests.fuzz.play import EDITIONS, choose, play, random_game, stretches
from tests.slots import put_in

ENOUGH = 60
"""How many pages of a match are compared."""
CLOCK: Any = ([], None, False, 0.0)


def sent(game: Game, match: Match, catalogue: Catalogue, seats: list[int]) -> list[bytes]:
    """Return what pages of seats are sent of a match as it stands."""
    session = HeldSession(game, match, Tally(game.rules, len(game.seats)))
    feeds = Feeds(session, catalogue)
    return [feeds.of(seat, "de").scene(CLOCK) for seat in seats]


def plants(match: Match) -> Iterator[tuple[int, Match]]:
    """Yield matches that differ from one in a secret of a seat: its hand, its program, its answer; or in the deck."""
    slot = match.state.ext.get("program-cards")
    for piece in match.state.pieces:
        if slot is not None and piece.seat >= 0 and slot["hands"][piece.index]:
            other = match.clone()
            cards = other.state.ext["program-cards"]
            hand, deck = cards["hands"][piece.index], cards["deck"]
            if deck:
                put_in(cards, "hands", piece.index, (deck[0], *hand[1:]))
                cards["deck"] = (hand[0], *deck[1:])
                yield piece.seat, other
    for index, crosses in enumerate(match.state.ext.get("volt", {"crosses": ()})["crosses"]):
        if any(crosses[match.state.stage :]) and crosses[::-1] != crosses:
            other = match.clone()
            put_in(other.state.ext["volt"], "crosses", index, crosses[::-1])
            yield match.state.pieces[index].seat, other
    if slot is not None and len(slot["deck"]) > 1:
        other = match.clone()
        other.state.ext["program-cards"]["deck"] = slot["deck"][::-1]
        yield SPECTATOR - 1, other
    for id_, answer in match.state.sealed.items():
        decision = next(entry for entry in match.state.decisions if entry["id"] == id_)
        for number in range(5):
            new = choose(match.clone(), decision, Dice(number))
            if new != answer and decision["secret"]:
                other = match.clone()
                other.state.sealed[id_] = new
                yield decision["seat"], other
                break


@pytest.mark.parametrize("mode", EDITIONS)
@pytest.mark.parametrize("numbers", stretches(1, 5, 21))
def test_what_is_hidden_from_a_seat_changes_nothing_on_its_pages(
    mode: str, numbers: range, catalogue: Catalogue
) -> None:
    compared = differing = 0

    def compare(game: Game, match: Match) -> Match:
        nonlocal compared, differing
        seats, found = [SPECTATOR, *range(len(game.seats))], list(plants(match))
        if compared < ENOUGH * len(numbers) and found:
            owner, other = Dice(compared).pick(found)
            seen = zip(sent(game, match, catalogue, seats), sent(game, other, catalogue, seats), strict=True)
            for seat, (one, two) in zip(seats, seen, strict=True):
                assert one == two or seat == owner, f"seat {seat} sees a secret of seat {owner}"
                differing += one != two
                compared += seat != owner
        return match

    for number in numbers:
        game = random_game(mode, 700 + number, most_players=4)
        play(game, 700 + number, 5, between=partial(compare, game))
    assert compared >= 20
    assert differing > 0, "an owner must see it"
