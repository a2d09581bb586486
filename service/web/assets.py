"""The files that a page loads: addressed by their content, so that a client may keep them for good.

Nobody writes such an address down, it changes with the file: so these routes, all of them made here and
named by ENDPOINT, are left out of the specification.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from importlib.resources.abc import Traversable
from pathlib import PurePath
from typing import Final

from flask import Flask, Response

from service.web.endpoint import FOREVER
from service.web.problems import ProblemError

ENDPOINT: Final = "assets of "
"""What the endpoints of these routes begin with; the page's address follows."""

# Here and not in the library's table, which differs between machines and Pythons.
MEDIA: Final = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".png": "image/png",
    ".svg": "image/svg+xml",
}
"""The media type of each kind of file, by its suffix."""


class Assets:
    """Files by name, with the address that each has below ``root``, the address of their page."""

    def __init__(self, root: str, files: Mapping[str, Traversable]) -> None:
        """Reads them all; ``files`` gives each by the name that ends its address."""
        self._root = root
        self._bytes = {name: file.read_bytes() for name, file in files.items()}
        self._digests = {name: hashlib.sha256(held).hexdigest()[:16] for name, held in self._bytes.items()}

    def __getitem__(self, name: str) -> str:
        """The address of a file."""
        return f"{self._root}/assets/{self._digests[name]}/{name}"

    def install(self, app: Flask) -> None:
        """Adds the route of these files to an app."""
        app.add_url_rule(
            f"{self._root}/assets/<digest>/<name>",
            ENDPOINT + self._root,
            self._answer,
            methods=["GET"],
            provide_automatic_options=False,
        )

    def _answer(self, digest: str, name: str) -> Response:
        if self._digests.get(name) != digest:
            raise ProblemError("not_found")
        # Flask adds the charset to what is text.
        response = Response(self._bytes[name], mimetype=MEDIA[PurePath(name).suffix])
        response.headers["Cache-Control"] = FOREVER
        return response
