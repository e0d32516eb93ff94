"""Scenarios: rules as files that are tests, and the tutorial's lessons made of them (docs/formats.md)."""
