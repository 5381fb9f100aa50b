export type TextSearch = ReturnType<typeof createTextSearch>;

/**
 * Looks for texts in a body while it streams by, so that none of it must be kept. @param mostBytes of the body,
 * from its beginning, that are searched
 */
export function createTextSearch(texts: readonly string[], mostBytes: number) {
  const found = new Map(texts.map((text) => [text, text === '']));
  const missing = new Map(texts.filter(Boolean).map((text) => [text, Buffer.from(text)]));
  const longest = Math.max(0, ...[...missing.values()].map(({ length }) => length));
  let left = mostBytes;
  /** The end of what was seen: a text may begin there. */
  let tail = Buffer.alloc(0);
  const search = (bytes: Buffer): void => {
    for (const [text, wanted] of missing) {
      if (!bytes.includes(wanted)) continue;
      found.set(text, true);
      missing.delete(text);
    }
  };
  return {
    /** By text, whether it was found so far. */
    found: found as ReadonlyMap<string, boolean>,
    add(chunk: Buffer): void {
      if (missing.size === 0 || left <= 0) return;
      const bytes = chunk.subarray(0, left);
      left -= bytes.length;
      if (tail.length > 0) search(Buffer.concat([tail, bytes.subarray(0, longest - 1)]));
      search(bytes);
      tail = endOf(bytes.length < longest ? Buffer.concat([tail, bytes]) : bytes, longest - 1);
    },
  };
}

/** A copy: a part of a chunk would keep all of it. */
const endOf = (bytes: Buffer, length: number): Buffer<ArrayBuffer> =>
  Buffer.from(bytes.subarray(Math.max(0, bytes.length - length)));
