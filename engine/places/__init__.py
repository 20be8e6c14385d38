"""Names → places: read them, look one up, find those that a sentence names."""
