"""Who asks, and how an answer is given: accounts, sessions, tokens, pages, headers."""
