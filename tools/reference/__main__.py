"""The command `tools/plugin_reference`."""

import argparse
import sys
from pathlib import Path

from reference.pages import build

FOLDER = Path(__file__).resolve().parents[2] / "build"


def main(arguments: list[str] | None = None) -> int:
    """Write the pages, or with `--check` only print what lacks a description; return 1 if anything does, else 0."""
    parser = argparse.ArgumentParser(
        prog="tools/plugin_reference", description="Write the reference for plugin authors from the code."
    )
    parser.add_argument("--check", action="store_true", help="write nothing; say what has no description")
    chosen = parser.parse_args(arguments)
    pages, problems = build()
    for problem in problems:
        print(f"no description: {problem}", file=sys.stderr)
    if not chosen.check:
        FOLDER.mkdir(exist_ok=True)
        for name, page in pages.items():
            (FOLDER / name).write_text(page, encoding="utf-8")
            print(f"wrote {FOLDER / name}")
    return int(bool(problems))


if __name__ == "__main__":
    sys.exit(main())
