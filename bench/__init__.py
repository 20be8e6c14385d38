"""Benchmarks: ratios and figures measured in one run, against the design's targets. They are no tests."""
