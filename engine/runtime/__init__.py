"""Where parts are wired together: revision.py loads a pack, engine.py answers a request."""
