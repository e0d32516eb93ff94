"""Takes a picture of every screen, in languages and sizes (`tools/gallery`)."""

import argparse
import sys
import tempfile
import time
import traceback
from fnmatch import fnmatch
from pathlib import Path

from . import profile
from .moments import Library
from .scenes import Scene, all_scenes
from .sheets import make_sheets
from .studio import Studio

LANGUAGES = "en,de,sv"
SIZES = "1024x640,1280x720,1920x1080,1024x768,2560x1080,800x1200,1280x720@200"


def parse_size(text: str) -> tuple[int, int, int]:
    """Return width, height and text size in percent from a text such as `1280x720` or `1280x720@200`.

    Raises `ValueError`.
    """
    size, _at, percent = text.partition("@")
    width, height = size.split("x")
    return int(width), int(height), int(percent or 100)


def take(studio: Studio, library: Library, scene: Scene, path: Path) -> str:
    """Take a picture of a scene; return the error, or an empty text."""
    try:
        scene.show(studio, library)
        studio.picture().save(path)
    except (Exception, SystemExit) as error:  # the other screens are useful without this one
        traceback.print_exc()
        return f"{path.stem}: {type(error).__name__}: {error}"
    return ""


def take_all(studio: Studio, library: Library, scenes: list[Scene], language: str, size: str, out: Path) -> list[str]:
    """Take pictures of scenes in a language and a size, with contact sheets; return the errors."""
    width, height, percent = parse_size(size)
    studio.set_size(width, height)
    studio.magnify(percent)
    studio.speak(language)
    wrong, shown, began = [], [], time.monotonic()
    for number, scene in enumerate(scenes, 1):
        path = out / f"{scene.name}-{language}-{size}.png"
        if problem := take(studio, library, scene, path):
            wrong.append(problem)
        else:
            shown.append((scene.name, path))
        if number % 20 == 0 or number == len(scenes):
            print(f"{language} {size}: {number}/{len(scenes)}, {time.monotonic() - began:.0f} s", flush=True)
    for sheet in make_sheets(shown, out, f"sheet-{language}-{size}"):
        print(sheet)
    return wrong


def main() -> int:
    """Take the pictures; return 1 if a screen could not be opened."""
    parser = argparse.ArgumentParser(description="Take a picture of every screen, in languages and sizes.")
    parser.add_argument(
        "--out", type=Path, default=Path("screenshots"), help="folder for the pictures (default: %(default)s)"
    )
    parser.add_argument("--language", default=LANGUAGES, help="languages, separated by commas (default: %(default)s)")
    parser.add_argument(
        "--size",
        default=SIZES,
        help="sizes of the window, and after @ the percentage of texts, separated by commas (default: %(default)s)",
    )
    parser.add_argument(
        "--only", action="extend", nargs="+", default=[], help="names of screens, such as 'lobby-*' (default: all)"
    )
    parser.add_argument("--list", action="store_true", help="only print the names of the screens")
    arguments = parser.parse_args()
    scenes = [
        scene
        for scene in all_scenes()
        if not arguments.only or any(fnmatch(scene.name, pattern) for pattern in arguments.only)
    ]
    if arguments.list or not scenes:
        print("\n".join(scene.name for scene in scenes) or "no screen has such a name")
        return 0 if scenes else 1
    arguments.out.mkdir(parents=True, exist_ok=True)
    wrong: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        profile.use(Path(folder))
        studio = Studio()
        library = Library(studio.catalogue)
        profile.fill(library)
        for language in arguments.language.split(","):
            for size in arguments.size.split(","):
                wrong += take_all(studio, library, scenes, language, size, arguments.out)
        studio.clear()
    print("\n".join(wrong), file=sys.stderr)
    return 1 if wrong else 0
