"""One strict model module per document kind, and the loader that reads a pack's files into them."""
