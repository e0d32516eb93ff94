"""Scenarios: files that test rules by examples, and the tutorial's lessons made of them (docs/formats.md)."""
