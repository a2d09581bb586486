"""Two instances of the service, and nginx in front of them."""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import requests
import yaml

from tests.conftest import ROOT
from tests.rollout.load import RolloutError

BASE = ROOT / "k8s/base"

# Nothing is asked twice: whatever an instance does not answer, the client sees. (By default nginx would ask
# the next one after a refused connection, and again after a lost GET; a POST that was sent it never repeats.)
# An instance that fails is not left out for a while either. The files without-… take an instance out of the
# endpoints, at once and for new requests alone, as an ingress controller does: idle connections to it stay
# open in the pool. A reload of nginx would do so too, but it closes idle connections of the clients, whose
# requests may be on their way: losses that are none of the service's.
NGINX = """
daemon off;
pid {scratch}/nginx.pid;
worker_processes 1;
{user}
events {{ worker_connections 1024; }}
http {{
    access_log off;
    client_body_temp_path {scratch}/body;
    proxy_temp_path {scratch}/proxy;
    fastcgi_temp_path {scratch}/fastcgi;
    uwsgi_temp_path {scratch}/uwsgi;
    scgi_temp_path {scratch}/scgi;
    keepalive_requests 10000000;
    keepalive_timeout 600s;
    upstream both {{
        server 127.0.0.1:{a} max_fails=0;
        server 127.0.0.1:{b} max_fails=0;
        keepalive 64;
    }}
    upstream only-a {{ server 127.0.0.1:{a} max_fails=0; keepalive 64; }}
    upstream only-b {{ server 127.0.0.1:{b} max_fails=0; keepalive 64; }}
    server {{
        listen 127.0.0.1:{port};
        set $pool both;
        if (-f {scratch}/without-a) {{ set $pool only-b; }}
        if (-f {scratch}/without-b) {{ set $pool only-a; }}
        location / {{
            proxy_pass http://$pool;
            proxy_http_version 1.1;
            proxy_set_header Connection "";
            proxy_next_upstream off;
        }}
        location = /nginx-status {{ stub_status; }}
    }}
}}
"""


def wait_until(what: str, holds: Callable[[], bool], seconds: float = 60) -> float:
    """The seconds until ``holds``; raises RolloutError where that takes too long."""
    start = time.monotonic()
    while not holds():
        if time.monotonic() - start > seconds:
            raise RolloutError(f"not within {seconds:.0f} s: {what}")
        time.sleep(0.05)
    return time.monotonic() - start


def _document(name: str) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((BASE / name).read_text(encoding="utf-8"))
    return found


@dataclass(frozen=True, slots=True)
class Manifest:
    """What k8s/base says of a pod; times in seconds."""

    pause: float
    grace: float
    environ: dict[str, str]

    @classmethod
    def read(cls) -> Manifest:
        """The figures of deployment.yaml, and the settings but for addresses and folders."""
        pod = _document("deployment.yaml")["spec"]["template"]["spec"]
        command = pod["containers"][0]["lifecycle"]["preStop"]["exec"]["command"]
        pause = re.search(r"time\.sleep\((\d+)\)", command[-1])
        assert pause, command
        (made,) = _document("kustomization.yaml")["configMapGenerator"]
        environ = dict(literal.split("=", 1) for literal in made["literals"])
        for name in ("HOST", "PORT", "RULESETS_DIR"):
            environ.pop(name, None)
        return cls(float(pause[1]), float(pod["terminationGracePeriodSeconds"]), environ)


@dataclass(slots=True)
class Instance:
    """One gunicorn, started as production starts it. A new process takes the port of the one before."""

    name: str
    port: int
    log: Path
    environ: dict[str, str]
    process: subprocess.Popen[bytes] | None = field(default=None, init=False)

    @property
    def base(self) -> str:
        """Its own address, past nginx."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def master(self) -> int:
        """The process that SIGTERM and SIGHUP go to."""
        assert self.process is not None
        return self.process.pid

    def workers(self) -> set[int]:
        """The processes that answer."""
        try:
            return set(map(int, Path(f"/proc/{self.master}/task/{self.master}/children").read_text().split()))
        except FileNotFoundError:
            return set()

    def start(self) -> float:
        """Starts it; the seconds until /readyz answers 200."""
        command = [sys.executable, "-m", "gunicorn", "-c", "service/gunicorn_conf.py", "service.wsgi:app"]
        environ = {**os.environ, **self.environ, "HOST": "127.0.0.1", "PORT": str(self.port)}
        with self.log.open("ab") as output:
            self.process = subprocess.Popen(command, cwd=ROOT, env=environ, stdout=output, stderr=output)
        return wait_until(f"{self.name} is ready", self.ready)

    def ready(self) -> bool:
        """Whether /readyz answers 200."""
        assert self.process is not None
        if self.process.poll() is not None:
            raise RolloutError(f"{self.name} ended with status {self.process.poll()}")
        try:
            return requests.get(self.base + "/readyz", timeout=5).status_code == 200
        except requests.ConnectionError:
            return False

    def stop(self, seconds: float) -> float:
        """SIGTERM; the seconds until it ended with status 0, which must come before ``seconds`` are over."""
        assert self.process is not None
        start = time.monotonic()
        self.process.send_signal(signal.SIGTERM)
        try:
            status = self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            raise RolloutError(f"{self.name} did not end within {seconds:.0f} s of SIGTERM") from None
        if status != 0:
            raise RolloutError(f"{self.name} ended with status {status} on SIGTERM")
        return time.monotonic() - start

    def end(self) -> None:
        """Makes sure that nothing of it is left."""
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(40)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()


def connections(pid: int) -> int:
    """How many accepted connections a process holds."""
    held = set()
    for link in Path(f"/proc/{pid}/fd").iterdir():
        found = re.fullmatch(r"socket:\[(\d+)\]", str(link.readlink()))
        if found:
            held.add(found[1])
    rows = [line.split() for line in Path(f"/proc/{pid}/net/tcp").read_text().splitlines()[1:]]
    # The state 0A is that of a socket that listens.
    return sum(row[9] in held and row[3] != "0A" for row in rows)


@dataclass(slots=True)
class Proxy:
    """nginx, which asks the instances that are in the endpoints, in turn."""

    scratch: Path
    port: int
    looked: int = 0

    @property
    def base(self) -> str:
        """Its address."""
        return f"http://127.0.0.1:{self.port}"

    def forget(self, instance: Instance) -> None:
        """Takes an instance out of the endpoints: no new request goes there, open connections stay open."""
        (self.scratch / f"without-{instance.name}").touch()

    def know(self, instance: Instance) -> None:
        """Puts it back."""
        (self.scratch / f"without-{instance.name}").unlink()

    def asked(self) -> int:
        """How many requests have come, without those of this."""
        told = requests.get(self.base + "/nginx-status", timeout=5).text
        self.looked += 1
        return int(told.splitlines()[2].split()[2]) - self.looked

    def errors(self) -> str:
        """The end of its error log, which says why an instance did not answer."""
        return "\n".join((self.scratch / "error.log").read_text().splitlines()[-40:])


@contextmanager
def proxy(scratch: Path, port: int, a: Instance, b: Instance) -> Iterator[Proxy]:
    """nginx before both, in the foreground, all its files in ``scratch``."""
    nginx = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin:/sbin")
    if nginx is None:
        raise RolloutError("this needs nginx: apt-get install nginx-light")
    # Only root could become another user, who could not look into the scratch folder.
    user = "user root;" if os.getuid() == 0 else ""
    written = NGINX.format(scratch=scratch, user=user, port=port, a=a.port, b=b.port)
    (scratch / "nginx.conf").write_text(written, encoding="utf-8")
    log = scratch / "error.log"
    command = [nginx, "-p", str(scratch), "-c", str(scratch / "nginx.conf"), "-e", str(log)]
    with log.open("ab") as output:
        process = subprocess.Popen(command, stdout=output, stderr=output)
    made = Proxy(scratch, port)

    def answers() -> bool:
        if process.poll() is not None:
            raise RolloutError(f"nginx did not start:\n{made.errors()}")
        try:
            return made.asked() == 0
        except requests.ConnectionError:
            return False

    try:
        wait_until("nginx answers", answers, 10)
        yield made
    finally:
        process.terminate()
        process.wait(10)


def free_ports(first: int, count: int) -> list[int]:
    """Ports from ``first`` upwards that nobody listens on.

    Not those that the kernel gives to outgoing connections: one of those could take an instance's port while
    the instance is being replaced.
    """
    found = []
    for port in range(first, 32_000):
        try:
            with socket.create_server(("127.0.0.1", port)):
                found.append(port)
        except OSError:
            continue
        if len(found) == count:
            return found
    raise RolloutError("no free ports")
