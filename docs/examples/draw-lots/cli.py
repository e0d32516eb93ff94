"""`roborally draw-lots`: prints the order of the people at the table."""

from argparse import ArgumentParser, Namespace

from roborally.base.console import say

from .lots import drawn


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument("names", nargs="+", metavar="NAME", help="a person at the table")
    parser.add_argument("--seed", type=int, metavar="N", help="the random seed; the same seed gives the same order")


def run(arguments: Namespace) -> int:
    """Print the order and return the exit status."""
    for place, name in enumerate(drawn(arguments.names, arguments.seed), 1):
        say(f"{place}. {name}")
    return 0
