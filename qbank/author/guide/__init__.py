"""A study guide: what to study first, formulas, traps, ten worked questions, answers; all of it proven."""
