"""Processes whose files are limited, as on a full disk."""

import os


def unmeasured() -> dict[str, str]:
    """Return the environment without the measurement of coverage, whose own file would be limited as well."""
    return {name: value for name, value in os.environ.items() if not name.startswith("COVERAGE_PROCESS_")}
