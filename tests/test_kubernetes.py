"""What the manifests select and allow, as kubectl renders them: who is whose, and who may reach whom."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.conftest import ROOT

K8S = ROOT / "k8s"
MONITORING = K8S / "components" / "monitoring"
needs_kubectl = pytest.mark.skipif(shutil.which("kubectl") is None, reason="kubectl renders the manifests")

Manifest = dict[str, Any]


def render(folder: Path, extra: str = "") -> list[Manifest]:
    """Production with monitoring, as an overlay of an operator's own would have it."""
    to_k8s = os.path.relpath(K8S, folder)
    (folder / "kustomization.yaml").write_text(
        f"namespace: hand-ranking\nresources: [{to_k8s}/overlays/production]\n"
        f"components: [{to_k8s}/components/monitoring]\n{extra}"
    )
    rendered = subprocess.run(["kubectl", "kustomize", folder], capture_output=True, text=True, check=True)
    return [*yaml.safe_load_all(rendered.stdout)]


def of_kind(manifests: list[Manifest], kind: str) -> list[Manifest]:
    return [manifest for manifest in manifests if manifest["kind"] == kind]


def selectors(node: Any) -> Iterator[dict[str, Any]]:
    """Every selector in a manifest; a Service's has no matchLabels of its own."""
    for name, inner in node.items() if isinstance(node, dict) else ():
        if name in ("selector", "podSelector", "labelSelector") and inner:
            yield inner if {"matchLabels", "matchExpressions"} & inner.keys() else {"matchLabels": inner}
        yield from selectors(inner)
    for inner in node if isinstance(node, list) else ():
        yield from selectors(inner)


def selects(selector: dict[str, Any], labels: dict[str, str]) -> bool:
    """As Kubernetes has it, of the operators only In."""
    wanted = {name: [text] for name, text in selector.get("matchLabels", {}).items()}
    for expression in selector.get("matchExpressions", ()):
        assert expression["operator"] == "In"
        wanted[expression["key"]] = expression["values"]
    return all(labels.get(name) in texts for name, texts in wanted.items())


def pods(manifests: list[Manifest]) -> dict[str, str]:
    (deployment,) = of_kind(manifests, "Deployment")
    labels: dict[str, str] = deployment["spec"]["template"]["metadata"]["labels"]
    return labels


def second_installation() -> str:
    """The overlay of a second installation that the README shows."""
    (shown,) = re.findall(
        r"```yaml\n(nameSuffix: .*?)```", (ROOT / "README.md").read_text("utf-8"), re.DOTALL
    )
    return str(shown)


def plain_rules() -> str:
    """The rule file for Prometheus without the operator, by the command that prometheusrule.yaml gives."""
    head = (MONITORING / "prometheusrule.yaml").read_text(encoding="utf-8")
    (command,) = re.findall(r"^#   (sed .*) >alerts.yaml$", head, re.MULTILINE)
    return subprocess.run(command, shell=True, cwd=ROOT, capture_output=True, text=True, check=True).stdout  # noqa: S602


@needs_kubectl
def test_two_installations_in_a_namespace_do_not_select_each_others_pods(tmp_path: Path) -> None:
    one, other = render(tmp_path), render(tmp_path, second_installation())
    names = [{(each["kind"], each["metadata"]["name"]) for each in manifests} for manifests in (one, other)]
    assert names[0] & names[1] == {("Namespace", "hand-ranking")}
    for mine, theirs in ((one, other), (other, one)):
        own = [
            selector
            for manifest in mine
            for selector in selectors({**manifest, "kind": ""})
            if any(name.startswith("app.kubernetes.io") for name in selector.get("matchLabels", ()))
        ]
        services = [service["metadata"]["labels"] for service in of_kind(theirs, "Service")]
        assert len(own) >= 8
        for selector in own:
            assert not selects(selector, pods(theirs)), selector
            assert not any(selects(selector, labels) for labels in services), selector
        for monitor in of_kind(mine, "ServiceMonitor"):
            found = [
                service["metadata"]["name"]
                for service in of_kind(mine, "Service")
                if selects(monitor["spec"]["selector"], service["metadata"]["labels"])
            ]
            assert len(found) == 1
            own.remove(monitor["spec"]["selector"])
        assert all(selects(selector, pods(mine)) for selector in own)


@needs_kubectl
@pytest.mark.parametrize("extra", ["", second_installation()])
def test_cert_managers_solver_can_be_reached_and_nothing_more_of_it(tmp_path: Path, extra: str) -> None:
    solver = {"acme.cert-manager.io/http01-solver": "true", "acme.cert-manager.io/http-domain": "1"}
    policies = [
        policy["spec"]
        for policy in of_kind(render(tmp_path, extra), "NetworkPolicy")
        if selects(policy["spec"]["podSelector"], solver)
    ]
    assert [policy.get("ingress") for policy in policies if policy["podSelector"]] == [
        [{"ports": [{"protocol": "TCP", "port": 8089}]}]
    ]
    # All others are those that keep everything out.
    assert all("ingress" not in policy for policy in policies if not policy["podSelector"])
    assert not any(policy.get("egress") for policy in policies)


@needs_kubectl
def test_pods_are_spread_by_release(tmp_path: Path) -> None:
    (deployment,) = of_kind(render(tmp_path), "Deployment")
    constraints = deployment["spec"]["template"]["spec"]["topologySpreadConstraints"]
    assert [constraint["matchLabelKeys"] for constraint in constraints] == [["pod-template-hash"]] * 2


def test_the_job_of_the_alerts_is_the_one_that_the_service_monitor_makes() -> None:
    monitor, service = (
        yaml.safe_load((MONITORING / name).read_text(encoding="utf-8"))
        for name in ("servicemonitor.yaml", "service.yaml")
    )
    asked = set(re.findall(r'job="([^"]*)"', plain_rules()))
    assert asked == {service["metadata"]["labels"][monitor["spec"]["jobLabel"]]}


def test_the_plain_rule_file_is_the_spec_of_the_prometheus_rule() -> None:
    rule = yaml.safe_load((MONITORING / "prometheusrule.yaml").read_text(encoding="utf-8"))
    assert yaml.safe_load(plain_rules()) == rule["spec"]
    assert "prometheusrule.yaml" in (MONITORING / "kustomization.yaml").read_text(encoding="utf-8")
