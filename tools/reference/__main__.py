"""The command `tools/plugin_reference`."""

import argparse
import sys

from reference.pages import DOCS, build, outdated

COMMAND = "tools/plugin_reference"


def main(arguments: list[str] | None = None) -> int:
    """Write the pages, or with `--check` print what is wrong with them; return 1 if anything is."""
    parser = argparse.ArgumentParser(prog=COMMAND, description="Write the reference for plugin authors from the code.")
    parser.add_argument("--check", action="store_true", help="write nothing; say whether the pages are up to date")
    chosen = parser.parse_args(arguments)
    pages, problems = build()
    for problem in problems:
        print(f"no description: {problem}", file=sys.stderr)
    if chosen.check:
        late = outdated(pages)
        for name in late:
            print(f"docs/{name} is not what the code says; run {COMMAND}", file=sys.stderr)
        return int(bool(problems or late))
    for name, page in pages.items():
        (DOCS / name).write_text(page, encoding="utf-8")
    return int(bool(problems))


if __name__ == "__main__":
    sys.exit(main())
