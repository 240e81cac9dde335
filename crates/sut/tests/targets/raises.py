"""Fails when it is imported."""
raise RuntimeError("no database")
