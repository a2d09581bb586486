"""How gunicorn runs the service; read by ``gunicorn -c``."""

import atexit
import os
import resource
import shutil
import signal
import tempfile
from pathlib import Path
from types import FrameType
from typing import Any

from service.server.worker import Limits
from service.settings import FILES, Settings, SettingsError

try:
    _settings = Settings.from_environment(os.environ)
except SettingsError as error:
    raise SystemExit(f"The service does not start:\n{error}") from None

# Bodies of the largest size that a process keeps at once, while they come and while they wait.
HELD_BODIES = 8

# A read-only root has no place for files; memory is where they cost no disk.
_memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None


def _share_metrics() -> None:
    """Names the folder in which the workers' metrics meet, before anything imports prometheus_client."""
    name = "PROMETHEUS_MULTIPROC_DIR"
    master = os.getpid()
    prefix = f"hand-ranking-{master}-"
    # This file is read again at each SIGHUP, when the folder stays; a new master (SIGUSR2) needs its own.
    if Path(os.environ.get(name, "")).name.startswith(prefix):
        return
    folder = os.environ[name] = tempfile.mkdtemp(prefix=prefix, dir=_memory)

    # The workers inherit what is to be done at exit, and must leave it to the master.
    def clean() -> None:
        if os.getpid() == master:
            shutil.rmtree(folder, ignore_errors=True)

    atexit.register(clean)


if _settings.metrics_port:
    _share_metrics()

# An IPv6 address stands in brackets before a port.
bind = (
    f"[{_settings.host}]:{_settings.port}" if ":" in _settings.host else f"{_settings.host}:{_settings.port}"
)
workers = _settings.workers
threads = _settings.threads
# It answers under SIGTERM every request that it has accepted, as gthread does, and waits in no thread.
worker_class = "service.server.worker.Worker"
worker_connections = _settings.connections
# A fault at boot stops the service at once, and workers share the tables' memory.
preload_app = True
timeout = _settings.timeout
graceful_timeout = _settings.graceful_timeout
keepalive = _settings.keepalive

# Nor has it one for a control socket.
control_socket_disable = True
worker_tmp_dir = _memory

# A thread writes to the connection's outlet, which is no file.
sendfile = False

limit_request_line = 4_094
limit_request_fields = 64
limit_request_field_size = 8_190

# gunicorn's own access log costs as much as the rest of a request, and tells the path: see REQUEST_LOG.
accesslog = None
errorlog = "-"
loglevel = "info"


def on_starting(server: Any) -> None:
    """Takes the port of the metrics, before there are workers."""
    if _settings.metrics_port:
        host = _settings.metrics_host or _settings.host
        try:
            server.app.wsgi().extensions["metrics"].listen(host, _settings.metrics_port)
        except OSError as error:
            raise SystemExit(f"The service does not start:\nMETRICS_PORT: {error}") from None


def post_fork(server: Any, worker: Any) -> None:
    """Gives the worker its limits, and leave to open as many files as they need."""
    worker.limits = Limits(
        request_seconds=_settings.request_timeout,
        queue_seconds=_settings.queue_ms / 1_000,
        body_most=_settings.max_body_bytes,
        held_most=HELD_BODIES * _settings.max_body_bytes,
    )
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = _settings.connections + FILES
    if soft != resource.RLIM_INFINITY and soft < needed:
        resource.setrlimit(resource.RLIMIT_NOFILE, (needed, hard))


def child_exit(server: Any, worker: Any) -> None:
    """Lets the metrics forget what the worker held."""
    if _settings.metrics_port:
        server.app.wsgi().extensions["metrics"].forget(worker.pid)


def post_worker_init(worker: Any) -> None:
    """Answers for the metrics, and lets /readyz tell that the worker is stopping, on open connections.

    The tokens may have changed since the first process read them.
    """
    tokens = worker.wsgi.extensions.get("tokens")
    if tokens is not None:
        tokens.look()
    if _settings.metrics_port:
        worker.wsgi.extensions["metrics"].serve()
    readiness = worker.wsgi.extensions["readiness"]
    stop = signal.getsignal(signal.SIGTERM)

    def drain(number: int, frame: FrameType | None) -> None:
        readiness.drain()
        if callable(stop):
            stop(number, frame)

    signal.signal(signal.SIGTERM, drain)
