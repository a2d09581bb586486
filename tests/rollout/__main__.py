"""``make rollout-test``: replaces, reloads and wounds instances under load, and counts what is lost."""

from __future__ import annotations

import os
import signal
import sys
import tempfile
import time
from pathlib import Path

from tests.rollout.load import CONNECTIONS, Load, RolloutError, load, questions
from tests.rollout.servers import (
    Instance,
    Manifest,
    Proxy,
    connections,
    free_ports,
    proxy,
    wait_until,
)

REQUESTS = 20_000
AFTER_A_KILL = 2_000
# Until nginx holds connections to both.
WARM = 1_000
FIRST_PORT = 8110


def tell(text: str) -> None:
    """A line of what happens, with its time, to be read beside the logs."""
    print(time.strftime("%H:%M:%S"), text, flush=True)


def replace(instance: Instance, front: Proxy, manifest: Manifest, late: float) -> None:
    """Replaces an instance as Kubernetes does, and harder: meanwhile there is one instance less.

    ``late`` is how many seconds of the preStop pause are over when the endpoints forget the instance.
    """
    time.sleep(late)
    front.forget(instance)
    time.sleep(manifest.pause - late)
    idle = sum(map(connections, instance.workers()))
    drained = instance.stop(manifest.grace - manifest.pause)
    started = instance.start()
    front.know(instance)
    tell(
        f"replaced {instance.name}: forgotten {manifest.pause - late:.0f} s before SIGTERM, when nginx held "
        f"{idle} connections; ended with 0 after {drained:.1f} s, the new one ready after {started:.1f} s"
    )


def reload(instance: Instance) -> None:
    """SIGHUP: new workers, while nginx goes on asking over the connections of the old ones."""
    old = instance.workers()
    os.kill(instance.master, signal.SIGHUP)
    took = wait_until(
        f"{instance.name} has new workers only",
        lambda: len(new := instance.workers()) == len(old) and not new & old,
    )
    wait_until(f"{instance.name} is ready", instance.ready)
    tell(f"reloaded {instance.name} by SIGHUP: its workers are new after {took:.1f} s")


def kill_worker(instance: Instance) -> int:
    """kill -9 of one worker; how many connections it held, each of which may have had one request in it."""
    old = instance.workers()
    victim = max(old, key=connections)
    # Stopped, it takes no more connections, so the count is that of the end.
    os.kill(victim, signal.SIGSTOP)
    held = connections(victim)
    os.kill(victim, signal.SIGKILL)
    took = wait_until(
        "there is a new worker",
        lambda: len(new := instance.workers()) == len(old) and victim not in new,
    )
    wait_until(f"{instance.name} is ready", instance.ready)
    tell(f"killed one worker of {instance.name}, which held {held} connections: another after {took:.1f} s")
    return held


def until_asked(front: Proxy, under_way: Load, count: int) -> None:
    """Lets the load go on until ``count`` requests have come since nginx started."""

    def enough() -> bool:
        if not under_way.running():
            raise RolloutError(f"wrk ended by itself:\n{under_way.process.communicate()[0]}")
        return front.asked() >= count

    wait_until(f"{count} requests", enough, 180)


def judge(name: str, done: Load, fewest: int, lost: int) -> None:
    """Raises RolloutError unless at least ``fewest`` requests were answered and at most ``lost`` failed."""
    result = done.result
    tell(f"{name}: {result['answered']} answered, {done.failed} of them or besides them failed; {result}")
    if result["answered"] < fewest or done.failed > lost:
        told = "\n".join(done.output.splitlines()[:60])
        raise RolloutError(f"{name}: wanted at least {fewest} answers and at most {lost} failures\n{told}")


def run(scratch: Path) -> None:
    """Everything; raises RolloutError with the first demand that is not met."""
    manifest = Manifest.read()
    front_port, *ports = free_ports(FIRST_PORT, 3)
    names = zip("ab", ports, strict=True)
    a, b = (Instance(name, port, scratch / f"{name}.log", manifest.environ) for name, port in names)
    file = scratch / "questions"
    try:
        a.start()
        b.start()
        tell(f"{questions(a.base, file)} questions, each with its one answer; {manifest}")
        with proxy(scratch, front_port, a, b) as front:
            try:
                with load(front.base, file) as rolling:
                    until_asked(front, rolling, WARM)
                    replace(a, front, manifest, 0)
                    replace(b, front, manifest, manifest.pause - 1)
                    reload(a)
                    until_asked(front, rolling, REQUESTS + CONNECTIONS)
                judge("rollout and reload", rolling, REQUESTS, 0)
                before = front.asked()
                with load(front.base, file) as wounded:
                    until_asked(front, wounded, before + AFTER_A_KILL)
                    held = kill_worker(b)
                    until_asked(front, wounded, front.asked() + AFTER_A_KILL)
                judge("kill -9", wounded, 2 * AFTER_A_KILL - CONNECTIONS, held)
            except RolloutError as error:
                raise RolloutError(f"{error}\nnginx says:\n{front.errors()}") from None
    except RolloutError as error:
        told = [f"{each.name} says:\n{each.log.read_text()[-3_000:]}" for each in (a, b) if each.log.exists()]
        raise RolloutError("\n".join((str(error), *told))) from None
    finally:
        a.end()
        b.end()


if __name__ == "__main__":
    start = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="rollout-") as name:
        try:
            run(Path(name))
        except RolloutError as error:
            sys.exit(f"FAILED: {error}")
    tell(f"no request was lost that could be kept; {time.monotonic() - start:.0f} s")
