"""Sitting a quiz: what is drawn, what is kept of what was typed, what it earns."""
