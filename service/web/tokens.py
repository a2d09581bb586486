"""Bearer tokens (RFC 6750): whoever asks for anything under /v1 must show one, where the operator wants it.

They come from a file, a token a line, which is read again when it changes: tokens rotate without a restart.
Neither a log nor an answer ever tells a token.
"""

from __future__ import annotations

import logging
import os
import re
from collections.abc import Callable, Mapping
from hashlib import sha256
from hmac import compare_digest
from os import getpid
from pathlib import Path
from threading import Lock
from time import monotonic
from typing import Final

from flask import Flask, Request, Response

from service.web.observe import this_request
from service.web.problems import ProblemError, respond

SHORTEST: Final = 32
"""Characters of a token: 128 bits even where it has hexadecimal digits alone."""
LONGEST: Final = 512
MOST: Final = 100
"""Tokens of a file: each request is compared with all of them."""

LARGEST: Final = 2**20
"""Bytes of a file, comments included."""

RECHECK: Final = 1.0
"""Seconds for which a process does not look at the file again."""

SENTENCES: Final[Mapping[str, str]] = {
    "unauthorized": "This address needs a bearer token in the header Authorization.",
    "unauthorized_token": "The bearer token in the header Authorization is not valid.",
}

CHALLENGE: Final = 'Bearer realm="hand-ranking"'

# RFC 6750 calls it b64token.
_TOKEN: Final = re.compile(r"[A-Za-z0-9._~+/-]+=*")
# An authentication scheme is of either case (RFC 9110).
_SCHEME: Final = re.compile(r"bearer(?: +(.*)|$)", re.IGNORECASE | re.DOTALL)

_Signature = tuple[int, int, int, int, int]


class TokenFileError(Exception):
    """A file of tokens that is of no use; ``faults`` tells every one, a line each, and no token."""

    def __init__(self, faults: list[str]) -> None:
        self.faults = faults
        super().__init__("\n".join(faults))


class Tokens:
    """The tokens that are valid now: those of the file, or of the last state of it that was good.

    A process that was forked from the one that read the file calls ``look`` when it starts.
    """

    def __init__(self, path: Path, clock: Callable[[], float] = monotonic) -> None:
        """Reads the file; raises TokenFileError. ``clock`` tells seconds."""
        self._path, self._clock = path, clock
        # Before the file is read: what is written meanwhile is then a change.
        self._seen = _signature(path)
        self._digests = _read(path)
        self._next = clock() + RECHECK
        self._told = ""
        self._lock = Lock()
        self._reader = getpid()

    def accept(self, token: str) -> bool:
        """Whether the token, any text, is valid. How long it takes tells nothing of those that are."""
        if self._clock() >= self._next:
            self.look()
        digest = sha256(token.encode(errors="replace")).digest()
        accepted = False
        for known in self._digests:
            accepted |= compare_digest(known, digest)
        return accepted

    def look(self) -> None:
        """Reads the file where it has changed."""
        # Another thread does it already: this one need not wait for the disk.
        if not self._lock.acquire(blocking=False):
            return
        try:
            self._next = self._clock() + RECHECK
            signature = _signature(self._path)
            if signature is not None and signature == self._seen:
                self._reader = getpid()
                return
            try:
                self._digests = _read(self._path)
            except TokenFileError as error:
                self._keep(error)
            else:
                self._seen, self._told, self._reader = signature, "", getpid()
        finally:
            self._lock.release()

    def _keep(self, error: TokenFileError) -> None:
        """Nobody loses access by a slip, nor gains it. It is tried until it is mended, and told once."""
        stays = "The earlier tokens stay valid"
        if self._reader != getpid():
            # Started since: what was inherited may have been taken out before the slip, so it opens nothing.
            self._digests = ()
            stays = "No token is valid in this process"
        if str(error) != self._told:
            self._told = str(error)
            logging.getLogger("service").error("%s: %s", stays, "; ".join(error.faults))


def guards(path: str) -> bool:
    """Whether the address, a path or a route's template, is one that needs a token."""
    return path == "/v1" or path.startswith("/v1/")


def install(app: Flask, tokens: Tokens) -> None:
    """Answers 401 to whoever shows no valid token, before it looks whether the address is one."""

    def guarded(asked: Request) -> bool:
        # By the route, wherever there is one: nobody slips by with a path that routing reads in another way,
        # such as one with two slashes in front.
        return guards(asked.path if asked.url_rule is None else asked.url_rule.rule)

    @app.before_request
    def guard() -> Response | None:
        asked = this_request()
        if not guarded(asked):
            return None
        scheme = _SCHEME.fullmatch(asked.environ.get("HTTP_AUTHORIZATION", ""))
        if scheme is None:
            return _refuse("unauthorized", CHALLENGE)
        if tokens.accept(scheme[1] or ""):
            return None
        return _refuse("unauthorized_token", f'{CHALLENGE}, error="invalid_token"')

    @app.after_request
    def keep(response: Response) -> Response:
        asked = this_request()
        # Nobody keeps the answer to a POST.
        if asked.method != "POST" and guarded(asked):
            # RFC 9111, 3.5: "public" would let a shared cache give it to somebody without a token.
            kept = response.headers.get("Cache-Control", "")
            if kept.startswith("public"):
                response.headers["Cache-Control"] = "private" + kept.removeprefix("public")
        return response


def _refuse(message: str, challenge: str) -> Response:
    response = respond(ProblemError("unauthorized", message))
    response.headers["WWW-Authenticate"] = challenge
    return response


def _signature(path: Path) -> _Signature | None:
    """What changes with the file; of what a link leads to, since Kubernetes changes a link. None: no file."""
    try:
        found = os.stat(path)  # noqa: PTH116
    except OSError:
        return None
    return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns


def _read(path: Path) -> tuple[bytes, ...]:
    """The digests of the tokens in a file; raises TokenFileError."""
    try:
        with path.open("rb") as file:
            raw = file.read(LARGEST + 1)
    except OSError as error:
        raise TokenFileError([f"TOKENS_FILE: {path} cannot be read: {error.strerror}"]) from None
    if len(raw) > LARGEST:
        raise TokenFileError([f"TOKENS_FILE: {path} is larger than {LARGEST} bytes"])
    faults: list[str] = []
    digests: list[bytes] = []
    # Only a line feed ends a line, as in every editor's count.
    for number, line in enumerate(raw.split(b"\n"), 1):
        token = line.strip(b" \t\r").decode(errors="replace")
        if not token or token.startswith("#"):
            continue
        wrong = _wrong(token)
        if wrong:
            faults.append(f"TOKENS_FILE: {path}:{number}: {wrong}")
        digests.append(sha256(token.encode()).digest())
    if not digests:
        faults.append(f"TOKENS_FILE: {path} holds no token")
    if len(digests) > MOST:
        faults.append(f"TOKENS_FILE: {path} holds {len(digests)} tokens, more than {MOST}")
    if faults:
        raise TokenFileError(faults)
    return tuple(digests)


def _wrong(token: str) -> str:
    """What is wrong with a token, as the end of a sentence that its line begins; empty where nothing is."""
    if not _TOKEN.fullmatch(token):
        return "has a character that no token can have: A–Z a–z 0–9 - . _ ~ + / and = at its end are good"
    if not SHORTEST <= len(token) <= LONGEST:
        return f"must have {SHORTEST} to {LONGEST} characters, has {len(token)}"
    return ""
