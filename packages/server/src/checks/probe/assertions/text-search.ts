export type TextSearch = ReturnType<typeof createTextSearch>;

/** Searches for texts in a streamed body without keeping it. @param mostBytes bytes to search from the beginning */
export function createTextSearch(texts: readonly string[], mostBytes: number) {
  const found = new Map(texts.map((text) => [text, text === '']));
  const missing = new Map(texts.filter(Boolean).map((text) => [text, Buffer.from(text)]));
  const longest = Math.max(0, ...[...missing.values()].map(({ length }) => length));
  let left = mostBytes;
  /** The end of the searched bytes, where a text may begin. */
  let tail = Buffer.alloc(0);
  const search = (bytes: Buffer): void => {
    for (const [text, wanted] of missing) {
      if (!bytes.includes(wanted)) continue;
      found.set(text, true);
      missing.delete(text);
    }
  };
  return {
    /** Whether each text was found so far. */
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

/** A copy, because a slice would keep the whole chunk in memory. */
const endOf = (bytes: Buffer, length: number): Buffer<ArrayBuffer> =>
  Buffer.from(bytes.subarray(Math.max(0, bytes.length - length)));
