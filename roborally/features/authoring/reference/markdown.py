"""Builds a page of the plugin reference in Markdown, and collects what has no description."""

import re
from collections.abc import Iterable, Sequence

from roborally.features.authoring.reference.source import Function, Named


class ReferencePage:
    """A page that is built part by part; `problems` collects the names that lack a description."""

    def __init__(self, title: str, introduction: str, problems: list[str]) -> None:
        """Start with a title and an introduction; problems are added to the given list."""
        self.title = title
        self.problems = problems
        self._parts = [f"# {title}", introduction]

    def heading(self, level: int, text: str) -> None:
        """Add a heading of a level from 1 on."""
        self._parts.append(f"{'#' * level} {text}")

    def paragraph(self, text: str) -> None:
        """Add one or several paragraphs in Markdown; nothing for an empty text."""
        if text:
            self._parts.append(text)

    def described(self, what: str, text: str) -> str:
        """Return the description `text`; if it is empty, add `what` to the problems."""
        if not text.strip():
            self.problems.append(f"{self.title}: {what}")
        return text

    def call(self, level: int, owner: str, function: Function) -> None:
        """Add a heading, the signature and the description of a function or method; `owner` is its class or empty."""
        name = f"{owner}.{function.name}" if owner else function.name
        self.heading(level, f"`{name}`")
        self._parts.append(f"```python\n{function.signature(owner)}\n```")
        self.paragraph(self.described(name, function.text))

    def table(self, heads: Sequence[str], rows: Iterable[Sequence[str]], heading: str = "") -> None:
        """Add a table, with a heading unless that is empty; add nothing if there are no rows."""
        lines = ["| " + " | ".join(_cell(text) for text in row) + " |" for row in rows]
        if lines and heading:
            self.heading(3, heading)
        if lines:
            head = "| " + " | ".join(heads) + " |"
            self._parts.append("\n".join([head, "|" + "---|" * len(heads), *lines]))

    def fields(self, found: Sequence[Named]) -> None:
        """Add a table of fields with types and defaults; a default made by a private function is shown as "its own"."""
        has_default = any(field.default for field in found)
        rows = []
        for field in found:
            default = "empty" if field.default.startswith(("field(", "[]", "{}")) else code(field.default)
            default = "its own" if field.default.startswith("_") else default
            last = [default if field.default else "required"] if has_default else []
            rows.append((code(field.name), code(field.type) if field.type else "", *last))
        self.table(("field", "type", "default") if has_default else ("field", "type"), rows)

    def text(self) -> str:
        """Return the whole page."""
        return "\n\n".join(part.strip("\n") for part in self._parts) + "\n"


def anchor(heading: str) -> str:
    """Return the anchor of a heading, as GitHub makes it for Markdown pages."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def link(id_: str) -> str:
    """Return the id of a plugin as a link to its section on the page."""
    return f"[`{id_}`](#{anchor(id_)})"


def code(text: str) -> str:
    """Return a text marked as code in Markdown."""
    return f"`` {text} ``" if "`" in text else f"`{text}`"


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n\n", " ").replace("\n", " ")
