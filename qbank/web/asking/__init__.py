"""Questions: which there are, how they are shown without their keys, read, judged and practised."""
