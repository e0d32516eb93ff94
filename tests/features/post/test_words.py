"""What mails of a game by post say of robots, cards and choices, and how answers are written in every language."""

import pytest

from roborally.base.translation import speaking
from roborally.core.geometry import NAMES
from roborally.core.match import Match
from roborally.features.post.game import PostGame
from roborally.features.post.mail_text import asking, message_for, own_cards, standing
from roborally.features.post.order_text import read_orders
from tests.slots import put_in

from .conftest import Begin, match_of


@pytest.fixture
def game(begin_game: Begin) -> PostGame:
    found: PostGame = begin_game().ask(lambda folder: folder.game)
    return found


def come_back(match: Match, seat: int) -> None:
    """Destroy a robot and play on to the next turn, in which its owner programs again."""
    match.destroy(match.state.pieces[seat], "test")
    match.state.unsettled = False
    turn = match.state.turn
    while match.state.turn == turn:
        match.default_answers()


def test_a_mail_tells_of_every_robot_what_a_turn_depends_on(game: PostGame) -> None:
    """AUE-804, AUE-807: virtual or real, powered down or announced, locked registers, the last registration."""
    match = game.match
    ada, bo = match.state.pieces[:2]
    ada.solid, bo.solid = True, False
    put_in(match.state.ext["power-down"], "down", 1, True)
    put_in(match.state.ext["power-down"], "next", 0, True)
    put_in(match.state.ext["program-cards"], "locks", 2, (5,))
    put_in(match.state.ext["program-cards"], "slots", 2, ("", "", "", "", "left@70"))
    cell = match.floor.index((3, 2))
    put_in(match.state.ext["archive"], "cells", 3, cell)
    lines = standing(game, 0)
    assert ", real, announces a power-down, " in lines[0]
    assert ", virtual, powered down, " in lines[1]
    assert ", register 5 locked: Rotate Left" in lines[2]
    assert "Register 5 is locked: Rotate Left" in own_cards(game, 2)
    assert lines[3].endswith(", respawn point column 4, row 3")


@pytest.mark.parametrize(
    ("mode", "is_said", "words"), [("auenland", True, 6), ("classic", False, 7), ("roboball", True, 7)]
)
def test_the_words_of_a_mail_are_those_of_the_mode(begin_game: Begin, mode: str, is_said: bool, words: int) -> None:
    """AUE-201: there is no Move 3; robots are real only where they may be virtual."""
    post = begin_game(match_of(mode), name=mode)
    lines = post.ask(lambda found: standing(found.game, 0))
    assert all((", real" in line or ", virtual" in line) == is_said for line in lines[:4])
    text = post.ask(lambda found: "\n".join(asking(found.game, 0)))
    (legend,) = (line for line in text.splitlines() if line.startswith("+1: "))
    assert len(legend.split(", ")) == words
    assert ("+3" in text) == (words > 6)


def test_refusals_use_the_words_of_the_mail(begin_game: Begin) -> None:
    post = begin_game()
    assert "Card +3 is used 1 times, but the hand holds 0" in post.mail(0, "+3 l")
    post.mail(1, "jump")
    assert "'jump' is no card; write +1 +2 -1 l r u" in post.answer_to(1)


@pytest.mark.parametrize(
    ("language", "yes", "north"), [("en", "yes", "north"), ("de", "Ja", "Norden"), ("sv", "Ja", "Norr")]
)
def test_choices_are_named_in_the_language_of_the_reader(game: PostGame, language: str, yes: str, north: str) -> None:
    """AUE-R17, AUE-805: after a return the facing stands in one mail with the cards."""
    match = game.match
    come_back(match, 0)
    with speaking(language):
        text = message_for(game, 0)
        assert own_cards(game, 0)[0] in text
    assert f"(power-down: {yes}, " in text
    assert f"(respawn-facing: {north}, " in text
    for other in ("en", "de", "sv"):
        with speaking(other):  # whatever the language of the mails
            found = read_orders(match, 0, f". . . . .\nrespawn-facing: {north.lower()}\npower-down: {yes}", game.words)
        assert {"yes", NAMES[0]} <= set(found.answers.values())


@pytest.mark.parametrize(("language", "yes"), [("en", "yes"), ("de", "ja")])
def test_who_may_come_back_powered_down_is_asked_by_mail(begin_game: Begin, language: str, yes: str) -> None:
    """CLS-402: before the cards are dealt."""
    game: PostGame = begin_game(match_of("classic"), name="classic").ask(lambda folder: folder.game)
    match = game.match
    announced = next(entry for entry in match.state.decisions if entry["kind"] == "power-down" and entry["piece"] == 0)
    match.seal(announced["id"], "yes")
    come_back(match, 0)
    with speaking(language):
        assert f"(return-down: {yes}, " in message_for(game, 0).lower()
        found = read_orders(match, 0, f"return-down: {yes}", game.words)
    assert list(found.answers.values()) == ["yes"]
