"""The features of the program, one package each; the rest of the program imports only their `feature.py`."""
