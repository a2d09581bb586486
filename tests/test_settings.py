"""The settings of the service."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from service.settings import Settings, SettingsError


def test_nothing_needs_to_be_set() -> None:
    settings = Settings.from_environment({})
    assert settings == Settings()
    assert (settings.host, settings.port, settings.threads) == ("127.0.0.1", 8000, 4)
    assert (settings.max_body_bytes, settings.max_batch_hands, settings.inline_rulesets) == (
        2**23,
        100_000,
        64,
    )
    assert (settings.rulesets_dir, settings.revision, settings.graceful_timeout) == (None, "", 30)
    assert 1 <= settings.workers <= (os.cpu_count() or 1)


def test_an_empty_variable_is_as_if_unset() -> None:
    names = ("HOST", "PORT", "WORKERS", "RULESETS_DIR", "REVISION")
    assert Settings.from_environment(dict.fromkeys(names, "")) == Settings()


def test_everything_can_be_set(tmp_path: Path) -> None:
    settings = Settings.from_environment(
        {
            "HOST": "0.0.0.0",  # noqa: S104
            "PORT": "80",
            "WORKERS": "3",
            "THREADS": "2",
            "MAX_BODY_BYTES": "2048",
            "MAX_BATCH_HANDS": "7",
            "INLINE_RULESETS": "5",
            "RULESETS_DIR": str(tmp_path),
            "REVISION": "abc",
            "TIMEOUT": "9",
            "GRACEFUL_TIMEOUT": "8",
            "KEEPALIVE": "6",
            "REQUEST_LOG": "on",
            "METRICS_PORT": "9100",
            "METRICS_HOST": "::1",
            "TOKENS_FILE": __file__,
            "CORS_ORIGINS": "https://a.example, http://localhost:3000\nhttps://a.example",
        }
    )
    assert settings == Settings(
        "0.0.0.0",  # noqa: S104
        80,
        3,
        2,
        2048,
        7,
        5,
        tmp_path,
        "abc",
        9,
        8,
        6,
        request_log=True,
        metrics_port=9100,
        metrics_host="::1",
        tokens_file=Path(__file__),
        cors_origins=("https://a.example", "http://localhost:3000"),
    )


@pytest.mark.parametrize(
    "origin",
    [
        "https://table.example",
        "http://localhost:65535",
        "https://a-b.c_d.xn--e1afmkfd.example",
        "http://127.0.0.1:3000",
        "http://[::1]:3000",
        "http://[2001:db8::1]",
        "https://x:80",
        "capacitor://localhost",
        "chrome-extension://abcdefgh",
    ],
)
def test_an_origin_is_as_a_browser_writes_it(origin: str) -> None:
    assert Settings.from_environment({"CORS_ORIGINS": origin}).cors_origins == (origin,)


@pytest.mark.parametrize(
    ("origin", "told"),
    [
        ("*", "names no page's origin"),
        ("null", "names no page's origin"),
        ("https://*.example", "is not as a browser writes"),
        ("table.example", "is not as a browser writes"),
        ("https://", "is not as a browser writes"),
        ("https://table.example/", "is not as a browser writes"),
        ("https://table.example/play", "is not as a browser writes"),
        ("https://table.example?x", "is not as a browser writes"),
        ("https://ani@table.example", "is not as a browser writes"),
        ("https://Table.example", "is not as a browser writes"),
        ("HTTPS://table.example", "is not as a browser writes"),
        ("https://täble.example", "is not as a browser writes"),
        ("https://table..example", "is not as a browser writes"),
        ("https://table.example:", "is not as a browser writes"),
        ("https://table.example:0", "is not as a browser writes"),
        ("https://table.example:65536", "is not as a browser writes"),
        ("https://table.example:080", "is not as a browser writes"),
        ("https://[::1", "is not as a browser writes"),
        ("https://table.example;https://b.example", "is not as a browser writes"),
        ("https://table.example:443", "must be without its port"),
        ("http://table.example:80", "must be without its port"),
    ],
)
def test_a_bad_origin_is_refused_by_name(origin: str, told: str) -> None:
    with pytest.raises(SettingsError) as raised:
        Settings.from_environment({"CORS_ORIGINS": f"https://good.example {origin},{origin}x/"})
    first, second = raised.value.faults
    assert first.startswith(f"CORS_ORIGINS: {origin!r} {told}")
    assert second.startswith("CORS_ORIGINS: ")


@pytest.mark.parametrize("written", ["1", "true", "ON", " on", "yes"])
def test_a_switch_is_on_or_off(written: str) -> None:
    assert not Settings.from_environment({"REQUEST_LOG": "off"}).request_log
    with pytest.raises(SettingsError, match="REQUEST_LOG: must be on or off, is"):
        Settings.from_environment({"REQUEST_LOG": written})


def test_the_metrics_need_a_port_of_their_own() -> None:
    with pytest.raises(SettingsError, match="METRICS_PORT: must be another port than PORT, 8000"):
        Settings.from_environment({"METRICS_PORT": "8000"})


@pytest.mark.parametrize(
    "written", ["0", "65536", "-1", "+1", " 80", "8_0", "80.0", "1e2", "٨٠", "x", "9" * 5_000]
)
def test_a_bad_number_is_refused(written: str) -> None:
    with pytest.raises(SettingsError, match=r"PORT: must be a whole number from 1 to 65535"):
        Settings.from_environment({"PORT": written})


def test_every_bad_setting_is_named(tmp_path: Path) -> None:
    bad = {"PORT": "x", "MAX_BODY_BYTES": "1", "RULESETS_DIR": str(tmp_path / "none"), "WORKERS": "2"}
    with pytest.raises(SettingsError) as raised:
        Settings.from_environment(bad)
    assert [fault.split(":")[0] for fault in raised.value.faults] == [
        "PORT",
        "MAX_BODY_BYTES",
        "RULESETS_DIR",
    ]
