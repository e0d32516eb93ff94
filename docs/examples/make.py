"""Makes the pictures and sounds of the examples: `python docs/examples/make.py`, with Pillow, numpy and soundfile."""

from pathlib import Path

import numpy as np
import soundfile
from PIL import Image, ImageDraw

HERE = Path(__file__).resolve().parent
SIDE = 128
RATE = 44100
LARGE = 4
"""The factor by which pictures are drawn too large; shrinking them smooths their edges."""


def picture(name: str, shapes: list[tuple[str, tuple[float, ...], str]]) -> None:
    """Write a picture of shapes, each with its corners and its colour."""
    image = Image.new("RGBA", (SIDE * LARGE, SIDE * LARGE))
    draw = ImageDraw.Draw(image)
    for shape, corners, colour in shapes:
        getattr(draw, shape)([corner * LARGE for corner in corners], fill=colour)
    small = image.resize((SIDE, SIDE), Image.Resampling.LANCZOS)
    small.quantize(64).save(HERE / name, optimize=True)


def sound(name: str, pitch: float, seconds: float, noise: float) -> None:
    """Write a soft knock: a falling tone with a little noise, which fades quickly."""
    time = np.arange(round(RATE * seconds)) / RATE
    tone = np.sin(2 * np.pi * pitch * time * (1 - time))
    hiss = np.random.default_rng(1).normal(0, noise, len(time))
    samples = 0.2 * (tone + hiss) * np.minimum(1, time * 200) * np.exp(-9 * time / seconds)
    soundfile.write(HERE / name, samples, RATE, format="OGG", subtype="VORBIS")


def main() -> None:
    """Write all files."""
    picture(
        "night-shift/art/lantern.png",
        [
            ("rectangle", (22, 30, 38, 104), "#2a2e33"),
            ("rectangle", (90, 30, 106, 104), "#2a2e33"),
            ("ellipse", (30, 24, 98, 112), "#555c66"),
            ("polygon", (64, 6, 44, 34, 84, 34), "#ffd76a"),
            ("ellipse", (46, 50, 82, 86), "#ffe9a8"),
            ("ellipse", (55, 59, 73, 77), "#ffffff"),
        ],
    )
    picture(
        "night-shift/art/lantern-paint.png",
        [("ellipse", (38, 36, 90, 104), "#ffffff"), ("ellipse", (46, 50, 82, 86), "#00000000")],
    )
    picture(
        "fan/art/fan.png",
        [
            ("rectangle", (14, 108, 114, 128), "#3a4048"),
            ("ellipse", (22, 84, 106, 126), "#6d7682"),
            ("ellipse", (28, 88, 100, 122), "#23272d"),
            ("polygon", (64, 105, 34, 94, 42, 116), "#c3ccd6"),
            ("polygon", (64, 105, 94, 94, 86, 116), "#c3ccd6"),
            ("ellipse", (57, 98, 71, 112), "#f2b233"),
        ],
    )
    picture(
        "snow-cannon/art/snow-cannon.png",
        [
            ("rectangle", (10, 84, 70, 112), "#555c66"),
            ("polygon", (18, 84, 34, 52, 88, 26, 98, 52, 58, 84), "#8a95a3"),
            ("ellipse", (82, 20, 108, 58), "#2a2e33"),
            ("ellipse", (98, 14, 122, 38), "#ffffff"),
            ("ellipse", (104, 54, 118, 68), "#dcecf7"),
        ],
    )
    picture(
        "night-shift/art/side-stepper.png",
        [
            ("rectangle", (10, 44, 30, 84), "#2a2e33"),
            ("rectangle", (98, 44, 118, 84), "#2a2e33"),
            ("rectangle", (26, 30, 102, 98), "#555c66"),
            ("polygon", (64, 10, 46, 36, 82, 36), "#ffd76a"),
        ],
    )
    picture("night-shift/art/side-stepper-paint.png", [("rectangle", (34, 38, 94, 90), "#ffffff")])
    sound("night-shift/sounds/night-step.ogg", 90, 0.18, 0.08)
    sound("night-shift/sounds/night-turn.ogg", 140, 0.22, 0.03)


if __name__ == "__main__":
    main()
