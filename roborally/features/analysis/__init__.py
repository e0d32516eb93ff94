"""The analysis of a finished match: standings, turning points, and better programs; no drawing."""
