"""What came of a quiz: who sat it, how it went, what is decided and corrected afterwards, grades."""
