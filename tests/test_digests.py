"""The digest is BLAKE2b, as hashlib has it, with all that is set in it."""

import hashlib
import subprocess
import sys

from qbank.digests import blake2b


def test_it_is_that_of_hashlib():
    for settings in ({}, {"digest_size": 16}, {"key": b"k", "digest_size": 64}, {"person": b"qbank"}):
        assert blake2b(b"mask", **settings).digest() == hashlib.blake2b(b"mask", **settings).digest()


def test_it_loads_no_openssl():
    code = "import sys, qbank.digests; print('_hashlib' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
