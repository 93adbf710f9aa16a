"""How a report is shown: one module a format. Each gives pieces of text, so that a long report needs no room."""
