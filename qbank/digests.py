"""BLAKE2 without the OpenSSL that `hashlib` loads first, as the standard library's `random` takes its SHA-512."""

try:
    from _blake2 import blake2b
except ImportError:  # a Python that was built without it
    from hashlib import blake2b

__all__ = ["blake2b"]
