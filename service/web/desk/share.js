// What is laid out, as a file or in the address. It is the bodies that the API takes, and which view was open.

export const FORMAT = 1;

/** The part of a link after #: the document, compressed; no server ever sees it. */
export async function encode(document) {
  const bytes = await through(
    new CompressionStream("deflate-raw"),
    new TextEncoder().encode(JSON.stringify(document)),
  );
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The document of a link; throws where it is none. */
export async function decode(fragment) {
  const binary = atob(fragment.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
  return JSON.parse(new TextDecoder().decode(await through(new DecompressionStream("deflate-raw"), bytes)));
}

async function through(stream, bytes) {
  const readable = new Blob([bytes]).stream().pipeThrough(stream);
  return new Uint8Array(await new Response(readable).arrayBuffer());
}

/** Gives the reader a file to keep. */
export function save(name, document_) {
  const text = JSON.stringify(document_, null, 2) + "\n";
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
