"""The parts of the panel beside the board, and the panel that is shown while robots move."""
