"""An exam: a blueprint says what each slot asks, and every version gets a question of its own for it."""
