"""Besieges a server and prints the results."""

import argparse
import asyncio
import sys
import tempfile
from collections import Counter
from pathlib import Path

from tests.attack.siege.attackers import KINDS
from tests.attack.siege.siege import Outcome, Plan, run

MEGA = 1024 * 1024


def main() -> int:
    """Read the command line, besiege a server, print the figures; the exit code is 1 if anything was lost."""
    plan = Plan()
    parser = argparse.ArgumentParser(prog="tools/soak", description=__doc__)
    for name, value, text in (
        ("--tables", plan.tables, "honest matches at once"),
        ("--people", plan.people, "people in each, at most five"),
        ("--spectators", plan.spectators, "honest spectators at once, each for 20 s"),
        ("--attackers", plan.attackers, "hostile clients of each kind"),
        ("--seconds", plan.seconds, "how long"),
        ("--megabytes", plan.megabytes, "the server's memory"),
        ("--descriptors", plan.descriptors, "the server's open files and connections"),
    ):
        parser.add_argument(name, type=type(value), default=value, help=f"{text} (default: %(default)s)")
    parser.add_argument("--kinds", nargs="+", choices=list(KINDS), default=list(KINDS), help="which (default: all)")
    words = vars(parser.parse_args())
    with tempfile.TemporaryDirectory() as folder:
        outcome = asyncio.run(run(Plan(**{**words, "kinds": tuple(words["kinds"])}), Path(folder)))
    show(outcome)
    return 1 if outcome.faults() else 0


def show(outcome: Outcome) -> None:
    """Print the figures."""
    plan, met = outcome.plan, outcome.experience
    memory = f"{plan.megabytes} MB" if outcome.contained else "any memory (no right to limit it)"
    print(f"{plan.tables} matches of {plan.people}, {met.clients} honest clients in all;", end=" ")
    print(f"the server has {memory} and {plan.descriptors} descriptors")
    print(f"{met.answers} answers, {len(met.waits)} ends of rounds: p50 {outcome.wait(0.5):.0f} ms,", end=" ")
    print(f"p99 {outcome.wait(0.99):.0f} ms, longest {outcome.wait(1):.0f} ms", end=" ")
    print(f"(the measuring process was late by p99 {outcome.late(0.99):.0f} ms)")
    looks = outcome.memory or [0]
    quarters = [f"{looks[(len(looks) - 1) * part // 4] / MEGA:.0f}" for part in range(5)]
    print(f"memory at the start, then after each quarter: {', '.join(quarters)} MB; most {max(looks) / MEGA:.0f} MB")
    print(f"descriptors: most {max(outcome.descriptors, default=0)}; processor: {outcome.load():.0f} % of a core")
    for what, reasons in (("lost", met.losses), ("refused", met.refused)):
        print(f"honest connections {what}: {len(reasons)} {dict(Counter(reasons))}")
    for kind in plan.kinds:
        ends = {
            name.partition(": ")[2]: count for name, count in outcome.attacks.items() if name.startswith(f"{kind}:")
        }
        print(f"  {kind}: {outcome.attacks[kind]} attempts {ends}")
    for fault in outcome.faults():
        print(f"FAULT: {fault}")


if __name__ == "__main__":
    sys.exit(main())
