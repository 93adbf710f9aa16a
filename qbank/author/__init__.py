"""Left of the bank: templates and solvers become proven questions. Only here are SymPy and PyTorch known."""
