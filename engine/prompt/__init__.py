"""Templates of a pack: a sandbox in which they render, the checks over them, and harmless text for them."""
