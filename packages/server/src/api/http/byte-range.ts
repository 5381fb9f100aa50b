/** Bytes of a file, from `start` to `end`, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

/** The headers of a request that ask for a part; undefined where they did not come. */
export interface RangeHeaders {
  range?: string | undefined;
  'if-range'?: string | undefined;
}

/**
 * What to send of a file (RFC 9110, section 14): a part of it, the whole, or nothing, because the range lies beyond its
 * end. Several ranges, and what is no range, get the whole, as the RFC allows. So does an If-Range with another ETag:
 * the client's first part is then of another file (section 13.1.5).
 */
export function chooseRange(
  headers: RangeHeaders,
  { size, etag }: { size: number; etag: string },
): ByteRange | 'whole' | 'unsatisfiable' {
  const { range = '', 'if-range': known = etag } = headers;
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(range) ?? [];
  if (known !== etag || (first === '' && last === '')) return 'whole';
  if (first !== '' && last !== '' && Number(last) < Number(first)) return 'whole';
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  return start > end ? 'unsatisfiable' : { start, end };
}
