"""Exits when it is imported."""
import sys

print("bye")
sys.exit(5)
