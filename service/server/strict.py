"""What gunicorn's parser lets pass and RFC 9112 does not."""

from __future__ import annotations

import re
from typing import Final

from gunicorn.http import Request
from gunicorn.http.errors import InvalidHeader

_HOST: Final = re.compile(r"(?:\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._~%!$&'()*+,;=-]*)(?::[0-9]*)?")
"""RFC 3986, 3.2.2."""


def check(request: Request) -> None:
    """Takes out of the request what is ignored; raises InvalidHeader for what must be refused."""
    hosts = [value for name, value in request.headers if name == "HOST"]
    if (request.version or (1, 0)) >= (1, 1) and len(hosts) != 1:
        raise InvalidHeader("HOST")
    if hosts and not _HOST.fullmatch(hosts[0]):
        raise InvalidHeader("HOST")
    for name, value in request.headers:
        # gunicorn ignores the codings before the last; whoever is in front may have decoded them.
        if name == "TRANSFER-ENCODING" and value.lower() != "chunked":
            raise InvalidHeader("TRANSFER-ENCODING")
    # This service speaks nothing else: RFC 9110, 7.8, lets it ignore what it is asked to speak.
    request.headers = [header for header in request.headers if header[0] != "UPGRADE"]
