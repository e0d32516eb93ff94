"""What tests put into the slots of plugins."""

from collections.abc import MutableMapping
from typing import Any

from roborally.core.state import replaced


def put_in(slot: MutableMapping[str, Any], name: str, index: int, value: Any) -> None:
    """Replace one entry of a tuple in a slot."""
    slot[name] = replaced(slot[name], index, value)
