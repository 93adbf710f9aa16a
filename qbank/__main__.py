"""`python -m qbank` is the `qbank` command."""

from qbank.cli import main

if __name__ == "__main__":
    main()
