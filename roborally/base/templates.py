"""Fills values into the sentences and file names of manifests, which may come from an unknown server.

Only names in braces count, such as `{piece}`: no formats, no attributes, nothing that takes long or fills memory.
"""

import re
import string
from collections.abc import Mapping

MAX_VALUE = 600
"""The maximum length of an inserted value, in characters; longer ones are cut."""
MAX_FILLED = 10_000
"""The maximum length of a filled template, in characters; longer ones are cut."""
_NAME = re.compile(r"\{([A-Za-z_][A-Za-z0-9_]*)\}")


def fill(template: str, values: Mapping[str, object]) -> str:
    """Return a template with each name in braces replaced by its value, cut to `MAX_FILLED` characters; never raises.

    A name without a value becomes a question mark.
    """

    def value(found: re.Match[str]) -> str:
        if found[1] not in values:
            return "?"
        try:
            return str(values[found[1]])[:MAX_VALUE]
        except (ValueError, RecursionError):  # a number with too many digits, or lists nested too deep
            return "?"

    return _NAME.sub(value, template[:MAX_FILLED])[:MAX_FILLED]


def names_in(template: str) -> set[str]:
    """Return the names that stand in braces in a template."""
    return {found[1] for found in _NAME.finditer(template)}


def parsed_names(template: str) -> set[str]:
    """Return the names in a template's braces as `str.format` reads them; raise `ValueError` for unmatched braces."""
    return {name for _, name, _, _ in string.Formatter().parse(template) if name is not None}
