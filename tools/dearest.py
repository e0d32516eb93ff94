"""Print the slowest tests of some runs: dearest.py NUMBER FILES, from files written by `pytest --junitxml`."""

import sys
from collections.abc import Iterable
from pathlib import Path
from xml.etree import ElementTree


def dearest(number: int, files: Iterable[Path]) -> list[str]:
    """Return a line for each of the `number` slowest tests, with its seconds; missing files are ignored."""
    found = [
        (float(case.get("time", 0)), f"{case.get('classname')}::{case.get('name')} ({file.stem})")
        for file in files
        if file.is_file()
        for case in ElementTree.parse(file).iter("testcase")
    ]
    return [f"{seconds:7.1f}  {name}" for seconds, name in sorted(found, reverse=True)[:number]]


if __name__ == "__main__":
    print("\n".join(dearest(int(sys.argv[1]), map(Path, sys.argv[2:]))))
