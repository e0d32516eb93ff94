"""Scenarios: rules as files that are tests, and the lessons that are made of them (docs/formats.md)."""
