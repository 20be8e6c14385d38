"""Checks over a whole revision, one module each."""
