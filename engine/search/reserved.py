"""The names that an index on a server needs for itself, beside those of the catalog."""

ID, NAME, DOCUMENT, SHARE = "id", "doc_name", "doc", "part_share"
"""The document's id as text; its name; the document itself; each part's share of its home."""
