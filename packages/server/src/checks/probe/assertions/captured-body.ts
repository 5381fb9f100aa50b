import type { Assertion } from '@upvigil/core/contract/check-options/assertions';
import { limits } from '@upvigil/core/limits';
import { isUtf8 } from '../charset.ts';
import { createTextSearch, type TextSearch } from './text-search.ts';

/** Collects, from a streamed body, what assertions need. */
export interface BodyCapture {
  add(chunk: Buffer): void;
  /** Bytes of the whole body, decompressed. */
  readonly size: number;
  /** Whether the body contains each text; null if its charset must be decoded first. */
  readonly found: ReadonlyMap<string, boolean> | null;
  /** The beginning of the body, as far as needed, in a buffer that can be transferred. */
  bytes(): Uint8Array<ArrayBuffer>;
}

const { textBytes, patternBytes, jsonBytes } = limits.assertionBody;

const isText = ({ source, compare }: Assertion): boolean =>
  source === 'body' && (compare === 'contains' || compare === 'lacks');

/** Bytes of a body to keep for an assertion. */
function bytesFor(assertion: Assertion, isTextSearched: boolean): number {
  const { source } = assertion;
  if (source === 'json') return jsonBytes;
  if (source === 'html') return textBytes;
  if (source !== 'body') return 0;
  if (isText(assertion)) return isTextSearched ? 0 : textBytes;
  return patternBytes;
}

/** Searches a body and keeps as much of it as the assertions need later; null without assertions. */
export function createBodyCapture(assertions: readonly Assertion[], charset: string | null): BodyCapture | null {
  if (assertions.length === 0) return null;
  const texts = assertions.filter(isText).map(({ value }) => value);
  let search: TextSearch | null = null;
  let beginning: Beginning | null = null;
  let size = 0;
  const begin = (first: Uint8Array): void => {
    const isTextSearched = isUtf8(charset, first);
    if (isTextSearched) search = createTextSearch(texts, textBytes);
    beginning = createBeginning(Math.max(...assertions.map((assertion) => bytesFor(assertion, isTextSearched))));
  };
  return {
    add(chunk) {
      // A byte order mark takes precedence over the header.
      if (size === 0) begin(chunk);
      size += chunk.length;
      search?.add(chunk);
      beginning?.add(chunk);
    },
    get size() {
      return size;
    },
    get found() {
      if (size === 0) begin(nothing);
      return search?.found ?? null;
    },
    bytes: () => beginning?.bytes() ?? nothing,
  };
}

const nothing = new Uint8Array();

/** Initial size of the buffer, sufficient for most pages. */
const firstBytes = 128 * 1024;

type Beginning = ReturnType<typeof createBeginning>;

/** Keeps up to `most` bytes of the beginning of a body. */
function createBeginning(most: number) {
  let kept = unfilled(Math.min(most, firstBytes));
  let filled = 0;
  return {
    add(chunk: Uint8Array): void {
      // Copied into one buffer, because a body that arrives byte by byte would need as many buffers.
      const end = Math.min(most, filled + chunk.length);
      if (end > kept.length) kept = grown(kept, Math.min(most, Math.max(end, kept.length * 2)));
      kept.set(chunk.subarray(0, end - filled), filled);
      filled = end;
    },
    bytes: (): Uint8Array<ArrayBuffer> => kept.subarray(0, filled),
  };
}

function grown(kept: Uint8Array<ArrayBuffer>, length: number): Uint8Array<ArrayBuffer> {
  const longer = unfilled(length);
  longer.set(kept);
  return longer;
}

/**
 * A separate buffer that can be transferred to another thread. It is uninitialised, so only written bytes may be read.
 */
const unfilled = (length: number): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.allocUnsafeSlow(length).buffer as ArrayBuffer);
