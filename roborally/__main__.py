"""Runs the command line when Python is started with ``python -m roborally``."""

import sys

from roborally.cli import main

if __name__ == "__main__":
    sys.exit(main())
