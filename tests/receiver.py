"""A service of web push, and of addresses, on this machine: what houses send there is read as a browser would."""

import base64
import datetime
import http.server
import ipaddress
import json
import ssl
import threading
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.x509.oid import NameOID

CURVE = ec.SECP256R1()
AUTH = b"sixteen bytes.ok"
NAMES = "localhost", "receiver.example"


def text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def plain(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def certify(folder: Path, address: str) -> Path:
    """A certificate that signs itself, with its key in the same file."""
    key, now = ec.generate_private_key(CURVE), datetime.datetime.now(datetime.UTC)
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "receiver")])
    names = [*map(x509.DNSName, NAMES), x509.IPAddress(ipaddress.ip_address(address))]
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName(names), False)
        .add_extension(x509.BasicConstraints(True, None), True)
        .sign(key, hashes.SHA256())
    )
    pem, form = serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8
    file = folder / "receiver.pem"
    file.write_bytes(made.public_bytes(pem) + key.private_bytes(pem, form, serialization.NoEncryption()))
    return file


class Receiver:
    """It answers every POST with `status`, and keeps what came."""

    def __init__(self, folder: Path, address: str = "127.0.0.1") -> None:
        self.came: list[tuple[str, dict[str, str], bytes]] = []
        self.status, self.location = 200, ""
        self.key = ec.generate_private_key(CURVE)
        self.certificate = certify(folder, address)
        self.server = http.server.ThreadingHTTPServer((address, 0), self.handler())
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.certificate)
        self.server.socket = context.wrap_socket(self.server.socket, server_side=True)
        self.port = self.server.server_port
        self.address = f"https://{address}:{self.port}"
        threading.Thread(target=self.server.serve_forever, args=(0.05,), daemon=True).start()

    def handler(self) -> type[http.server.BaseHTTPRequestHandler]:
        receiver = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                receiver.came.append((self.path, dict(self.headers), body))
                self.send_response(receiver.status)
                if receiver.location:
                    self.send_header("Location", receiver.location)
                self.send_header("Content-Length", "2")
                self.end_headers()
                self.wfile.write(b"{}")

            do_GET = do_POST

            def log_message(self, *_: object) -> None:
                """Nothing."""

        return Handler

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()

    # As a browser

    def push(self, path: str = "/of-ann") -> dict[str, str]:
        """What a browser gives a page that wants web push."""
        public = self.key.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )
        return {"endpoint": self.address + path, "p256dh": text(public), "auth": text(AUTH)}

    def read(self, number: int = -1) -> dict[str, str]:
        """A message as the browser reads it."""
        return json.loads(self.decrypt(self.came[number][2]))

    def decrypt(self, body: bytes) -> bytes:
        salt, length = body[:16], body[20]
        theirs, sealed = body[21 : 21 + length], body[21 + length :]
        shared = self.key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, theirs))
        info = b"WebPush: info\0" + plain(self.push()["p256dh"]) + theirs
        secret = HKDF(hashes.SHA256(), 32, AUTH, info).derive(shared)
        key = HKDF(hashes.SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(secret)
        nonce = HKDF(hashes.SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(secret)
        return AESGCM(key).decrypt(nonce, sealed, None).rstrip(b"\0").removesuffix(b"\x02")

    def claims(self, public: str, number: int = -1) -> dict[str, object]:
        """What the house's signature says, which is checked by its public key."""
        header = self.came[number][1]["Authorization"]
        token, key = header.removeprefix("vapid t=").split(", k=")
        signed, _, proof = token.rpartition(".")
        assert key == public
        r, s = (int.from_bytes(part, "big") for part in (plain(proof)[:32], plain(proof)[32:]))
        signer = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, plain(public))
        signer.verify(utils.encode_dss_signature(r, s), signed.encode(), ec.ECDSA(hashes.SHA256()))
        return json.loads(plain(signed.split(".")[1]))
