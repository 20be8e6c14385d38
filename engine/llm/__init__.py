"""Asking a large language model: one small port, its plugins, and calls that end in an answer or in one
failure."""
