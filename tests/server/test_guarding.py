"""Addresses that visitors type are requests that a house makes: what is not public is refused at `connect` itself."""

import ipaddress
import subprocess
import sys

import msgspec
import pytest

from parlour.server.bells import webpush
from parlour.server.bells.addresses import is_allowed
from parlour.server.bells.guarding import may_reach
from parlour.server.bells.sender import Errand, Message
from parlour.server.options import Bells
from receiver import Receiver

MESSAGE = Message(title="A game", body="It is your turn.", path="/t/x", tag="x")
KEY = webpush.new_key()

# A sender as the house starts it, whose names are resolved by the test: each time to the next of some addresses.
RESOLVING = """
import socket, sys
names = iter(sys.argv.pop().split(","))
asked = socket.getaddrinfo
def resolve(host, port, *given, **named):
    at = next(names) if host == "receiver.example" else host
    return asked(at, port, *given, **named)
socket.getaddrinfo = resolve
from parlour.server.bells.sender import main
main()
"""


def run(errand, *command):
    started = [sys.executable, *(command or ["-m", "parlour.server.bells.sender"])]
    done = subprocess.run(started, input=msgspec.json.encode(errand), capture_output=True, check=False)
    assert not done.stderr
    return msgspec.json.decode(done.stdout)


@pytest.fixture
def receiver(tmp_path, monkeypatch):
    opened = Receiver(tmp_path)
    monkeypatch.setenv("SSL_CERT_FILE", str(opened.certificate))
    monkeypatch.setenv("REQUESTS_CA_BUNDLE", str(opened.certificate))
    yield opened
    opened.close()


def pushing(receiver, host="127.0.0.1", allow=()):
    to = f"https://{host}:{receiver.port}/x"
    push = receiver.push()
    return Errand(
        message=MESSAGE, to=to, p256dh=push["p256dh"], auth=push["auth"], key=KEY, contact="mailto:a@b.c", allow=allow
    )


def telling(address, allow=(), schemes=("ntfys",)):
    return Errand(message=MESSAGE, to=address, schemes=schemes, allow=allow)


LOOPBACK = ("127.0.0.0/8",)


def test_what_is_allowed_arrives_so_that_the_refusals_below_mean_something(receiver):
    assert run(pushing(receiver, allow=LOOPBACK)) == "sent"
    assert run(telling(f"ntfys://127.0.0.1:{receiver.port}/x", LOOPBACK)) == "sent"
    assert len(receiver.came) == 2


# By endpoint and by address


def test_a_push_endpoint_that_is_not_public_is_refused(receiver):
    assert run(pushing(receiver)) == "failed"
    assert run(pushing(receiver, "localhost")) == "failed"
    assert not receiver.came


def test_an_address_that_is_not_public_is_refused(receiver):
    assert run(telling(f"ntfys://127.0.0.1:{receiver.port}/x")) == "failed"
    assert run(telling(f"ntfys://localhost:{receiver.port}/x")) == "failed"
    assert not receiver.came


def test_a_push_endpoint_without_tls_is_refused(receiver):
    errand = msgspec.structs.replace(pushing(receiver, allow=LOOPBACK), to=f"http://127.0.0.1:{receiver.port}/x")
    assert run(errand) == "failed"


# By name and by rebinding


@pytest.mark.parametrize("names", ["127.0.0.1", "::ffff:127.0.0.1", "0.0.0.0"])
def test_a_name_that_leads_to_this_machine_is_refused(receiver, names):
    assert run(pushing(receiver, "receiver.example"), "-c", RESOLVING, names) == "failed"
    assert run(telling(f"ntfys://receiver.example:{receiver.port}/x"), "-c", RESOLVING, names) == "failed"
    assert not receiver.came


def test_such_a_name_arrives_where_it_is_allowed(receiver):
    assert run(pushing(receiver, "receiver.example", LOOPBACK), "-c", RESOLVING, "127.0.0.1") == "sent"


# Looked up once before it is used, as a check by name would do, and then by the library.
REBINDING = RESOLVING.replace(
    "from parlour.server.bells.sender import main\n",
    "assert resolve('receiver.example', 443)[0][4][0] == '93.184.215.14'\n"
    "from parlour.server.bells.sender import main\n",
)


@pytest.mark.parametrize("way", ["push", "address"])
def test_a_name_that_leads_elsewhere_the_second_time_is_refused(receiver, way):
    errand = (
        pushing(receiver, "receiver.example")
        if way == "push"
        else telling(f"ntfys://receiver.example:{receiver.port}/x")
    )
    assert run(errand, "-c", REBINDING, "93.184.215.14,127.0.0.1,127.0.0.1") == "failed"
    assert not receiver.came


# By redirect


@pytest.mark.parametrize("status", [302, 307])
def test_redirects_are_not_followed(receiver, tmp_path, status):
    receiver.status, receiver.location = status, f"{receiver.address}/elsewhere"
    assert run(pushing(receiver, allow=LOOPBACK)) == "failed"
    assert run(telling(f"ntfys://127.0.0.1:{receiver.port}/x", LOOPBACK)) == "failed"
    assert [path for path, _, _ in receiver.came] == ["/x", "/"]


# By scheme


@pytest.mark.parametrize(
    "address",
    [
        "json://127.0.0.1/x",
        "xml://127.0.0.1/x",
        "file:///etc/passwd",
        "syslog://",
        "NTFYS://ntfy.example/x",
        "ntfys://ntfy.example/x?attach=/etc/passwd",
        "ntfys://ntfy.example/x#y",
        "ntfys://ntfy.example/x, json://127.0.0.1/",
        "ntfys://ntfy.example/x json://127.0.0.1/",
        "ntfys://ntfy.example/x\njson://127.0.0.1/",
        "ntfys:///" + "x" * 400,
        "",
    ],
)
def test_only_plain_addresses_of_allowed_schemes_are_taken(address):
    assert not is_allowed(address, ["ntfys", "discord"])
    assert run(telling(address, LOOPBACK)) == "failed" if address.startswith("json") else True


def test_the_schemes_of_a_house_are_known():
    with pytest.raises(ValueError, match="none of the schemes"):
        Bells(schemes=("json",))


# What counts as public


@pytest.mark.parametrize(
    "address",
    " ".join(
        [
            "127.0.0.1 127.8.8.8 0.0.0.0 10.1.2.3 172.16.0.1 192.168.1.1 169.254.169.254 100.64.0.1 224.0.0.1",
            "255.255.255.255 192.0.0.8 198.18.0.1 240.0.0.1 ::1 :: fe80::1 fe80::1%eth0 fc00::1 fd00:ec2::254 fec0::1",
            "ff02::1 ::ffff:127.0.0.1 ::ffff:10.0.0.1 2002:7f00:1:: 2002:a00:1:: 64:ff9b::7f00:1 64:ff9b::a9fe:a9fe",
            "64:ff9b:1::1 2001:db8::1",
        ]
    ).split(),
)
def test_an_address_that_is_not_public(address):
    assert not may_reach((address, 443), [])


@pytest.mark.parametrize("address", ["8.8.8.8", "93.184.215.14", "2606:4700::1111", "64:ff9b::808:808"])
def test_an_address_that_is_public(address):
    assert may_reach((address, 443), [])


@pytest.mark.parametrize("target", ["/run/docker.sock", b"\0abstract", ("localhost", 80), ("2130706433", 80), ()])
def test_what_is_no_address_is_not_reached(target):
    assert not may_reach(target, [ipaddress.ip_network("0.0.0.0/0")])


def test_a_sender_starts_no_other_program():
    lines = "from parlour.server.bells.guarding import guard, Refused\nguard()\nimport os, subprocess\n"
    lines += "for go in (lambda: subprocess.run(['true']), lambda: os.system('true'), os.fork):\n"
    lines += " try: go(); print('ran')\n except Refused: print('no')"
    done = subprocess.run([sys.executable, "-c", lines], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["no"] * 3
