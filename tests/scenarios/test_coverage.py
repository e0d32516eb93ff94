"""Every rule that the code of rules cites is shown by a scenario or held by a test of rules."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
RULE = re.compile(r"\b(?:STD|CLS|COM|CNB|OPT|AUE|RBL|VLT)-[RG]?[0-9]+")
CODE = ("plugins/*/*.py", "roborally/core/**/*.py")
EVIDENCE = ("plugins/*/scenarios/*.toml", "tests/scenarios/test_rules_*.py", "tests/fuzz/test_*.py")

EXCEPTIONS: dict[str, str] = {}
"""Rules without a scenario or test of their own, with the reason."""


def rules_in(patterns: tuple[str, ...]) -> dict[str, set[str]]:
    """Return the rule ids that files name, each with those files."""
    found: dict[str, set[str]] = {}
    for pattern in patterns:
        for path in ROOT.glob(pattern):
            text = path.read_text(encoding="utf-8")
            for rule in RULE.findall(text):
                found.setdefault(rule, set()).add(str(path.relative_to(ROOT)))
    return found


def test_every_rule_that_the_code_cites_is_shown() -> None:
    shown = rules_in(EVIDENCE)
    missing = {
        rule: sorted(files) for rule, files in rules_in(CODE).items() if rule not in shown and rule not in EXCEPTIONS
    }
    assert not missing, "\n".join(f"{rule}: cited in {', '.join(files)}" for rule, files in sorted(missing.items()))


def test_exceptions_are_needed_and_explained() -> None:
    shown = rules_in(EVIDENCE)
    cited = rules_in(CODE)
    for rule, reason in EXCEPTIONS.items():
        assert rule in cited
        assert rule not in shown
        assert len(reason) > 20
