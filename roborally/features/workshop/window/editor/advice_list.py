"""The advice about the board as the list of sentences beside it."""

from collections.abc import Callable
from functools import partial

from roborally.base.translation import _
from roborally.core.geometry import Cell
from roborally.features.workshop.window.editor.workbench import EditorWorkbench
from roborally.features.workshop.window.rating.sentence_list import DOUBT, FAULT, Sentence

MAX_SENTENCES = 60
"""The maximum number of listed findings; the others follow once some are fixed."""


def advice_list(bench: EditorWorkbench, go_to: Callable[[Cell], None]) -> list[Sentence] | None:
    """Return the advice as sentences; a click calls `go_to` with a cell. `None` while nothing has been found yet."""
    advice, complete = bench.advice, bench.advice_is_complete
    sentences = [
        Sentence(
            bench.sentence(entry.message),
            FAULT if entry.is_fault else DOUBT,
            partial(go_to, entry.cells[0]) if entry.cells else None,
        )
        for entry in advice[:MAX_SENTENCES]
    ]
    if len(advice) > MAX_SENTENCES:
        sentences.append(Sentence(_("And {count} more.").format(count=len(advice) - MAX_SENTENCES)))
    if bench.advice_problem:
        sentences.append(Sentence(_("Only faults are found: {problem}").format(problem=bench.advice_problem)))
    if not sentences and complete:
        part = _("Nothing is wrong with this board as a part of a course. Alone it lacks what a match needs.")
        sentences.append(Sentence(part if bench.is_only_a_part else _("Nothing is wrong with this board.")))
    return sentences if sentences or complete else None
