"""Make the game's sounds and music, check that the committed files are up to date, or measure them."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from sounds import analysis, interface, machines, music, robots, store, synth

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "assets" / "sounds"
EFFECTS = {**robots.SOUNDS, **machines.SOUNDS, **interface.SOUNDS}


def makers(only: str, *, with_music: bool) -> Iterator[tuple[str, Callable[[], store.Samples]]]:
    """Yield the names that contain a text, and the functions that make their samples."""
    for name, sound in EFFECTS.items():
        if only in name:
            yield name, partial(synth.finish, sound)
    for name, piece in music.PIECES.items() if with_music else ():
        if only in name:
            yield name, partial(music.compose, piece)


def build(folder: Path, only: str = "", *, check: bool = False, with_music: bool = True) -> list[str]:
    """Write the files that are out of date and return their names; with `check` nothing is written."""
    changed = []
    for name, make in makers(only, with_music=with_music):
        samples, path = make(), folder / f"{name}.ogg"
        if not store.is_stale(path, samples):
            continue
        changed.append(name)
        if not check:
            folder.mkdir(parents=True, exist_ok=True)
            path.write_bytes(store.encode(samples))
    return changed


def unknown_files(folder: Path) -> list[str]:
    """Return the sound files in a folder that no function makes."""
    known = {f"{name}.ogg" for name in (*EFFECTS, *music.PIECES)}
    return sorted(path.name for path in folder.glob("*.ogg") if path.name not in known)


def analyse(folder: Path, only: str, picture: Path) -> None:
    """Print the figures of all files of a folder and draw their spectrograms."""
    sounds = {path.stem: store.decode(path) for path in sorted(folder.glob("*.ogg")) if only in path.stem}
    for name, samples in sounds.items():
        print(f"{name:14} {analysis.measure(samples).row()}")
    analysis.draw(sounds, picture)
    print(f"{sum(path.stat().st_size for path in folder.glob('*.ogg')):,} bytes in all; spectrograms in {picture}")


def main() -> int:
    """Run the command line and return its exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; fail if a file is out of date")
    parser.add_argument(
        "--only", default="", metavar="TEXT", help="only sounds whose name contains TEXT (default: all)"
    )
    parser.add_argument(
        "--analyse", type=Path, metavar="PNG", help="measure the stored files, and draw their spectrograms into PNG"
    )
    options = parser.parse_args()
    if options.analyse is not None:
        analyse(FOLDER, options.only, options.analyse)
        return 0
    changed = build(FOLDER, options.only, check=options.check)
    for name in changed:
        print(f"{'stale' if options.check else 'wrote'}: assets/sounds/{name}.ogg")
    for name in unknown_files(FOLDER):
        print(f"note: nothing makes assets/sounds/{name}")
    print(f"{len(changed)} sounds {'are stale' if options.check else 'written'}")
    return 1 if options.check and changed else 0


if __name__ == "__main__":
    sys.exit(main())
