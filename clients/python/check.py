"""Whether the generated client says all that is known: ``python check.py GENERATED``.

A member or an answer whose type is Any or object tells a user nothing. Each that is meant is listed here with
its reason; another one fails, and so does a reason that nothing needs any more.
"""

from __future__ import annotations

import ast
import keyword
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

EMPTY = "304 and 308 have no body, which the generator writes as Any beside the answer's own type"

MEANT = {
    "member additional_properties": "members that a newer service may add to an answer are not known yet",
    **dict.fromkeys(
        (
            "answer of jwks",
            "answer of openapi_json",
            "answer of piquet_hand",
            "answer of piquet_rules",
            "answer of piquet_ruleset",
            "answer of piquet_rulesets",
            "answer of qiuqiu_hand",
            "answer of qiuqiu_ranks",
            "answer of qiuqiu_rules",
            "answer of qiuqiu_ruleset",
            "answer of qiuqiu_rulesets",
        ),
        EMPTY,
    ),
    "answer of openapi_yaml": "YAML is handed out as it came",
}

CALLS = ("sync", "sync_detailed", "asyncio", "asyncio_detailed")
VAGUE = re.compile(r"\b(Any|object)\b")


def vague(annotation: ast.expr | None) -> bool:
    return annotation is None or VAGUE.search(ast.unparse(annotation)) is not None


def members(folder: Path) -> Iterator[str]:
    """What a user reads and writes: the members of the models."""
    for file in sorted((folder / "models").glob("*.py")):
        for kind in ast.parse(file.read_text(encoding="utf-8")).body:
            if isinstance(kind, ast.ClassDef):
                for node in kind.body:
                    if isinstance(node, ast.AnnAssign) and vague(node.annotation):
                        name = ast.unparse(node.target)
                        own = "" if name == "additional_properties" else f"{kind.name}."
                        yield f"member {own}{name}"


def calls(folder: Path) -> Iterator[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef]]:
    """What a user calls: the functions of each operation."""
    for file in sorted((folder / "api").glob("*/*.py")):
        for node in ast.parse(file.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name in CALLS:
                yield file.stem, node


def main(folder: Path) -> int:
    found = Counter(members(folder))
    names = set()
    for name, call in calls(folder):
        names.add(name)
        found.update([f"answer of {name}"] if vague(call.returns) else [])
        found.update(
            f"argument {argument.arg} of {name}"
            for argument in call.args.kwonlyargs
            if vague(argument.annotation)
        )
    wrong = [f"{place}: its type is not told" for place in found if place not in MEANT]
    wrong += [f"{place}: its type is told after all" for place in MEANT if place not in found]
    wrong += [f"{name} is no good name" for name in names if keyword.iskeyword(name) or not name.islower()]
    if wrong or not names:
        print(*sorted(wrong), f"{len(names)} operations", sep="\n")
        return 1
    print(f"{len(names)} operations, {sum(found.values())} places without a type, all meant")
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
