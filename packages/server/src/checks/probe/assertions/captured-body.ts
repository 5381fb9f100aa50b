import type { Assertion } from '@upvigil/core/contract/check-options/assertions';
import { limits } from '@upvigil/core/limits';
import { isUtf8 } from '../charset.ts';
import { createTextSearch, type TextSearch } from './text-search.ts';

/** What assertions need of a body that streams by. */
export interface BodyCapture {
  add(chunk: Buffer): void;
  /** Bytes of the whole body, decompressed. */
  readonly size: number;
  /** By text that the body shall contain or lack, whether it does; null where its charset must be decoded first. */
  readonly found: ReadonlyMap<string, boolean> | null;
  /** The beginning of the body, as far as it must be kept, in a buffer that belongs to nobody else. */
  bytes(): Uint8Array<ArrayBuffer>;
}

const { textBytes, patternBytes, jsonBytes } = limits.assertionBody;

const isText = ({ source, compare }: Assertion): boolean =>
  source === 'body' && (compare === 'contains' || compare === 'lacks');

/** Bytes of a body that must be kept for an assertion. */
function bytesFor(assertion: Assertion, isTextSearched: boolean): number {
  const { source } = assertion;
  if (source === 'json') return jsonBytes;
  if (source === 'html') return textBytes;
  if (source !== 'body') return 0;
  if (isText(assertion)) return isTextSearched ? 0 : textBytes;
  return patternBytes;
}

/** Searches a body and keeps as much of it as the assertions look at later; null without assertions. */
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
      // A byte order mark counts for more than the header.
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

/** Begins with this many bytes: most pages fit. */
const firstBytes = 128 * 1024;

interface Beginning {
  add(chunk: Uint8Array): void;
  bytes(): Uint8Array<ArrayBuffer>;
}

/** Keeps so many bytes of a body at most. */
function createBeginning(most: number): Beginning {
  let kept = unfilled(Math.min(most, firstBytes));
  let filled = 0;
  return {
    add(chunk) {
      // Copied, because a body that comes byte by byte would be kept in as many buffers.
      const end = Math.min(most, filled + chunk.length);
      if (end > kept.length) kept = grown(kept, Math.min(most, Math.max(end, kept.length * 2)));
      kept.set(chunk.subarray(0, end - filled), filled);
      filled = end;
    },
    bytes: () => kept.subarray(0, filled),
  };
}

function grown(kept: Uint8Array<ArrayBuffer>, length: number): Uint8Array<ArrayBuffer> {
  const longer = unfilled(length);
  longer.set(kept);
  return longer;
}

/** A buffer of its own, which can be given to another thread; nobody reads what was not written to it. */
const unfilled = (length: number): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.allocUnsafeSlow(length).buffer as ArrayBuffer);
