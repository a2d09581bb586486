"""How anyone checks a signed verdict: the public keys, and an operation that opens one with them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from service.web.endpoint import Operation
from service.web.fields import Boolean, Many, Text, Word
from service.web.schema import Answer, Member, Refer, Request
from service.web.sealing import ALGORITHM, LONGEST, Keys

KEYS = "/.well-known/jwks.json"


class JwkAnswer(Answer):
    """A public key (RFC 7517, RFC 8037); `kid` is its thumbprint (RFC 7638)."""

    kty = Word(["OKP"])
    crv = Word(["Ed25519"])
    x = Text()
    kid = Text()
    use = Word(["sig"])
    alg = Word([ALGORITHM])


class JwksAnswer(Answer):
    """The public keys whose signatures are good, the one that signs now first; none without keys."""

    keys = Many(JwkAnswer())


class VerifyRequest(Request):
    """A verdict's `signature`, as the answer to an arbitration had it."""

    signature = Text(0, LONGEST, required=True)


class Verdict(Member):
    """A verdict of any game, as it was signed."""

    def describe(self, refer: Refer) -> dict[str, Any]:
        """An object with the members of its time: an older version of the service may have signed it."""
        return {"type": "object", "additionalProperties": True}


class VerifyAnswer(Answer):
    """Whether one of this service's keys made the signature, and the verdict in it, null unless it is so."""

    valid = Boolean()
    verdict = Verdict(nullable=True)


def operations(keys: Keys) -> tuple[Operation, ...]:
    """The operations that tell the public keys and check a signature by them."""
    published = {"keys": [key.as_dict(private=False, kid=kid) for kid, key in keys.public.items()]}

    def verify(document: Mapping[str, Any]) -> Mapping[str, Any]:
        verdict = keys.open_sealed(document["signature"])
        return {"valid": verdict is not None, "verdict": verdict}

    return (
        Operation(
            method="GET",
            path=KEYS,
            name="jwks",
            language=None,
            summary="The public keys that check a signed verdict",
            view=lambda: published,
            response=JwksAnswer(),
            cache=True,
            example=KEYS,
        ),
        Operation(
            method="POST",
            path="/v1/verify",
            name="verify",
            language=None,
            summary="Whether a signed verdict is one of this service's, and what it says",
            view=verify,
            request=VerifyRequest(),
            response=VerifyAnswer(),
            example="service-verify-changed",
        ),
    )
