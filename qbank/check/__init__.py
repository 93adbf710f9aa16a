"""Tables of typed answers in, verdicts and reports out."""
