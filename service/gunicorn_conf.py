"""How gunicorn runs the service; read by ``gunicorn -c``."""

import os
import signal
from pathlib import Path
from types import FrameType
from typing import Any

from service.settings import Settings, SettingsError

try:
    _settings = Settings.from_environment(os.environ)
except SettingsError as error:
    raise SystemExit(f"The service does not start:\n{error}") from None

# An IPv6 address stands in brackets before a port.
bind = (
    f"[{_settings.host}]:{_settings.port}" if ":" in _settings.host else f"{_settings.host}:{_settings.port}"
)
workers = _settings.workers
threads = _settings.threads
# Under SIGTERM a gthread worker answers every request that it has accepted; a sync worker resets them.
worker_class = "gthread"
# A fault at boot stops the service at once, and workers share the tables' memory.
preload_app = True
timeout = _settings.timeout
graceful_timeout = _settings.graceful_timeout
keepalive = _settings.keepalive

# A read-only root has no place for a socket; memory is where a worker's heartbeat costs no disk.
control_socket_disable = True
worker_tmp_dir = "/dev/shm" if Path("/dev/shm").is_dir() else None

limit_request_line = 4_094
limit_request_fields = 64
limit_request_field_size = 8_190

# gunicorn's own access log costs as much as the rest of a request.
accesslog = None
errorlog = "-"
loglevel = "info"


def post_worker_init(worker: Any) -> None:
    """Lets /readyz tell that the worker is stopping, on the connections that are still open."""
    readiness = worker.wsgi.extensions["readiness"]
    stop = signal.getsignal(signal.SIGTERM)

    def drain(number: int, frame: FrameType | None) -> None:
        readiness.drain()
        if callable(stop):
            stop(number, frame)

    signal.signal(signal.SIGTERM, drain)
