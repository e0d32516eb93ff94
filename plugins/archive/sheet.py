"""How the questions for cell and facing of a re-entry are shown: with the robot on the cell where it is placed."""

from roborally.plugin import NAMES, AnswerChoice, Decision, Match, Pose, QuestionView, usual_view

from .reentry import archive_cell, facing_of


def facing(match: Match, decision: Decision) -> QuestionView:
    """Return the view of the question for a facing: four directions; forbidden ones are grey (CLS-305)."""
    piece = match.state.pieces[decision["piece"]]
    cell = match.cell_of(piece) or match.floor.cells[archive_cell(match, piece)]
    choices = [AnswerChoice(name, gone=name not in (decision["choices"] or ())) for name in NAMES]
    return usual_view(decision, choices, stands=Pose(cell))


def cell(match: Match, decision: Decision) -> QuestionView:
    """Return the view of the question for a cell: each choice shows the robot there, in its future facing."""
    piece = match.state.pieces[decision["piece"]]
    return usual_view(decision, stands=Pose(match.floor.cells[archive_cell(match, piece)], facing_of(match, piece)))
