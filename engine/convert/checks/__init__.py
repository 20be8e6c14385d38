"""Checks of conversions, the language and the vocabulary, one module for each thing they are about."""
