"""Random names: what the world calls a row, what a course is joined by, what a session is known by."""

import secrets

_LETTERS = "abcdefghjkmnpqrstvwxyz23456789"  # without those that are taken for one another


def public_name() -> str:
    """16 letters, 78 bits: nobody guesses another's."""
    return "".join(secrets.choice(_LETTERS) for _ in range(16))


def join_code() -> str:
    """8 letters that can be read out in a lecture; guesses are limited by rate."""
    return "".join(secrets.choice(_LETTERS) for _ in range(8)).upper()


def token() -> str:
    """256 bits."""
    return secrets.token_urlsafe(32)
