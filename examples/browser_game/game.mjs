// A browser game that ranks QiuQiu hands by itself: it fetches the rank of every hand once, 40,950 bytes, and asks
// no more. Serve this folder from the same origin as the service, or anywhere else, name the service in the
// address (index.html?service=https://cards.example.com) and let it allow your origin (CORS_ORIGINS).

const RULESET = "pagat"; // or a digest, sha256:…: the rules are then the same for good, and cached for a year

// The tiles in the order that numbers the hands: 0-0, 1-0, 1-1, 2-0, … 6-6.
export const TILES = [...Array(7).keys()].flatMap((high) =>
    [...Array(high + 1).keys()].map((low) => `${high}-${low}`));
const HAND = 4;

/** The ranks of all 20,475 hands by their index; 1 is the best. For rulesets whose comparison is high_first. */
export async function loadRanks(service, ruleset) {
    const address = new URL(`/v1/qiuqiu/rulesets/${encodeURIComponent(ruleset)}/ranks`, service);
    const response = await fetch(address, { headers: { Accept: "application/octet-stream" } });
    if (!response.ok) {
        throw new Error((await response.json()).detail); // a problem document, RFC 9457
    }
    const bytes = new DataView(await response.arrayBuffer());
    // Little-endian whatever this machine is, which `new Uint16Array(buffer)` would not be.
    return Uint16Array.from({ length: bytes.byteLength / 2 }, (_, index) => bytes.getUint16(2 * index, true));
}

/** In how many ways `size` things can be taken out of `from`. */
function ways(from, size) {
    let count = 1;
    for (let taken = 0; taken < size; taken++) {
        count = (count * (from - taken)) / (taken + 1);
    }
    return count;
}

/** The place of four tiles, as indices into TILES, in the lexicographic order of all such sets. */
export function handIndex(tiles) {
    const sorted = [...tiles].sort((a, b) => a - b);
    // All hands, less this one and those after it: for each place, the sets with a later tile there.
    return sorted.reduce(
        (index, tile, place) => index - ways(TILES.length - 1 - tile, HAND - place),
        ways(TILES.length, HAND) - 1);
}

/** The places of the best hands: more than one where they tie. */
export function winners(ranks, hands) {
    const held = hands.map((hand) => ranks[handIndex(hand)]);
    const best = Math.min(...held);
    return held.flatMap((rank, place) => (rank === best ? [place] : []));
}

/** Hands off a shuffled set: Fisher and Yates, with numbers that nobody can foresee. */
export function deal(players) {
    const tiles = [...TILES.keys()];
    for (let left = tiles.length; left > 1; left--) {
        const at = random(left);
        [tiles[at], tiles[left - 1]] = [tiles[left - 1], tiles[at]];
    }
    return Array.from({ length: players }, (_, player) => tiles.slice(HAND * player, HAND * (player + 1)));
}

/** An even choice below `limit`; what would favour small numbers is drawn again. */
function random(limit) {
    const most = 2 ** 32 - (2 ** 32 % limit);
    for (;;) {
        const [drawn] = crypto.getRandomValues(new Uint32Array(1));
        if (drawn < most) {
            return drawn % limit;
        }
    }
}

function show(ranks, hands) {
    const won = winners(ranks, hands);
    document.querySelector("#hands").replaceChildren(...hands.map((hand, place) => {
        const item = document.createElement("li");
        item.textContent = hand.map((tile) => TILES[tile]).join(" ");
        item.classList.toggle("wins", won.includes(place));
        return item;
    }));
    const names = won.map((place) => place + 1).join(" and ");
    document.querySelector("#state").textContent = `Hand ${names} ${won.length > 1 ? "tie" : "wins"}.`;
}

const button = document.querySelector("#deal");
try {
    const service = new URLSearchParams(location.search).get("service") ?? location.origin;
    const ranks = await loadRanks(service, new URLSearchParams(location.search).get("ruleset") ?? RULESET);
    button.addEventListener("click", () => show(ranks, deal(4)));
    button.disabled = false;
    document.querySelector("#state").textContent = "Ready.";
} catch (error) {
    document.querySelector("#state").textContent = `The ranks cannot be had: ${error.message}`;
}
