"""Write the SVG sources, render them to PNG, or check that the committed files are up to date."""

from __future__ import annotations

import argparse
import io
import sys
from pathlib import Path

import resvg_py
from PIL import Image, ImageChops

from art import catalogue, story, title
from art.svg import Drawing

ROOT = Path(__file__).resolve().parent.parent
TOLERANCE = 3  # of 255: another processor may round a blurred pixel differently


def render(svg: str, width: int, height: int) -> Image.Image:
    """Rasterise one SVG text without any font of this machine."""
    data = resvg_py.svg_to_bytes(svg_string=svg, width=width, height=height, skip_system_fonts=True)
    return Image.open(io.BytesIO(bytes(data))).convert("RGBA")


def encode(picture: Image.Image) -> bytes:
    """Return the smallest lossless PNG; opaque pictures lose their alpha channel."""
    if picture.getchannel("A").getextrema() == (255, 255):
        picture = picture.convert("RGB")
    colours = picture.getcolors(256)
    if colours is not None and picture.mode == "RGB":
        picture = picture.quantize(len(colours), dither=Image.Dither.NONE)
    buffer = io.BytesIO()
    picture.save(buffer, "PNG", optimize=True)
    return buffer.getvalue()


def is_same(first: Image.Image, second: Image.Image) -> bool:
    """Return whether two pictures look alike, pixel by pixel."""
    if first.size != second.size:
        return False
    difference = ImageChops.difference(_visible(first), _visible(second))
    return not any(any(band.histogram()[TOLERANCE + 1 :]) for band in difference.split())


def _visible(picture: Image.Image) -> Image.Image:
    """Return the picture with colours weighted by their alpha, so that hidden pixels do not count."""
    return picture.convert("RGBA").convert("RGBa")


def stale(path: Path, wanted: Image.Image) -> bool:
    """Return whether the PNG is missing or differs from the wanted picture."""
    if not path.is_file():
        return True
    with Image.open(path) as found:
        return not is_same(found, wanted)


def build(drawings: list[Drawing], check: bool, only: str) -> list[str]:
    """Write the files that are out of date and return their paths; with `check` nothing is written."""
    changed: list[str] = []
    for drawing in drawings:
        if only not in drawing.path:
            continue
        source = ROOT / f"{drawing.path}.svg"
        if not source.is_file() or source.read_text(encoding="utf-8") != drawing.svg:
            changed.append(f"{drawing.path}.svg")
            if not check:
                source.parent.mkdir(parents=True, exist_ok=True)
                source.write_text(drawing.svg, encoding="utf-8", newline="\n")
        for name, svg in drawing.pictures().items():
            picture = render(svg, drawing.width, drawing.height)
            changed += _store(name, picture, check)
    return changed


def _store(name: str, picture: Image.Image, check: bool) -> list[str]:
    """Write one PNG if it is stale and return its path in a list."""
    target = ROOT / f"{name}.png"
    if not stale(target, picture):
        return []
    if not check:
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(encode(picture))
    return [f"{name}.png"]


def unknown_pictures(drawings: list[Drawing]) -> list[str]:
    """Return committed PNGs and SVGs in the art folders that belong to no drawing."""
    known = {f"{d.path}.svg" for d in drawings} | {f"{name}.png" for d in drawings for name in d.variants or (d.path,)}
    known |= {f"{path}.png" for path in (title.PATH, *story.PICTURES)}
    folders = {Path(name).parent for name in known}
    found = (path for folder in folders for suffix in ("svg", "png") for path in (ROOT / folder).glob(f"*.{suffix}"))
    return sorted(name for path in found if (name := path.relative_to(ROOT).as_posix()) not in known)


def main() -> int:
    """Run the command line and return its exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; fail if a picture is out of date")
    parser.add_argument(
        "--only", default="", metavar="TEXT", help="only drawings whose path contains TEXT (default: all)"
    )
    options = parser.parse_args()
    drawings = catalogue.drawings()
    changed = build(drawings, options.check, options.only)
    if options.only in title.PATH:
        changed += _store(title.PATH, title.compose(ROOT, render), options.check)
    if any(options.only in path for path in story.PICTURES):
        for path, picture in story.compose(ROOT, render):
            changed += _store(path, picture, options.check)
    for name in changed:
        print(("stale: " if options.check else "wrote ") + name)
    strays = unknown_pictures(drawings) if not options.only else []
    for name in strays:
        print(f"note: nothing draws {name}")
    print(f"{len(changed)} of {len(drawings)} drawings' files {'are stale' if options.check else 'written'}")
    return 1 if options.check and changed else 0


if __name__ == "__main__":
    sys.exit(main())
