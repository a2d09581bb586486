// The generated types with openapi-fetch against a running service: node built/use.js http://127.0.0.1:8000
// One call each of what a game and an arbiter need. `Equal` holds the finer points of the types.

import assert from "node:assert/strict";
import createClient from "openapi-fetch";
import type { components, paths } from "./generated/schema.js";

type Schemas = components["schemas"];
type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const holds = <T extends true>(proof?: T): void => void proof;

// Nullable is not optional: the member is always there. And the other way round.
holds<Equal<Schemas["QiuqiuEvaluateAnswer"]["arrangement"], Schemas["QiuqiuArrangementAnswer"] | null>>();
holds<Equal<Schemas["QiuqiuGroupAnswer"]["counts"], { [tile: string]: number } | undefined>>();
holds<Equal<Pick<Schemas["QiuqiuPlayerRequest"], "folded">, { folded?: boolean | null }>>();
// Closed sets are unions.
holds<Equal<Schemas["QiuqiuVerdict"], "upheld" | "overturned" | "unfinished" | "illegal" | "no_claim">>();
holds<Equal<Schemas["PiquetRole"], "elder" | "younger">>();

const ANI = ["6-6", "6-2", "5-2", "3-3"];
const BUDI = ["5-5", "6-4", "4-4", "6-5"];

const base = process.argv[2];
assert.ok(base, "the address of the service");
const client = createClient<paths>({ baseUrl: base });

/** The answer of a call that must not be refused. */
function good<T>(call: { data?: T; error?: Schemas["ProblemAnswer"] }): T {
    if (call.data === undefined) {
        throw new Error(`${call.error?.status} ${call.error?.code}: ${call.error?.detail}`);
    }
    return call.data;
}

async function evaluate(): Promise<void> {
    const told = good(await client.POST("/v1/qiuqiu/evaluate", { body: { ruleset: "pagat", hand: ANI } }));
    const values = [told.arrangement?.high.value, told.arrangement?.low.value, told.rank];
    assert.deepEqual(values, [9, 4, 18]);
    // The same hand at its address, which can be cached; the tiles of an answer are a union.
    const path = { name: "pagat", hand: told.hand.join(",") };
    const twin = good(await client.GET("/v1/qiuqiu/rulesets/{name}/hands/{hand}", { params: { path } }));
    const tile: Schemas["Tile"] | undefined = twin.hand[0];
    assert.equal(tile, "6-6");
}

async function refuse(): Promise<void> {
    const ruleset: Schemas["QiuqiuRuleset"] = { extends: "pagat", hui: true };
    const body = { ruleset, hand: ["6-6", "6-6", "7-1"] };
    const { data, error } = await client.POST("/v1/qiuqiu/evaluate", { body });
    assert.equal(data, undefined);
    holds<Equal<typeof error, Schemas["ProblemAnswer"]>>();
    assert.equal(error.code, "invalid");
    const told = error.errors?.map((fault) => [fault.pointer, fault.code]);
    assert.deepEqual(told, [
        ["/hand", "wrong_count"],
        ["/hand/1", "duplicate_tile"],
        ["/hand/2", "invalid_tile"],
    ]);
}

async function compare(): Promise<void> {
    const hands = [
        { id: "ani", hand: ANI },
        { id: "budi", hand: BUDI },
    ];
    const told = good(await client.POST("/v1/qiuqiu/compare", { body: { ruleset: "pagat", hands } }));
    holds<Equal<typeof told.split, Schemas["QiuqiuSplitAnswer"] | undefined>>();
    assert.deepEqual([told.winners, told.decided_by, told.places[0]?.id], [["budi"], "category", "budi"]);
}

async function showdown(): Promise<void> {
    const players = [
        { id: "ani", contributed: 120, hand: ANI },
        { id: "budi", contributed: 100, hand: BUDI },
        { id: "citra", contributed: 30, folded: true },
    ];
    const body = { ruleset: "pagat", dealer: "ani", players, rake: { basis_points: 500, cap: 5 } };
    const told = good(await client.POST("/v1/qiuqiu/showdown", { body }));
    const out = told.players.reduce((sum, player) => sum + player.returned + player.won, told.rake);
    assert.deepEqual([told.total, out, told.returned["ani"]], [250, 250, 20]);
    const part: "whole" | "high" | "low" | undefined = told.pots[0]?.awards[0]?.part;
    assert.equal(part, "whole");
}

async function arbitrate(): Promise<void> {
    const body: Schemas["QiuqiuArbitrateRequest"] = {
        ruleset: "pagat-one-bet",
        dealer: "ani",
        ante: 10,
        limits: [{ min: 10, max: 100 }],
        players: [
            { id: "ani", stack: 200, hand: ANI },
            { id: "budi", stack: 200, hand: BUDI },
        ],
        actions: [
            { player: "ani", action: "bet", to: 50 },
            { player: "budi", action: "call" },
        ],
        claim: { payouts: { ani: 120 } },
    };
    const told = good(await client.POST("/v1/qiuqiu/arbitrate", { body }));
    holds<Equal<typeof told.signature, string | null>>();
    assert.equal(told.verdict, "overturned");
    assert.deepEqual(told.differences, [
        { id: "ani", claimed: 120, due: 0 },
        { id: "budi", claimed: 0, due: 120 },
    ]);
    assert.equal(told.record.claim?.payouts["budi"], 0);
}

async function piquet(): Promise<void> {
    const elder = "As Ks Qs Js Ts Ah Kh Ad Kd Ac 9c 8c".split(" ");
    const younger = "Qh Jh Th 9h Qd Jd Td 9d Kc Qc Jc Tc".split(" ");
    const body = { ruleset: "classic", elder, younger };
    const told = good(await client.POST("/v1/piquet/compare", { body }));
    const { answer, winner } = told.classes.point;
    assert.deepEqual([answer, winner, told.leader], ["good", "elder", "elder"]);
}

async function ranks(): Promise<void> {
    const params = { path: { name: "pagat" } };
    const headers = { Accept: "application/octet-stream" };
    const call = client.GET("/v1/qiuqiu/rulesets/{name}/ranks", { params, headers, parseAs: "arrayBuffer" });
    const table = new Uint16Array(good<ArrayBuffer>(await call));
    assert.equal(table.length, 20475);
}

for (const call of [evaluate, refuse, compare, showdown, arbitrate, piquet, ranks]) {
    await call();
    console.log(`${call.name}: as it should be`);
}
