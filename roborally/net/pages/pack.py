"""The pack of a match: the pictures and texts for its pages that never change, made once for each language."""

import gzip
import hashlib
from functools import cached_property
from threading import Lock
from typing import Any

import msgspec

from roborally.base.player_names import isolated
from roborally.base.translation import speaking
from roborally.base.version import VERSION
from roborally.game.course.image import draw_course
from roborally.game.records.course_data import CourseData
from roborally.game.session.held import HeldSession
from roborally.narration.chronicle import piece_names
from roborally.narration.page.collected import Collected, data_address
from roborally.narration.page.piece_status import PieceStatus
from roborally.narration.page.story import belts_of, cells_of
from roborally.net.pages.words import page_words
from roborally.net.plugin_bundles import digest_of
from roborally.plugin_system.loader import Catalogue

LARGEST_TILE, LARGEST_SIDE = 48, 1024
"""The maximum side of a cell, and of the whole picture of a floor, in pixels."""
SMALLER = 3
"""The side of the large picture of the floor divided by the side of the small one, which pages get first."""
LARGE_QUALITY, SMALL_QUALITY = 70, 50
EFFORT = 9


class PackBase:
    """The data that the packs of all languages have; `collected` has the pictures to which packs and feeds refer."""

    def __init__(self, session: HeldSession) -> None:
        game, observation = session.game, session.observe()
        match = observation.match()
        self.pieces = match.state.pieces
        self.status = PieceStatus(game.plugins)
        self.collected = Collected(game.plugins, self.status.liveries(match))
        self.liveries = [{"seat": piece.seat, **self.collected.livery(piece)} for piece in self.pieces]
        self.gauges = self.collected.gauges(self.status)
        self.always = {
            "size": [game.course.board.width, game.course.board.height],
            "belts": [[*cell, direction] for cell, direction in belts_of(game).items()],
            "goals": self.status.goals(observation),
            "damage": self.collected.symbol("damage", "bad"),
            "toughness": game.rules.toughness,
        }


class Packs:
    """The packs of a match (pictures and texts that never change), one for each language; nothing in them is secret."""

    def __init__(self, session: HeldSession, catalogue: Catalogue) -> None:
        self._session, self._catalogue, self._game = session, catalogue, session.game
        self._wanted: dict[str, dict[str, Any]] = {}
        """The packs without their pictures, by digest."""
        self._digests: dict[str, str] = {}
        self._made: dict[str, bytes] = {}
        self._lock = Lock()

    @cached_property
    def base(self) -> PackBase:
        """The data that the packs of all languages have; feeds use it, too."""
        return PackBase(self._session)

    def digest(self, language: str) -> str:
        """Return the digest of the pack in a language, which changes with everything that the pack shows."""
        if language not in self._digests:
            with speaking(language):
                known = self._texts()
            plugins = [digest_of(plugin.folder) for plugin in self._game.plugins]
            made_of = [VERSION, known, CourseData.of(self._game.course), plugins]
            digest = hashlib.blake2b(msgspec.json.encode(made_of), digest_size=12).hexdigest()
            self._digests[language], self._wanted[digest] = digest, known
        return self._digests[language]

    def _texts(self) -> dict[str, Any]:
        """Return a pack without pictures, in the current language."""
        names = [isolated(name) for name in piece_names(self._game)]
        base, titles = self.base, self.base.status.titles()
        return {
            **base.always,
            "pieces": [{"name": name, **own} for name, own in zip(names, base.liveries, strict=True)],
            "gauges": [{**gauge, "title": title} for gauge, title in zip(base.gauges, titles, strict=True)],
            "words": page_words(),
            "cells": cells_of(self._game),
        }

    def content(self, digest: str) -> bytes | None:
        """Return the pack or the large floor picture with this digest, as gzipped JSON; `None` for an unknown digest.

        The first call draws pictures, which takes up to a second; any thread may call.
        """
        with self._lock:
            if digest in self._wanted and digest not in self._made:
                self._made[digest] = self._finished(self._wanted[digest])
            return self._made.get(digest)

    def _finished(self, known: dict[str, Any]) -> bytes:
        """Return the pack `known` with its pictures added, as gzipped JSON; store the large picture of the floor."""
        small, large = self._floor
        digest = hashlib.blake2b(large.encode(), digest_size=12).hexdigest()
        self._made[digest] = gzip.compress(msgspec.json.encode({"board": large}), EFFORT)
        portraits = [self.base.collected.portrait(piece, self._game) for piece in self.base.pieces]
        return gzip.compress(
            msgspec.json.encode(
                {
                    **known,
                    "board": small,
                    "large": f"/pack/{digest}",
                    "pieces": [
                        {**own, "picture": picture} for own, picture in zip(known["pieces"], portraits, strict=True)
                    ],
                }
            ),
            EFFORT,
        )

    @cached_property
    def _floor(self) -> tuple[str, str]:
        """A small and a large picture of the floor, as data URLs."""
        board = self._game.course.board
        tile = max(8, min(LARGEST_TILE, LARGEST_SIDE // max(board.width, board.height)))
        large = draw_course(self._game.course, self._catalogue, tile).convert("RGB")
        small = large.resize((large.width // SMALLER, large.height // SMALLER))
        return data_address(small, SMALL_QUALITY), data_address(large, LARGE_QUALITY)
