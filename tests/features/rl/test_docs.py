"""docs/rl.md holds a training loop; it is taken from the page and run."""

import re
from pathlib import Path
from typing import Any

import pytest

PAGE = (Path(__file__).resolve().parents[3] / "docs" / "rl.md").read_text(encoding="utf-8")
FILES = dict(re.findall(r"<!-- (\S+) -->\n```python\n(.*?)```", PAGE, re.DOTALL))


@pytest.mark.long
def test_the_training_loop_learns_the_same_every_time(rl: Any) -> None:
    module: dict[str, Any] = {}
    exec(FILES["training.py"], module)
    nearer, weights = module["train"](3)
    assert len(nearer) == 3
    assert weights.any()
    again, same = module["train"](3)
    assert again == nearer
    assert (same == weights).all()
    nearer, _ = module["train"](240)
    assert sum(nearer[-60:]) > sum(nearer[:60]) + 60, "a step more in the mean"


def test_every_argument_is_told() -> None:
    from dataclasses import fields

    from roborally.features.rl.match_stepper import Setup

    text = set(re.findall(r"`(\w+)`", PAGE))
    assert {field.name for field in fields(Setup)} - {"catalogue"} <= text
