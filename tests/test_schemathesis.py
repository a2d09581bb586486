"""What a machine makes of the specification, sent to the running service."""

from __future__ import annotations

from typing import Any

import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis import Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.conftest import ROOT

# A schema cannot say all, such as that no tile is in two places, so acceptance of what it allows is no check.
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]

SCHEMA = schemathesis.openapi.from_path(ROOT / "openapi.yaml")
SCHEMA.config.generation.update(modes=[GenerationMode.POSITIVE, GenerationMode.NEGATIVE])


@SCHEMA.parametrize()
@settings(max_examples=25, suppress_health_check=list(HealthCheck))
def test_the_service_keeps_its_word(live: str, case: Case[Any]) -> None:
    response = case.call(base_url=live, timeout=30)
    # gunicorn's own answer to a request line that is too long: no operation has seen it.
    if response.status_code != 414:
        case.validate_response(response, checks=CHECKS)
