"""Shared helpers that know no rules: errors, translation, paths, files, colours, fonts."""
