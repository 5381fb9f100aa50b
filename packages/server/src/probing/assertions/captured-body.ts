import type { Assertion } from '@upvigil/core/check-options/assertions';
import { limits } from '@upvigil/core/limits';

/** The beginning of a body that streams by, kept to be judged, and how long all of it is. */
export interface BodyCapture {
  add(chunk: Buffer): void;
  /** Bytes of the whole body, decompressed. */
  readonly size: number;
  /** What was kept, in a buffer that belongs to nobody else. */
  bytes(): Uint8Array<ArrayBuffer>;
}

/** Bytes of a body that an assertion looks at. */
function bytesFor({ source, compare }: Assertion): number {
  const { textBytes, patternBytes, jsonBytes } = limits.assertionBody;
  if (source === 'json') return jsonBytes;
  if (source === 'html') return textBytes;
  if (source !== 'body') return 0;
  return compare === 'contains' || compare === 'lacks' ? textBytes : patternBytes;
}

/** Begins with this many bytes: most pages fit. */
const firstBytes = 64 * 1024;

/** Keeps as much of a body as the assertions look at; null without assertions. */
export function createBodyCapture(assertions: readonly Assertion[]): BodyCapture | null {
  if (assertions.length === 0) return null;
  const most = Math.max(...assertions.map(bytesFor));
  let kept = new Uint8Array(Math.min(most, firstBytes));
  let filled = 0;
  let size = 0;
  return {
    add(chunk) {
      size += chunk.length;
      // Copied, because a body that comes byte by byte would be kept in as many buffers.
      const end = Math.min(most, filled + chunk.length);
      if (end > kept.length) kept = grown(kept, Math.min(most, Math.max(end, kept.length * 2)));
      kept.set(chunk.subarray(0, end - filled), filled);
      filled = end;
    },
    get size() {
      return size;
    },
    bytes: () => kept.subarray(0, filled),
  };
}

function grown(kept: Uint8Array<ArrayBuffer>, length: number): Uint8Array<ArrayBuffer> {
  const longer = new Uint8Array(length);
  longer.set(kept);
  return longer;
}
