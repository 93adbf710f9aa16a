"""What all of the service stands on: the tables, the writer, the clock, what is refused."""
