// Whether the generated types say all that is known: node check.mjs generated/schema.ts
// `any`, `unknown`, `object` and `Record<string, never>` tell a user nothing. Each that is meant is listed here
// with its reason; another one fails, and so does a reason that nothing needs any more.

import { readFileSync } from "node:fs";
import ts from "typescript";

const MEANT = {
    "headers.[]": "headers beside those that the specification names",
    "webhooks": "the specification has none",
    "$defs": "the specification has none",
    "components.schemas.VerifyAnswer.verdict.[]": "an older version of the service may have signed it",
    "operations.desk_messages.responses.200.content.application/json.[]": "the page's own texts, of no use elsewhere",
    "operations.openapi_json.responses.200.content.application/json.[]": "this specification itself",
    "operations.openapi_yaml.responses.200.content.application/yaml": "YAML is handed out as it came",
};

const file = process.argv[2];
const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true);
const vague = new Set([
    ts.SyntaxKind.AnyKeyword,
    ts.SyntaxKind.UnknownKeyword,
    ts.SyntaxKind.ObjectKeyword,
]);
const found = new Map();

/** Notes every type below a node that says nothing, under the names that lead to it. */
function look(node, path) {
    const step = ts.isIndexSignatureDeclaration(node) ? "[]" : node.name?.text;
    const place = step === undefined ? path : [...path, step];
    const empty = ts.isTypeReferenceNode(node) && node.getText() === "Record<string, never>";
    if (vague.has(node.kind) || empty) {
        const shared = place.slice(-2).join(".") === "headers.[]" ? "headers.[]" : place.join(".");
        found.set(shared, (found.get(shared) ?? 0) + 1);
    }
    ts.forEachChild(node, (child) => look(child, place));
}

look(source, []);
const wrong = [
    ...[...found.keys()].filter((place) => !(place in MEANT)).map((place) => `${place}: its type is not told`),
    ...Object.keys(MEANT)
        .filter((place) => !found.has(place))
        .map((place) => `${place}: its type is told after all`),
];
wrong.sort().forEach((line) => console.log(line));
if (wrong.length === 0) {
    const count = [...found.values()].reduce((sum, each) => sum + each, 0);
    console.log(`${count} places without a type, all meant`);
}
process.exitCode = wrong.length > 0 ? 1 : 0;
