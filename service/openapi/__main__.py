"""Writes openapi.yaml from the operations and schemas that run: ``python -m service.openapi [--check]``."""

from __future__ import annotations

import argparse
import sys
from typing import Any

import yaml

from service.app import SPECIFICATION, create_app
from service.openapi.document import specification


class _Dumper(yaml.SafeDumper):
    """Writes for a reader: lists under their key, those of a few words in one line, and never an alias."""

    def increase_indent(self, flow: bool = False, indentless: bool = False) -> None:
        super().increase_indent(flow, False)

    def ignore_aliases(self, data: Any) -> bool:
        return True

    def represent_sequence(
        self, tag: str, sequence: Any, flow_style: bool | None = None
    ) -> yaml.SequenceNode:
        short = all(not isinstance(entry, dict | list) for entry in sequence) and len(str(sequence)) < 80
        return super().represent_sequence(tag, sequence, flow_style=short)

    def represent_str(self, data: str) -> yaml.ScalarNode:
        style = "|" if "\n" in data else None
        return self.represent_scalar("tag:yaml.org,2002:str", data, style=style)


_Dumper.add_representer(str, _Dumper.represent_str)


def render(document: dict[str, Any]) -> str:
    """The document as YAML, the same for the same document."""
    head = "# Written by `make openapi` from the schemas that run. Do not edit.\n"
    return head + yaml.dump(document, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=110)


def main() -> int:
    """Writes the document, or with --check says whether it is as it should be."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--check", action="store_true", help="write nothing; exit with 1 where it would change"
    )
    arguments = parser.parse_args()
    written = render(specification(create_app()))
    if not arguments.check:
        SPECIFICATION.write_text(written, encoding="utf-8")
        print(f"{len(written.splitlines())} lines in {SPECIFICATION.name}")
        return 0
    if SPECIFICATION.is_file() and SPECIFICATION.read_text(encoding="utf-8") == written:
        return 0
    print("openapi.yaml is not what the schemas say: run `make openapi`.", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
