"""Finds plugins, reads their manifests and freezes the rules of one match."""
