"""The panel beside the board, and what stands in every one."""
