"""Mutants of rules: what one changed word or number makes of a document, to see whether a case notices."""
