"""Lists of objectives that players have given to the referee, by mail to the end of the game (AUE-R19, AUE-807)."""

import re

import pytest

from roborally.core.observation import SPECTATOR
from roborally.features.post.mail_text import message_for
from roborally.features.post.schedule import MissingOrders
from roborally.game.match_file import MatchConfig, parse_config

from .conftest import Begin, Post, match_of
from .mails import last_round, mail_to
from .test_game import play_round

LISTS = ([1, 2], [2, 1], [2, 1], [1, 2])
TO_REACH = re.compile(r"To reach, in this order: (.*)")


def own_lists() -> MatchConfig:
    data = match_of("auenland", auenland={"objectives": "own"}, race={"checkpoints": 2}).to_data()
    for entry, numbers in zip(data["seats"], LISTS, strict=True):
        entry["objectives"] = numbers
    return parse_config(data)


def told_lists(text: str) -> list[list[int]]:
    return [[int(number) for number in re.findall(r"\d+", line)] for line in TO_REACH.findall(text)]


def public_text(post: Post) -> str:
    return (post.path / "out" / last_round(post) / "public/message.txt").read_text()


@pytest.fixture
def ended(begin_game: Begin) -> Post:
    """A game to its end, in which each mail on the way was read."""
    post = begin_game(own_lists(), missing=MissingOrders(order="greedy", excused=0, substitute_after=0, bot_after=0))
    for number in range(60):
        if post.ask(lambda found: found.game.over):
            return post
        for seat, numbers in enumerate(LISTS):
            assert told_lists(mail_to(post, seat)) == [numbers], "each mail has its player's list and no other"
        assert told_lists(public_text(post)) == []
        if number == 1:
            post.substitute(3, "zoe@example.org")
        play_round(post, without=() if number < 2 else (0, 1, 2, 3))
    raise AssertionError("the game does not end")


@pytest.mark.long
def test_a_game_with_own_lists_goes_by_mail_to_its_end(ended: Post) -> None:
    game = ended.ask(lambda found: found.game)
    (winner,) = game.match.state.winners
    reached = [
        event["number"]
        for event in game.record.events
        if event["type"] == "checkpoint" and game.match.state.pieces[event["piece"]].seat == winner
    ]
    assert reached == LISTS[winner]
    for text in (mail_to(ended, 0), mail_to(ended, 3), message_for(game, SPECTATOR)):
        assert f"{game.names[winner]} wins" in text
