"""The names that an index on a server needs for itself, beside those of the catalog."""

ID, DOCUMENT, SHARE = "id", "doc", "part_share"
"""The document's id as text; the document itself; each part's share of its home."""
