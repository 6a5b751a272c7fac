"""Web push: a message that only one browser can read (RFC 8291), signed by this house (VAPID, RFC 8292)."""

import base64
import json
import os
import struct
import time
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

CURVE = ec.SECP256R1()
# One record has room for all that a push service takes, which is 4,096 bytes.
RECORD_BYTES = 4096
LAST_RECORD = b"\x02"
# For how many seconds a signature is good; services take none of more than a day.
SIGNED_FOR = 12 * 3600


def to_text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def to_bytes(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


# Keys


def new_key() -> str:
    """A private key as text."""
    return key_text(ec.generate_private_key(CURVE))


def key_text(key: ec.EllipticCurvePrivateKey) -> str:
    return to_text(key.private_numbers().private_value.to_bytes(32, "big"))


def private_key(text: str) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(to_bytes(text), "big"), CURVE)


def public_bytes(key: ec.EllipticCurvePrivateKey) -> bytes:
    form = serialization.PublicFormat.UncompressedPoint
    return key.public_key().public_bytes(serialization.Encoding.X962, form)


def public_text(private: str) -> str:
    """The public half of a private key, as browsers ask for it."""
    return to_text(public_bytes(private_key(private)))


# The message


def encrypt(plain: bytes, p256dh: str, auth: str, salt: bytes = b"", own: str = "") -> bytes:
    """The body of a push message; `salt` and the private key `own` are drawn, but for tests."""
    salt, sender = salt or os.urandom(16), private_key(own or new_key())
    theirs, ours = to_bytes(p256dh), public_bytes(sender)
    shared = sender.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, theirs))
    secret = derive(to_bytes(auth), shared, b"WebPush: info\0" + theirs + ours, 32)
    key = derive(salt, secret, b"Content-Encoding: aes128gcm\0", 16)
    nonce = derive(salt, secret, b"Content-Encoding: nonce\0", 12)
    header = salt + struct.pack("!IB", RECORD_BYTES, len(ours)) + ours
    return header + AESGCM(key).encrypt(nonce, plain + LAST_RECORD, None)


def derive(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


# The signature


def signature(endpoint: str, private: str, contact: str, now: float | None = None) -> str:
    """The Authorization header by which a push service knows this house again."""
    parts = urlsplit(endpoint)
    until = int((time.time() if now is None else now) + SIGNED_FOR)
    claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": until, "sub": contact}
    signed = ".".join(to_text(json.dumps(part).encode()) for part in ({"typ": "JWT", "alg": "ES256"}, claims))
    key = private_key(private)
    r, s = utils.decode_dss_signature(key.sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
    proof = to_text(r.to_bytes(32, "big") + s.to_bytes(32, "big"))
    return f"vapid t={signed}.{proof}, k={to_text(public_bytes(key))}"
