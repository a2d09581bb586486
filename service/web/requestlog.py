"""One line of JSON for every request, without anything that the caller wrote freely."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING

from service.web.observe import id_of, trace_of

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment


_STDOUT = partial(os.write, 1)


class RequestLog:
    """Writes the lines, to standard output unless told otherwise."""

    def __init__(self, write: Callable[[bytes], object] = _STDOUT) -> None:
        self._write = write

    def __call__(
        self, environ: WSGIEnvironment, route: str, method: str, status: str, seconds: float, /
    ) -> None:
        """Writes the line of one request."""
        trace = trace_of(environ)
        now = datetime.now(UTC).isoformat(timespec="milliseconds")
        # Each member is a number or of characters that need no escape, so that no JSON writer has to look.
        line = (
            f'{{"time":"{now}","request_id":"{id_of(environ)}",'
            f'"method":"{method}","route":"{route}","status":{status},"duration_ms":{seconds * 1e3:.3f},'
            f'"traceparent":{f"{chr(34)}{trace}{chr(34)}" if trace else "null"}}}\n'
        )
        # One write of less than PIPE_BUF, so that the lines of several processes never mix. A reader that has
        # gone is no reason to fail an answer.
        with suppress(OSError):
            self._write(line.encode())
