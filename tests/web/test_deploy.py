"""What a school installs: the units as systemd reads them, and nginx for real in front of a real service."""

import http.client
import os
import re
import shutil
import socket
import ssl
import subprocess
import time
from contextlib import contextmanager
from importlib.resources import files
from urllib.parse import urlencode

import pytest

from qbank.cli.admin import UNITS

from .conftest import PASSWORD
from .process import qbank, serving

DEPLOY = files("qbank.web") / "deploy"


def needed(program):
    found = shutil.which(program, path=f"{os.environ['PATH']}:/usr/sbin:/sbin")
    if found is None:
        said = f"{program} is missing: run make system"
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(said)
    return found


@pytest.mark.parametrize("name", UNITS)
def test_systemd_finds_no_fault_in_the_units(tmp_path, name):
    analyze, bin_folder = needed("systemd-analyze"), tmp_path / "bin"
    bin_folder.mkdir()
    (bin_folder / "qbank").write_text("#!/bin/sh\n")
    (bin_folder / "qbank").chmod(0o755)
    for unit in UNITS:
        text = (DEPLOY / unit).read_text(encoding="utf-8").replace("/opt/qbank/bin", str(bin_folder))
        (tmp_path / unit).write_text(text)
    done = subprocess.run(
        [analyze, "verify", "--man=no", str(tmp_path / name)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stdout + done.stderr) == (0, "")


def test_the_unit_leaves_the_service_little_to_harm():
    text = (DEPLOY / "qbank.service").read_text(encoding="utf-8")
    for line in ("NoNewPrivileges=yes", "ProtectSystem=strict", "PrivateTmp=yes", "CapabilityBoundingSet=", "UMask=0077",
                 "Restart=on-failure", "StateDirectory=qbank", "ProtectHome=yes", "MemoryMax=4G"):  # fmt: skip
        assert f"\n{line}\n" in text
    last = int(re.search(r"TimeoutStopSec=(\d+)", text)[1])
    from qbank.cli.serve import LAST_SECONDS

    assert last > LAST_SECONDS, "systemd waits longer than the service finishes what was begun"


@pytest.mark.parametrize("arguments", [["unit"], *(["unit", name] for name in UNITS), ["nginx"]])
def test_what_is_installed_can_be_printed(arguments):
    name = "nginx.conf" if arguments == ["nginx"] else [*arguments, UNITS[0]][1]
    assert qbank("admin", *arguments).stdout == (DEPLOY / name).read_text(encoding="utf-8")


def free_port():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


def certificate(folder):
    """A certificate of its own for this machine."""
    call = [needed("openssl"), "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
            "-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost",
            "-keyout", folder / "key.pem", "-out", folder / "cert.pem"]  # fmt: skip
    subprocess.run(call, check=True, capture_output=True, timeout=60)


def configuration(folder, plain, sealed, behind):
    """The shipped site with its placeholders filled in, in a configuration that runs beside any other nginx."""
    site = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    for old, new in {
        "/etc/letsencrypt/live/quiz.example.org/fullchain.pem": folder / "cert.pem",
        "/etc/letsencrypt/live/quiz.example.org/privkey.pem": folder / "key.pem",
        "https://quiz.example.org": f"https://localhost:{sealed}",
        "quiz.example.org": "localhost",
        "127.0.0.1:8000": f"127.0.0.1:{behind}",
        "listen 80;": f"listen 127.0.0.1:{plain};",
        "listen 443 ssl;": f"listen 127.0.0.1:{sealed} ssl;",
        "listen [::]:80;": "",
        "listen [::]:443 ssl;": "",
    }.items():
        assert old in site
        site = site.replace(old, str(new))
    kept = "".join(
        f"{kind}_temp_path {folder / kind}; " for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    # Debian's own configuration loads modules and keeps its files where only root may write; this one does neither.
    user = "user root; " if os.geteuid() == 0 else ""  # whose folder the tests' own is
    whole = f"""{user}daemon off; pid {folder / "pid"}; error_log {folder / "error.log"};
events {{ worker_connections 512; }}
http {{ access_log off; {kept} include /etc/nginx/mime.types;
{site} }}"""
    (folder / "nginx.conf").write_text(whole)
    return folder / "nginx.conf"


@contextmanager
def in_front(folder, behind, sealed):
    """nginx before the service on port `behind`; yields the port without HTTPS."""
    plain, program = free_port(), needed("nginx")
    call = [program, "-p", folder, "-c", configuration(folder, plain, sealed, behind)]
    tested = subprocess.run([*call, "-t"], capture_output=True, text=True, timeout=30, check=False)
    assert tested.returncode == 0, tested.stderr
    assert "warn" not in tested.stderr
    process = subprocess.Popen(call, stderr=subprocess.DEVNULL)
    try:
        _until_reachable(sealed)
        yield plain
    finally:
        process.terminate()
        process.wait(20)


def _until_reachable(port):
    for _ in range(200):
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except OSError:
            time.sleep(0.05)
    raise AssertionError("nginx did not start")


SESSION = "__Host-qbank="


class Visitor:
    """A browser with cookies at an address of this machine's network."""

    def __init__(self, folder, port, address="127.0.0.1"):
        self.context = ssl.create_default_context(cafile=folder / "cert.pem")
        self.port, self.address, self.cookie, self.headers = port, address, "", {}

    def ask(self, method, path, fields=None, **headers):
        connection = http.client.HTTPSConnection(
            "localhost", self.port, context=self.context, source_address=(self.address, 0), timeout=20
        )
        sent = {"Host": f"localhost:{self.port}", "Cookie": self.cookie, **headers}
        body = None if fields is None else urlencode(fields)
        if body is not None:
            sent["Content-Type"] = "application/x-www-form-urlencoded"
        connection.request(method, path, body, sent)
        answer = connection.getresponse()
        text, self.headers = answer.read().decode(), dict(answer.getheaders())
        connection.close()
        self.set = answer.headers.get_all("set-cookie") or []
        self.cookie = next((each.partition(";")[0] for each in self.set if SESSION in each), self.cookie)
        return answer.status, text

    def word(self):
        return re.search(r'name="csrf" value="([0-9a-f]+)"', self.ask("GET", "/sign-in")[1])[1]


@pytest.fixture(scope="module")
def school(tmp_path_factory):
    """A service behind nginx: the folder, the port with HTTPS, the one without, the service's own."""
    needed("nginx")
    folder, sealed = tmp_path_factory.mktemp("school"), free_port()
    certificate(folder)
    folder.chmod(0o755)
    data = folder / "data"
    assert qbank("admin", "instructor", "ada", "--data", data, stdin=PASSWORD).returncode == 0
    own = free_port()
    with (
        serving("--port", own, "--data", data, "--origin", f"https://localhost:{sealed}"),
        in_front(folder, own, sealed) as plain,
    ):
        yield folder, sealed, plain, own


def test_signing_in_through_nginx(school):
    folder, sealed, _, _ = school
    visitor = Visitor(folder, sealed, "127.0.0.2")
    fields = {"csrf": visitor.word(), "sign_in": "ada", "password": PASSWORD}
    status, _ = visitor.ask("POST", "/sign-in", fields, Origin=f"https://localhost:{sealed}")
    assert status == 303
    session, familiar = sorted(visitor.set)
    assert session.startswith(SESSION)
    for cookie, path in ((session, "/"), (familiar, "/sign-in")):
        kept = {each.strip().lower() for each in cookie.split(";")[1:]}
        assert {"secure", "httponly", "samesite=lax", f"path={path}"} <= kept
        assert not any(each.startswith("domain") for each in kept)
    assert visitor.headers["strict-transport-security"] == "max-age=31536000"
    assert visitor.headers["cache-control"] == "no-store"
    assert visitor.ask("GET", "/account")[0] == 200
    assert "ada" in visitor.ask("GET", "/account")[1]


def test_another_site_cannot_send_a_form(school):
    folder, sealed, _, _ = school
    visitor = Visitor(folder, sealed, "127.0.0.3")
    fields = {"csrf": visitor.word(), "sign_in": "ada", "password": PASSWORD}
    for origin in ("https://evil.example", f"http://localhost:{sealed}", "null"):
        assert visitor.ask("POST", "/sign-in", fields, Origin=origin)[0] == 403, origin


def test_who_guesses_is_counted_by_the_address_that_nginx_saw(school):
    """Ten a minute for one name; what a client says of itself in a header makes it nobody else."""
    folder, sealed, _, _ = school
    guesser = Visitor(folder, sealed, "127.0.0.4")
    word, said = guesser.word(), []
    for number in range(12):
        claimed = {"X-Forwarded-For": f"203.0.113.{number}", "Forwarded": f"for=203.0.113.{number}",
                   "X-Real-IP": f"203.0.113.{number}"}  # fmt: skip
        fields = {"csrf": word, "sign_in": "guess", "password": "wrong password"}
        said.append(guesser.ask("POST", "/sign-in", fields, **claimed)[0])
    assert said == [422] * 10 + [429] * 2
    other = Visitor(folder, sealed, "127.0.0.5")
    fields = {"csrf": other.word(), "sign_in": "guess", "password": "wrong password"}
    assert other.ask("POST", "/sign-in", fields)[0] == 422, "another address is another client"


def test_nginx_slows_a_flood_at_the_doors(school):
    folder, sealed, _, _ = school
    crowd = Visitor(folder, sealed, "127.0.0.6")
    said = [crowd.ask("GET", "/sign-in")[0] for _ in range(400)]
    assert said[:300] == [200] * 300
    assert 429 in said[300:]
    assert crowd.ask("GET", "/")[0] == 200, "the rest of the site stays open"


def test_http_leads_to_https(school):
    _, sealed, plain, _ = school
    connection = http.client.HTTPConnection("127.0.0.1", plain, timeout=10)
    connection.request("GET", "/practice?x=1", headers={"Host": "evil.example"})
    answer = connection.getresponse()
    assert (answer.status, answer.getheader("location")) == (301, f"https://localhost:{sealed}/practice?x=1")
    connection.close()


def test_a_body_that_is_too_large_does_not_get_through(school):
    folder, sealed, _, _ = school
    visitor = Visitor(folder, sealed, "127.0.0.7")
    assert visitor.ask("POST", "/sign-in", {"csrf": "x" * 400_000})[0] == 413


def test_another_host_is_refused(school):
    folder, sealed, _, _ = school
    visitor = Visitor(folder, sealed, "127.0.0.8")
    assert visitor.ask("GET", "/", Host="evil.example")[0] == 400


def test_static_files_are_packed_and_pages_are_not(school):
    folder, sealed, _, _ = school
    visitor = Visitor(folder, sealed, "127.0.0.9")
    packed = {"Accept-Encoding": "gzip"}
    connection = http.client.HTTPSConnection("localhost", sealed, context=visitor.context, timeout=20)
    for path, wanted in (("/static/qbank.css", "gzip"), ("/", None)):
        connection.request("GET", path, headers=packed)
        answer = connection.getresponse()
        answer.read()
        assert (answer.status, answer.getheader("content-encoding")) == (200, wanted)
    connection.close()
