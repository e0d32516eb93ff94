"""Recorded matches as films: pictures, and files of them."""
