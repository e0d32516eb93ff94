"""The panel beside the board, and the parts that all panels share."""
