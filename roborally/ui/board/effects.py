"""`Effects`: beams, sparks, explosions and symbols over the board, for the animator; their sprites are reused."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

import arcade
from arcade.types import Color

from roborally.ui.board.board_art import CELL
from roborally.ui.toolkit import pictures, theme
from roborally.ui.toolkit.layer import fit_sprite
from roborally.ui.toolkit.sprites import Sprites

FAINT = 110
"""The opacity of a beam that misses, from 0 to 255."""
PARTICLES = 220
BEAMS = 96
BLASTS = 12
SYMBOLS = 24
"""The maximum number of sprites of each kind that are visible at the same time."""
EXPLOSION_FRAMES = 12

Point = tuple[float, float]


@dataclass
class Act:
    """An animation of a beat: `start` is its beginning and `length` its duration in seconds; `show` gets its progress.

    The progress is from 0 to 1. Later animations do not wait for the last `fades` seconds. `over` is set at the end.
    """

    start: float
    length: float
    show: Callable[[float], None]
    over: bool = False
    fades: float = 0.0

    @property
    def held(self) -> float:
        """The time in seconds at which later animations may begin."""
        return max(0.0, self.start + self.length - self.fades)


@dataclass
class _Particle:
    velocity: Point
    life: float
    left: float
    size: float
    growth: float


class Pool(Sprites):
    """At most `most` sprites of one kind, created when needed; after that the oldest one is used again."""

    def __init__(self, most: int) -> None:
        super().__init__(capacity=most)
        self._most = most
        self._last = 0
        self._made: list[arcade.Sprite] = []

    def take(self, image: arcade.Texture) -> arcade.Sprite:
        """Return the next sprite to use: a new hidden one with the picture `image`, or the oldest one, unchanged."""
        self._last = (self._last + 1) % self._most
        while len(self._made) <= self._last:
            self._made.append(arcade.Sprite(image, 0))  # an invisible sprite would still be drawn, pixel by pixel
            self.append(self._made[-1])
        return self._made[self._last]

    def hide(self) -> None:
        """Hide all sprites, and use the first ones next."""
        self._last = 0
        for sprite in self._made:
            sprite.scale = 0


class Effects:
    """The sprites of all short effects over a board. Points are in the board's space, times in seconds of the beat."""

    def __init__(self) -> None:
        self._pools = [Pool(most) for most in (BEAMS, PARTICLES, BLASTS, SYMBOLS)]
        self.beams, self.particles, self.blasts, self.symbols = self._pools
        self._rng = Random(1)
        self._spark = pictures.effect("spark", 48)
        self._smoke = pictures.effect("smoke", 64)
        self._glow = pictures.effect("glow", 64)
        self._explosion = [pictures.effect(f"explosion-{number}") for number in range(EXPLOSION_FRAMES)]
        self.flying: dict[arcade.Sprite, _Particle] = {}
        """The visible sparks and puffs of smoke, with their motions."""

    def begin(self, beat: int) -> None:
        """Seed the random numbers of sparks with the number of a beat, so that the beat always looks the same."""
        self._rng.seed(beat)

    # --- particles ------------------------------------------------------------------------------------------------

    def update(self, seconds: float) -> None:
        """Move and fade sparks and smoke by a number of seconds."""
        for sprite, particle in list(self.flying.items()):
            particle.left -= seconds
            if particle.left <= 0:
                sprite.scale = 0
                del self.flying[sprite]
                continue
            age = particle.left / particle.life
            sprite.position = (
                sprite.center_x + particle.velocity[0] * seconds,
                sprite.center_y + particle.velocity[1] * seconds,
            )
            sprite.alpha = round(255 * min(1.0, age * 1.6))
            sprite.scale = (particle.size + particle.growth * (1 - age)) / sprite.texture.width

    def burst(self, at: Point, count: int, tint: Color, *, speed: float = 110, size: float = 16) -> None:
        """Let `count` sparks fly off a point now; `speed` (a second) and `size` are in units of the board's space."""
        for _ in range(count):
            angle, fast = self._rng.uniform(0, math.tau), self._rng.uniform(0.3, 1) * speed
            velocity = math.cos(angle) * fast, math.sin(angle) * fast
            self._emit(self._spark, at, velocity, self._rng.uniform(0.25, 0.55), size, -size * 0.6, tint)

    def puff(self, at: Point, count: int) -> None:
        """Let `count` puffs of smoke rise from a point now."""
        for _ in range(count):
            velocity = self._rng.uniform(-22, 22), self._rng.uniform(-6, 34)
            self._emit(self._smoke, at, velocity, self._rng.uniform(0.5, 0.9), 22, 26, Color(255, 255, 255))

    def _emit(
        self,
        image: arcade.Texture,
        at: Point,
        velocity: Point,
        life: float,
        size: float,
        growth: float,
        tint: Color,
    ) -> None:
        sprite = self.particles.take(image)
        if sprite.texture is not image:
            sprite.texture = image
        sprite.color = tint
        sprite.position = at
        sprite.scale = size / image.width
        self.flying[sprite] = _Particle(velocity, life, life, size, growth)

    # --- acts -----------------------------------------------------------------------------------------------------

    def beam(
        self, start: Point, end: Point, picture: str, begin: float, length: float, *, tint: Color | None = None
    ) -> list[Act]:
        """Return a list with one act: a beam that flashes between two points, with a glow at its end.

        `picture` is a name in `assets/effects`; `tint` colours a white picture. The act begins `begin` seconds into the
        beat and lasts `length`.
        """
        image = pictures.effect(picture, 64)
        sprite, glow = self.beams.take(image), self.beams.take(self._glow)
        colour = tint or Color(255, 255, 255)
        span = math.dist(start, end)
        angle = math.degrees(math.atan2(end[0] - start[0], end[1] - start[1]))
        end_tint = tint or theme.colour("beam-robot" if "robot" in picture else "beam-board")

        def show(progress: float) -> None:
            if sprite.texture is not image:
                sprite.texture = image
            strength = _flash(progress)
            sprite.position = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
            sprite.scale = (CELL * (0.5 + 0.5 * strength) / image.width, span / image.height)
            sprite.angle = angle
            sprite.color = Color(*colour[:3], round(255 * strength))
            if glow.texture is not self._glow:
                glow.texture = self._glow
            glow.position = end
            glow.angle = 0
            glow.color = Color(*end_tint[:3], round(230 * strength))
            glow.scale = CELL * (0.7 + 0.5 * strength) / self._glow.width
            if progress >= 1:
                sprite.scale = glow.scale = 0

        return [Act(begin, length, show)]

    def faint_beam(self, start: Point, end: Point, picture: str, begin: float, length: float, tint: Color) -> list[Act]:
        """Return a list with one act: a thin, pale beam, `begin` seconds into the beat, for `length` seconds."""
        image = pictures.effect(picture, 64)
        sprite = self.beams.take(image)
        span = math.dist(start, end)
        angle = math.degrees(math.atan2(end[0] - start[0], end[1] - start[1]))

        def show(progress: float) -> None:
            if sprite.texture is not image:
                sprite.texture = image
            sprite.position = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
            sprite.angle = angle
            sprite.color = Color(*tint[:3], round(FAINT * _flash(progress)))
            sprite.scale = (CELL * 0.5 / image.width, span / image.height) if progress < 1 else 0

        return [Act(begin, length, show)]

    def explosion(self, at: Point, begin: float, length: float) -> list[Act]:
        """Return a list with one act: an explosion, `begin` seconds into the beat, for `length` seconds."""
        sprite = self.blasts.take(self._explosion[0])
        state = {"begun": False}

        def show(progress: float) -> None:
            if not state["begun"]:
                state["begun"] = True
                self.burst(at, 22, theme.colour("warning"), speed=190, size=20)
                self.puff(at, 6)
            sprite.position = at
            sprite.texture = self._explosion[min(EXPLOSION_FRAMES - 1, int(progress * EXPLOSION_FRAMES))]
            sprite.scale = CELL * 2.1 / sprite.texture.width if progress < 1 else 0
            sprite.alpha = 255

        return [Act(begin, length, show)]

    def symbol(
        self,
        at: Point,
        image: arcade.Texture,
        tint: Color,
        begin: float,
        length: float,
        *,
        width: float = 0.46,
        sinks: bool = False,
        top: float = math.inf,
    ) -> list[Act]:
        """Return a list with one act: a picture that rises over a robot (or `sinks` to it) and fades.

        It begins `begin` seconds into the beat, lasts `length`, is `width` cells wide, and stays below the y `top`.
        """
        sprite = self.symbols.take(image)
        highest = top - CELL * width / 2 * image.height / image.width

        def show(progress: float) -> None:
            way = 1 - progress if sinks else progress
            sprite.texture = image
            sprite.color = Color(*tint[:3], round(255 * min(1.0, (1 - progress) * 2)))
            sprite.position = (at[0], min(at[1] + CELL * (0.25 + 0.55 * way), highest))
            fit_sprite(sprite, CELL * width if progress < 1 else 0)

        return [Act(begin, length, show)]

    def ring(self, at: Point, tint: Color, begin: float, length: float) -> list[Act]:
        """Return a list with one act: a ring that spreads, `begin` seconds into the beat, for `length` seconds."""
        image = pictures.effect("ring", 128)
        sprite = self.symbols.take(image)

        def show(progress: float) -> None:
            sprite.texture = image
            sprite.color = Color(*tint[:3], round(255 * (1 - progress)))
            sprite.position = at
            sprite.scale = CELL * (0.6 + 1.6 * progress) / image.width if progress < 1 else 0

        return [Act(begin, length, show)]

    def draw(self) -> None:
        """Draw all effects; the board's camera must be active."""
        for pool in self._pools:
            pool.draw()

    def hide(self) -> None:
        """End all effects at once."""
        self.flying.clear()
        for pool in self._pools:
            pool.hide()


def _flash(progress: float) -> float:
    """Return the brightness (0 to 1) of a flash at a progress from 0 to 1: it rises fast, flickers, and falls."""
    if progress < 0.12:
        return progress / 0.12
    if progress < 0.7:
        return 0.86 + 0.14 * math.sin(progress * 70)
    return max(0.0, (1 - progress) / 0.3)
