"""Answers without reading its input."""

print("not read")
