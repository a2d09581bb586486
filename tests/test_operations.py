"""docs/operations.md keeps its word: its tables, figures, links and sections fit what they tell of."""

from __future__ import annotations

import dataclasses
import math
import re
from pathlib import Path

import pytest
import yaml

from benchmarks import capacity
from service.core import cards
from service.games.piquet.rules import HAND_SIZE
from service.games.qiuqiu.ranking import HANDS
from service.settings import Settings, SettingsError
from tests.games.qiuqiu.bridge import catalogue
from tests.rollout.servers import Manifest

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "docs/operations.md").read_text(encoding="utf-8")
# A heading starts a line; a comment of a shell does so in code alone.
PROSE = re.sub(r"^( *)```.*?^\1```", "", TEXT, flags=re.DOTALL | re.MULTILINE)
HEADINGS = re.findall(r"^#+ (.*)$", PROSE, re.MULTILINE)
SECTIONS = dict(zip(HEADINGS, re.split(r"^#+ .*$", PROSE, flags=re.MULTILINE)[1:], strict=True))

# A row for each setting, in the order of Settings: | `NAME` | default | range | what it is |
ROWS = re.findall(r"^\| `([A-Z_]+)` \| (.*?) \| (.*?) \| (.*?) \|$", SECTIONS["Settings"], re.MULTILINE)
ALERTS = ROOT / "k8s/components/monitoring/prometheusrule.yaml"


def anchor(heading: str) -> str:
    """A heading's address within the page."""
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")


def refused(name: str, written: str) -> bool:
    """Whether no service starts with this, whatever the system allows."""
    try:
        Settings.from_environment({name: written})
    except SettingsError as error:
        ranges = (f"{name}: must be ", f"{name}: there is no ")
        return any(fault.startswith(ranges) for fault in error.faults)
    return False


def test_every_setting_has_its_row_and_its_default() -> None:
    assert [name for name, *_ in ROWS] == [field.name.upper() for field in dataclasses.fields(Settings)]
    unset = Settings()
    for name, shown, *_ in ROWS:
        default = getattr(unset, name.lower())
        if name == "WORKERS":
            assert shown == "cores"
        elif isinstance(default, bool):
            assert shown == ("on" if default else "off")
        else:
            assert shown == ("–" if default in (None, "", ()) else str(default)), name


@pytest.mark.parametrize(("name", "span"), [(name, span) for name, _, span, _ in ROWS])
def test_a_setting_has_the_range_that_is_told(name: str, span: str, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    if bounds := re.fullmatch(r"(\d+)–(\d+)", span):
        low, high = int(bounds[1]), int(bounds[2])
        good = [str(low), str(high)]
        bad = [str(high + 1), "x", *([str(low - 1)] if low else [])]
    elif span == "on, off":
        good, bad = ["on", "off"], ["x"]
    elif span == "file":
        good, bad = [str(file)], [str(tmp_path), str(tmp_path / "none")]
    elif span == "folder":
        good, bad = [str(tmp_path)], [str(file), str(tmp_path / "none")]
    else:
        # Said in words, which only a reader can judge; but then no number, file or switch.
        default = getattr(Settings(), name.lower())
        assert default in ("", ()) or isinstance(default, str), f"{name} has a range"
        return
    assert [refused(name, written) for written in good] == [False] * len(good)
    assert [refused(name, written) for written in bad] == [True] * len(bad)


def test_every_alert_names_its_runbook() -> None:
    (group,) = yaml.safe_load(ALERTS.read_text(encoding="utf-8"))["spec"]["groups"]
    alerts = [rule["alert"] for rule in group["rules"]]
    _, _, below = PROSE.partition("## Runbook\n")
    runbook, _, _ = below.partition("\n## ")
    assert re.findall(r"^### (.*)$", runbook, re.MULTILINE) == alerts
    for rule in group["rules"]:
        assert rule["annotations"]["runbook"] == f"docs/operations.md#{anchor(rule['alert'])}"
        for part in ("**It means**", "**Look**", "**Do**"):
            assert part in SECTIONS[rule["alert"]], rule["alert"]


def test_the_runbook_asks_for_metrics_that_there_are() -> None:
    asked = re.findall(r"\bhand_ranking_\w+", TEXT)
    known = ALERTS.read_text(encoding="utf-8")
    assert asked
    for metric in asked:
        assert re.sub("_(sum|count|bucket)$", "", metric) in known


def test_the_pods_follow_from_what_a_core_answers() -> None:
    _, begin, rest = TEXT.partition(capacity.BEGIN)
    figures, end, _ = rest.partition(capacity.END)
    assert begin
    assert end
    evaluate = re.search(rf"^\| {capacity.EVALUATE} \| requests \| ([\d,]+) \|", figures, re.MULTILINE)
    assert evaluate, "make capacity ARGS=--write puts the figures there"
    pods = capacity.Pods.read()
    assert capacity.plan(int(evaluate[1].replace(",", "")), pods) in figures
    assert f"uses {pods.cores * pods.target:g} cores" in TEXT
    assert f"their figure × {pods.cores * pods.target:g}" in TEXT
    assert f"It is {pods.most} in the production overlay" in TEXT


@pytest.mark.parametrize(
    ("rate", "per_core", "pods"),
    # At the floor; exactly full; one request more; and a pod that is all of one core.
    [(1, 1_000, 3), (4_000, 1_000, 10), (4_001, 1_000, 11), (100_000, 2_500, 100)],
)
def test_a_pod_is_full_at_its_target(rate: float, per_core: float, pods: int) -> None:
    assert capacity.Pods(0.5, 0.8, 3, 12).needed(rate, per_core) == pods


@pytest.mark.parametrize(
    ("figure", "told"), [(2_449, 2_400), (2_450.1, 2_500), (86.4, 86), (4.26, 4), (541_000, 540_000)]
)
def test_a_figure_has_two_digits(figure: float, told: int) -> None:
    assert capacity._rounded(figure) == told


def test_the_figures_of_the_text_are_those_of_the_code() -> None:
    hands, named = len(HANDS), len(catalogue().named)
    assert f"{hands:,} hands × {named} named rulesets = {hands * named:,} of them" in TEXT
    assert f"{hands * named:,} ÷ 3,600 = {hands * named // 3_600} requests" in TEXT
    assert f"{hands:,} hands in {2 * hands:,} bytes" in TEXT
    assert f"there are {math.comb(cards.COUNT, HAND_SIZE):,} of them" in TEXT
    assert f"The pause ({Manifest.read().pause:.0f} s)" in TEXT


@pytest.mark.parametrize("file", ["README.md", "docs/operations.md"])
def test_every_link_leads_somewhere(file: str) -> None:
    text = (ROOT / file).read_text(encoding="utf-8")
    links = re.findall(r"\]\(([^)\s]+)\)", text)
    assert links
    for link in links:
        if link.startswith("http"):
            continue
        path, _, place = link.partition("#")
        target = (ROOT / file).parent / path if path else ROOT / file
        assert target.exists(), link
        if place:
            headings = re.findall(r"^#+ (.*)$", target.read_text(encoding="utf-8"), re.MULTILINE)
            assert place in map(anchor, headings), link
