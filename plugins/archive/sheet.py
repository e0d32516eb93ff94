"""The questions to the owner of a robot that comes back: it is shown where it will stand."""

from roborally.plugin import NAMES, AnswerChoice, Decision, Match, Pose, QuestionView, usual_view

from .reentry import archive_cell, facing_of


def facing(match: Match, decision: Decision) -> QuestionView:
    """Return the four directions on the robot's cell; barred ones are gone (CLS-305)."""
    piece = match.state.pieces[decision["piece"]]
    cell = match.cell_of(piece) or match.floor.cells[archive_cell(match, piece)]
    choices = [AnswerChoice(name, gone=name not in (decision["choices"] or ())) for name in NAMES]
    return usual_view(decision, choices, stands=Pose(cell))


def cell(match: Match, decision: Decision) -> QuestionView:
    """Return the cells beside the archive, with the facing that the owner has chosen, or that of the start."""
    piece = match.state.pieces[decision["piece"]]
    return usual_view(decision, stands=Pose(match.floor.cells[archive_cell(match, piece)], facing_of(match, piece)))
