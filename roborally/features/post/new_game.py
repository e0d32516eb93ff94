"""Begins a game by post from a match file and the players' addresses."""

import secrets
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from roborally.base.file_names import is_device
from roborally.features.post import folder
from roborally.features.post.fairness import SALT_BYTES
from roborally.features.post.game_file import GameFile, PostError, is_address, problem_of
from roborally.features.post.journal import Opening, PostPlayer
from roborally.features.post.seals import new_secret
from roborally.features.post.turn_player import TurnPlayer
from roborally.game.factory import make_game
from roborally.game.match_file import PEOPLE, MatchConfig
from roborally.game.records.recorder import new_record
from roborally.narration.words import Words
from roborally.plugin_system.loader import Catalogue

KEY_BYTES = 32


def begin(
    path: Path,
    file: GameFile,
    config: MatchConfig,
    addresses: Sequence[str],
    catalogue: Catalogue,
    now: datetime,
    where: str = "",
) -> None:
    """Create the folder of a new game from its settings (`file`) and match (`config`); raise `GameError`.

    The match's people get the mail `addresses` in the order of their seats. `where` is the match file, for errors.
    """
    if problem := problem_of(file):
        raise PostError(problem)
    if is_device(file.name):
        raise PostError("{name!r} is a name that Windows keeps for itself; choose another --name", name=file.name)
    config = config.with_seed()
    people = [number for number, seat in enumerate(config.seats) if seat.controller in PEOPLE]
    if len(addresses) != len(people):
        raise PostError(
            "the match has seats for {seats} people, but {given} addresses are given; one --player for each",
            seats=len(people),
            given=len(addresses),
        )
    for address in addresses:
        if not is_address(address):
            raise PostError("{address!r} is no mail address; write such as ada@example.org", address=address)
        if [other.casefold() for other in addresses].count(address.casefold()) > 1:
            raise PostError("{address!r} is given twice; each seat needs an address of its own", address=address)
    game = make_game(config, catalogue, where=where)
    seed = config.match.seed
    assert seed is not None, "with_seed gives one"
    given = iter(addresses)
    players = [
        PostPlayer(next(given), secrets.token_hex(KEY_BYTES)) if number in people else PostPlayer(bot=seat.controller)
        for number, seat in enumerate(config.seats)
    ]
    match = game.start(seed)
    first = TurnPlayer(match, catalogue, Words(game.plugins), players, wait=file.wait)
    first.go_on({})
    opening = Opening(
        at=int(now.timestamp()),
        record=new_record(game, seed),
        players=players,
        salt=secrets.token_hex(SALT_BYTES),
        seal=new_secret(),
        deadline=int(file.schedule.deadline(now).timestamp()),
        begins=first.answers,
        turn=match.state.turn,
    )
    folder.make(path, file, opening)
