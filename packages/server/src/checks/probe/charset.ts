import { createMetaTagReader, type MetaTag } from './meta-tags.ts';

/** Bytes at the beginning of a body in which it may name its charset (HTML, 'prescan a byte stream'). */
export const charsetBytes = 1024;

/**
 * Charset of a body: by its byte order mark, else its header, else the XML declaration or `<meta>` in its first 1,024
 * bytes. Null if none names one: UTF-8.
 */
export function charsetOfBody(contentType: string | undefined, start: Uint8Array): string | null {
  return markedCharset(start) ?? charsetOf(contentType) ?? (isMarkup(contentType) ? declaredCharset(start) : null);
}

/** 'text/html; charset=iso-8859-1' → 'iso-8859-1'; null without a known one. */
function charsetOf(contentType: string | undefined): string | null {
  const [, charset = null] = /charset\s*=[\s"']*([\w.:-]+)/i.exec(contentType ?? '') ?? [];
  return charset !== null && isKnown(charset) ? charset : null;
}

function isKnown(charset: string): boolean {
  try {
    return new TextDecoder(charset).encoding !== '';
  } catch {
    return false;
  }
}

/** In JSON and plain text, a declaration would be content. */
const isMarkup = (contentType: string | undefined): boolean =>
  contentType === undefined || /^\s*$|html|xml/i.test(contentType);

function declaredCharset(start: Uint8Array): string | null {
  const bytes = Buffer.from(start.buffer, start.byteOffset, Math.min(start.length, charsetBytes));
  const text = bytes.toString('latin1');
  if (text.startsWith('<\0?\0')) return 'utf-16le';
  if (text.startsWith('\0<\0?')) return 'utf-16be';
  const [, inXml = null] = /^\s*<\?xml\s[^>]*?\bencoding\s*=\s*["']([\w.:-]+)["']/i.exec(text) ?? [];
  const declared = inXml ?? charsetOfMeta(text);
  if (declared === null || !isKnown(declared)) return null;
  // A declaration readable as one-byte characters cannot be UTF-16.
  return /^utf-?16/i.test(declared) ? 'utf-8' : declared;
}

function charsetOfMeta(html: string): string | null {
  let found: string | null = null;
  const onMeta = ({ charset, content, 'http-equiv': equivalent }: MetaTag): void => {
    const isContentType = equivalent?.trim().toLowerCase() === 'content-type';
    found ??= charset?.trim() || (isContentType ? charsetOf(content) : null);
  };
  createMetaTagReader(onMeta).write(html);
  return found;
}

/** A decoder for the charset; for UTF-8 if null or unknown. */
export function decoderOf(charset: string | null): InstanceType<typeof TextDecoder> {
  try {
    return new TextDecoder(charset ?? 'utf-8');
  } catch {
    return new TextDecoder('utf-8');
  }
}

/** Charset of a byte order mark, which takes precedence over a header; null without one. */
function markedCharset(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 'utf-8' : null;
}

/**
 * Whether a body can be searched byte by byte, by its header and its first bytes. Other charsets must be decoded, which
 * takes milliseconds.
 */
export const isUtf8 = (charset: string | null, bytes: Uint8Array): boolean =>
  /^(utf-?8|us-ascii)$/i.test(charset ?? 'utf-8') && bytes[0] !== 0xff && bytes[0] !== 0xfe;

/** A decoder for a complete body: by its byte order mark, else by the charset of its header. */
export const decoderFor = (bytes: Uint8Array, charset: string | null): InstanceType<typeof TextDecoder> =>
  decoderOf(markedCharset(bytes) ?? charset);
