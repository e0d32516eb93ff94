"""Make the game's TTF files from unpacked npm packages `@fontsource/chakra-petch` and `@fontsource/inter`.

Usage: python tools/art/fonts.py FOLDER... where each folder is one unpacked package. Needs fonttools and brotli.
"""

from __future__ import annotations

import argparse
import json
import shutil
import tempfile
from pathlib import Path

from fontTools.merge import Merger  # type: ignore[import-untyped, import-not-found, unused-ignore]
from fontTools.ttLib import TTFont  # type: ignore[import-untyped, import-not-found, unused-ignore]

TARGET = Path(__file__).resolve().parents[2] / "assets" / "fonts"
SUBSETS = ("latin", "latin-ext")
WEIGHTS = {"400": "Regular", "700": "Bold"}
UNNEEDED = ("STAT", "fpgm", "prep", "cvt ", "gasp")  # hints and the axes of a variable font, which are gone by now
NEEDED = "ÄÖÜäöüßåÅéèñ"


def convert(package: Path) -> None:
    """Write the regular and bold TTF and the licence of one package."""
    name = str(json.loads((package / "package.json").read_text(encoding="utf-8"))["name"]).split("/")[-1]
    family = name.title().replace("-", "")
    for weight, style in WEIGHTS.items():
        font = _merge([package / "files" / f"{name}-{subset}-{weight}-normal.woff2" for subset in SUBSETS])
        missing = [letter for letter in NEEDED if ord(letter) not in font.getBestCmap()]
        if missing:
            raise SystemExit(f"{name} {style}: no glyph for {' '.join(missing)}")
        font.save(TARGET / f"{family}-{style}.ttf", reorderTables=True)
    shutil.copyfile(package / "LICENSE", TARGET / f"{family}-OFL.txt")


def _merge(sources: list[Path]) -> TTFont:
    """Return one font with the glyphs of all sources and the names and times of the first."""
    with tempfile.TemporaryDirectory() as folder:
        plain = []
        for source in sources:
            font = TTFont(source)
            font.flavor = None
            for table in UNNEEDED:
                if table in font:
                    del font[table]
            plain.append(str(Path(folder) / f"{source.stem}.ttf"))
            font.save(plain[-1])
        merged = Merger().merge(plain)
    first = TTFont(sources[0])
    merged["name"] = first["name"]
    merged["name"].names = [record for record in first["name"].names if record.nameID < 256]
    merged["head"].created = first["head"].created
    merged["head"].modified = first["head"].modified
    merged.recalcTimestamp = False
    return merged


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("packages", nargs="+", type=Path, metavar="FOLDER", help="an unpacked @fontsource package")
    TARGET.mkdir(parents=True, exist_ok=True)
    for package in parser.parse_args().packages:
        convert(package)


if __name__ == "__main__":
    main()
