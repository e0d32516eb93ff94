"""Make the PNG pictures of the game from their SVG sources, or say which are not up to date (assets/README.md)."""

import argparse
import io
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import resvg_py
from PIL import Image, ImageChops

ROOT = Path(__file__).resolve().parent.parent
TOLERANCE = 3
"""The largest difference (of 255) at which pixels count as equal: processors round blurred pixels differently."""
SEAT_GREYS = {"body": "#808182", "light": "#c0c1c2", "dark": "#404142"}
"""The greys in a robot's SVG that are replaced by the three shades of a seat's colour in `assets/palette.toml`."""
FRAMES = 8
"""The number of pictures of a moving belt."""
BELT_MOVES = {"translate(0,0)": (0, -128 / 3), "rotate(0,128,0)": (45, 0), "rotate(0,0,0)": (-45, 0)}
"""How far the marked groups of a belt's SVG turn (degrees) and move (pixels) in one loop, by their marks."""


def sources() -> list[Path]:
    """Return the SVG files of the game and its plugins."""
    return sorted([*ROOT.glob("assets/*/*.svg"), *ROOT.glob("plugins/*/art/*.svg")])


def pictures(source: Path) -> Iterator[tuple[Path, str]]:
    """Yield the path of each PNG to be made from an SVG file, and the SVG text for it."""
    svg = source.read_text(encoding="utf-8")
    if SEAT_GREYS["body"] in svg:
        for seat in tomllib.loads((ROOT / "assets/palette.toml").read_text(encoding="utf-8"))["seat"]:
            yield (
                source.with_name(f"{source.stem}-{seat['name']}.png"),
                _replaced(svg, {grey: seat[shade] for shade, grey in SEAT_GREYS.items()}),
            )
    elif any(mark in svg for mark in BELT_MOVES):
        for frame in range(FRAMES):
            yield source.with_name(f"{source.stem}-{frame}.png"), _replaced(svg, _belt_marks(frame / FRAMES))
    else:
        yield source.with_suffix(".png"), svg


def _replaced(text: str, changes: dict[str, str]) -> str:
    for old, new in changes.items():
        text = text.replace(old, new)
    return text


def _belt_marks(share: float) -> dict[str, str]:
    """Return the replacements of a belt's marks at a share of its loop, from 0 to 1."""
    marks = {}
    for mark, (degrees, pixels) in BELT_MOVES.items():
        amount = round(share * (degrees or pixels), 2)
        marks[mark] = mark.replace("(0,0)", f"(0,{amount:g})") if pixels else mark.replace("(0,", f"({amount:g},", 1)
    return marks


def render(svg: str) -> Image.Image:
    """Return the picture of an SVG text in the size that it states; fonts of this machine are not used."""
    data = resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True)
    return Image.open(io.BytesIO(bytes(data))).convert("RGBA")


def encode(picture: Image.Image) -> bytes:
    """Return a picture as the smallest lossless PNG; opaque pictures lose their alpha channel."""
    if picture.getchannel("A").getextrema() == (255, 255):
        picture = picture.convert("RGB")
    colours = picture.getcolors(256)
    if colours is not None and picture.mode == "RGB":
        picture = picture.quantize(len(colours), dither=Image.Dither.NONE)
    buffer = io.BytesIO()
    picture.save(buffer, "PNG", optimize=True)
    return buffer.getvalue()


def is_stale(path: Path, wanted: Image.Image) -> bool:
    """Return whether a PNG is missing or looks different from `wanted`; the colour of invisible pixels is ignored."""
    if not path.is_file():
        return True
    with Image.open(path) as found:
        if found.size != wanted.size:
            return True
        difference = ImageChops.difference(found.convert("RGBA").convert("RGBa"), wanted.convert("RGBa"))
    return any(any(band.histogram()[TOLERANCE + 1 :]) for band in difference.split())


def build(svgs: list[Path], *, check: bool) -> list[Path]:
    """Write the PNGs that are not up to date, and return their paths; with `check`, write nothing."""
    stale = []
    for source in svgs:
        for path, svg in pictures(source):
            picture = render(svg)
            if is_stale(path, picture):
                stale.append(path)
                if not check:
                    path.write_bytes(encode(picture))
    return stale


def main() -> int:
    """Run the command line and return its exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; fail if a picture is not up to date")
    parser.add_argument("--only", default="", metavar="REGEX", help="only SVG files with this in their path")
    options = parser.parse_args()
    svgs = [path for path in sources() if re.search(options.only, path.relative_to(ROOT).as_posix())]
    stale = build(svgs, check=options.check)
    for path in stale:
        print(f"{'not up to date' if options.check else 'wrote'}: {path.relative_to(ROOT)}")
    print(f"{len(stale)} pictures of {len(svgs)} SVG files {'are not up to date' if options.check else 'written'}")
    return 1 if options.check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
