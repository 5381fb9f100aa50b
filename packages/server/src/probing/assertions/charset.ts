/** 'text/html; charset=iso-8859-1' → 'iso-8859-1'. */
export const charsetOf = (contentType: string | undefined): string | null =>
  /charset\s*=\s*"?([\w.:-]+)/i.exec(contentType ?? '')?.[1] ?? null;

/** A decoder of the charset; of UTF-8 where none is named or nobody knows it. */
export function decoderOf(charset: string | null): InstanceType<typeof TextDecoder> {
  try {
    return new TextDecoder(charset ?? 'utf-8');
  } catch {
    return new TextDecoder('utf-8');
  }
}

/** What a byte order mark says of the bytes that follow, which counts for more than a header; null without one. */
function markedCharset(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 'utf-8' : null;
}

/** Whether a body can be searched byte by byte, by its header and its first bytes. Other charsets must be decoded, which takes milliseconds. */
export const isUtf8 = (charset: string | null, bytes: Uint8Array): boolean =>
  /^(utf-?8|us-ascii)$/i.test(charset ?? 'utf-8') && bytes[0] !== 0xff && bytes[0] !== 0xfe;

/** The decoder of a body that is there: by its byte order mark, else by the charset that its header names. */
export const decoderFor = (bytes: Uint8Array, charset: string | null): InstanceType<typeof TextDecoder> =>
  decoderOf(markedCharset(bytes) ?? charset);
