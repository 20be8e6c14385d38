"""Conditions in CEL: read with their places, checked against the catalog, evaluated on columns or written as
Elasticsearch filters."""
