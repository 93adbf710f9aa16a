"""A second opinion on published answer keys: each answer held against the solvers, and told why it differs.

`entries` reads a file of published answers, `fits` says how one published text stands to an exact value, `opinion`
finds the verdict, `report` writes it down.
"""
