"""The features of the program, one package each; the rest of it knows their `feature.py` alone."""
