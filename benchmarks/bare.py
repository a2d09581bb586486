"""The floor: a Flask view that returns constant bytes and does nothing else."""

from __future__ import annotations

from flask import Flask, Response

app = Flask(__name__, static_folder=None)
# The service's gunicorn configuration tells this one when its worker stops.
app.extensions["readiness"] = type("Readiness", (), {"drain": lambda self: None})()


@app.post("/v1/qiuqiu/evaluate")
def constant() -> Response:
    """The same bytes for everybody."""
    return Response(b'{"rank":18}', content_type="application/json")
