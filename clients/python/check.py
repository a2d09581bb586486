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

MEANT = {
    "member additional_properties": "members that a newer service may add to an answer are not known yet",
    "answer 304": "it has no body",
    "answer 308": "it has no body",
    "answer 200 of openapi_yaml": "YAML is handed out as it came",
}

CALLS = ("sync", "sync_detailed", "asyncio", "asyncio_detailed")
BODILESS = ("304", "308")
UNTOLD = re.compile(r"cast\(['\"]?Any\b")
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


def answers(name: str, code: ast.Module) -> Iterator[str]:
    """The statuses of an operation whose answers the generator gives no type."""
    for node in ast.walk(code):
        if isinstance(node, ast.Assign) and UNTOLD.match(ast.unparse(node.value)):
            status = ast.unparse(node.targets[0]).removeprefix("response_")
            yield f"answer {status}" if status in BODILESS else f"answer {status} of {name}"


def calls(name: str, code: ast.Module, untold: bool) -> Iterator[str]:
    """What a user calls. The type of a call is as vague as those of its answers, which are told apart."""
    for node in code.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name in CALLS:
            if vague(node.returns) and not untold:
                yield f"answer of {name}"
            for argument in node.args.kwonlyargs:
                if vague(argument.annotation):
                    yield f"argument {argument.arg} of {name}"


def main(folder: Path) -> int:
    found = Counter(members(folder))
    operations = {
        file.stem: ast.parse(file.read_text(encoding="utf-8"))
        for file in sorted((folder / "api").glob("*/*.py"))
        if file.stem != "__init__"
    }
    for name, code in operations.items():
        untold = [*answers(name, code)]
        found.update([*untold, *calls(name, code, bool(untold))])
    wrong = [f"{place}: its type is not told" for place in found if place not in MEANT]
    wrong += [f"{place}: its type is told after all" for place in MEANT if place not in found]
    wrong += [
        f"{name} is no good name" for name in operations if keyword.iskeyword(name) or not name.islower()
    ]
    if wrong or not operations:
        print(*sorted(wrong), f"{len(operations)} operations", sep="\n")
        return 1
    print(f"{len(operations)} operations, {sum(found.values())} places without a type, all meant")
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
