"""Verdicts that last: a digest of the record that was judged, and a signature over the whole verdict.

The signature is a compact JWS (RFC 7515) made with Ed25519. Its payload is the RFC 8785 form of the verdict:
whoever has the public key can check it without this service.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Final

import orjson
import rfc8785
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import load_pem_private_key, load_pem_public_key
from joserfc import jws
from joserfc.errors import JoseError, UnsupportedAlgorithmError
from joserfc.jwk import OKPKey

from service.web.fields import Text
from service.web.rulesets import DIGEST
from service.web.schema import Answer

# RFC 9864 deprecates this name in favour of "Ed25519", which is the same signature. But many verifiers, PyJWT
# among them, know no other name than this one, and all know this one.
ALGORITHM: Final = "EdDSA"

TYPE: Final = "hand-ranking-verdict+jws"
"""Tells a verdict from whatever else a key may have signed."""

LONGEST: Final = 2**23
"""Characters of a signature that is opened: as many as a body may have bytes by default."""

# 64 bytes in base64url leave four bits of the last character unused. They must be zero, lest sixteen texts be
# one signature.
_COMPACT = re.compile(r"([A-Za-z0-9_-]+)\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]{85}[AQgw]")

SEALS: Final = ("engine", "record_digest", "signature")


class SealedAnswer(Answer):
    """Base of verdicts. It writes all but the seals, which come once the rest is written.

    What extends it has a member ``record``.
    """

    engine = Text(about="The service and the version that judged.")
    record_digest = Text(pattern=DIGEST, about="SHA-256 over the RFC 8785 form of record.")
    signature = Text(pattern=r"^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+){2}$", nullable=True)

    def __init__(self) -> None:
        super().__init__()
        self._members = [member for member in self._members if member[0] not in SEALS]


class KeyFileError(Exception):
    """Keys that the service must not start with; ``faults`` tells every one, a line each."""

    def __init__(self, faults: list[str]) -> None:
        self.faults = faults
        super().__init__("\n".join(faults))


@dataclass(frozen=True, slots=True)
class Keys:
    """The key that signs, or none, and by key id every key whose signatures are good, its own first.

    ``engine`` is the name and version of the service that they seal for.
    """

    signing: OKPKey | None = None
    public: Mapping[str, OKPKey] = field(default_factory=dict)
    engine: str = ""

    @classmethod
    def load(cls, signing: Path | None, verifying: Path | None, engine: str = "") -> Keys:
        """The keys of the settings SIGNING_KEY and VERIFYING_KEYS; raises KeyFileError."""
        faults: list[str] = []
        private = None
        public: list[Ed25519PublicKey] = []
        try:
            if signing is not None:
                private = _private(signing)
                public.append(private.public_key())
        except _FileError as error:
            faults.append(f"SIGNING_KEY: {signing} {error}")
        for path in _entries(verifying, faults):
            try:
                public.append(_public(path))
            except _FileError as error:
                faults.append(f"VERIFYING_KEYS: {path} {error}")
        if faults:
            raise KeyFileError(faults)
        known = [_key(each) for each in public]
        return cls(_key(private) if private else None, {key.thumbprint(): key for key in known}, engine)

    def seal(self, verdict: Mapping[str, Any]) -> dict[str, Any]:
        """The verdict with its seals.

        ``verdict`` is what a SealedAnswer wrote: JSON values with a member ``record``. ``record_digest`` is
        the SHA-256 of the RFC 8785 form of ``record``; ``signature`` is over all other members, with
        ``record_digest``, and None without a key. Raises rfc8785.CanonicalizationError where the verdict has
        no such form: for an integer beyond 2^53−1, or what is not JSON.
        """
        digest = "sha256:" + hashlib.sha256(rfc8785.dumps(verdict["record"])).hexdigest()
        sealed = {**verdict, "engine": self.engine, "record_digest": digest}
        return {**sealed, "signature": self._sign(sealed)}

    def _sign(self, sealed: dict[str, Any]) -> str | None:
        if self.signing is None:
            return None
        header = _header(self.signing.thumbprint())
        return jws.serialize_compact(header, rfc8785.dumps(sealed), self.signing, registry=_REGISTRY)

    def open_sealed(self, signature: str) -> dict[str, Any] | None:
        """The verdict that was signed, with its digest; None unless one of the keys made ``signature``.

        No text makes it raise. One of more than LONGEST characters is not opened.
        """
        written = _COMPACT.fullmatch(signature) if len(signature) <= LONGEST else None
        key = self._signer(written[1]) if written else None
        if key is None:
            return None
        try:
            payload = jws.deserialize_compact(signature, key, registry=_REGISTRY).payload
            verdict = orjson.loads(payload)
        except (JoseError, ValueError):
            return None
        return verdict if type(verdict) is dict else None

    def _signer(self, header: str) -> OKPKey | None:
        """The key whose header this is. It is compared, never read: nobody chooses an algorithm by it."""
        return next((key for kid, key in self.public.items() if header == _segment(_header(kid))), None)


def _header(kid: str) -> dict[str, Any]:
    return {"alg": ALGORITHM, "kid": kid, "typ": TYPE}


def _segment(header: dict[str, Any]) -> str:
    return base64.urlsafe_b64encode(rfc8785.dumps(header)).rstrip(b"=").decode()


class _Registry(jws.JWSRegistry):
    """The one algorithm, and payloads of any length that is opened."""

    max_payload_length = LONGEST

    def get_alg(self, name: str) -> Any:
        """As joserfc's, without its warning of the old name at every signature."""
        if name != ALGORITHM:
            raise UnsupportedAlgorithmError(f"Algorithm of '{name}' is not allowed")
        return self.algorithms[name]


_REGISTRY: Final = _Registry()


class _FileError(Exception):
    """What is wrong with a file, as the end of a sentence that its path begins."""


def _key(key: Ed25519PrivateKey | Ed25519PublicKey) -> OKPKey:
    return OKPKey.import_key(key, {"use": "sig", "alg": ALGORITHM})


def _private(path: Path) -> Ed25519PrivateKey:
    load = partial(load_pem_private_key, password=None)
    key = _read(path, load, "PEM private key that opens without a password")
    if not isinstance(key, Ed25519PrivateKey):
        raise _FileError("holds a private key that is not an Ed25519 key")
    return key


def _public(path: Path) -> Ed25519PublicKey:
    key = _read(path, load_pem_public_key, "PEM public key")
    if not isinstance(key, Ed25519PublicKey):
        raise _FileError("holds a public key that is not an Ed25519 key")
    return key


def _read(path: Path, load: Callable[[bytes], object], kind: str) -> object:
    try:
        pem = path.read_bytes()
    except OSError as error:
        raise _FileError(f"cannot be read: {error.strerror}") from None
    # Of several the library takes the first without a word.
    if pem.count(b"-----BEGIN") > 1:
        raise _FileError("holds more than one key; each has a file of its own")
    try:
        return load(pem)
    except (ValueError, TypeError, UnsupportedAlgorithm):
        raise _FileError(f"holds no {kind}") from None


def _entries(folder: Path | None, faults: list[str]) -> list[Path]:
    if folder is None:
        return []
    try:
        # A mounted ConfigMap has entries of its own that start with dots.
        return sorted(entry for entry in folder.iterdir() if not entry.name.startswith("."))
    except OSError as error:
        faults.append(f"VERIFYING_KEYS: {folder} cannot be read: {error.strerror}")
        return []
