"""A client of a service whose only game is a small fake one."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from tests.web import fake


@pytest.fixture(scope="session")
def client() -> FlaskClient:
    """One for all tests: the service keeps no state."""
    return fake.app().test_client()
