/** `start` and `end` are both included. */
interface ByteRange {
  start: number;
  end: number;
}

/** The headers of a range request; undefined when absent. */
interface RangeHeaders {
  range?: string | undefined;
  'if-range'?: string | undefined;
}

/**
 * Chooses what to send (RFC 9110, section 14): a part, the whole file, or nothing because the range starts after the
 * end. Several ranges and invalid ones get the whole file, as the RFC allows. So does an If-Range with another ETag:
 * the client's first part belongs to another content (section 13.1.5).
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
