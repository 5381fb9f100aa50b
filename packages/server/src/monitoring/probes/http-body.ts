import type { IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { TargetOf } from '../check.ts';
import { createMetadataSearch } from '../metadata-search.ts';

/**
 * Reads an answer to its end without keeping it, and looks for the metadata on the way. Null without a tag to look
 * for. Rejects when the connection breaks before the end or the body cannot be decompressed.
 */
export function readBody(response: IncomingMessage, target: TargetOf<'URL'>): Promise<boolean | null> {
  const { metadata_tag: tag, metadata_value: value } = target;
  const search = tag ? createMetadataSearch(tag, value, charsetOf(response.headers['content-type'])) : null;
  return new Promise((resolve, reject) => {
    const end = (): void => resolve(search?.finish() ?? null);
    const decompress = decompressorOf(response);
    let hasContent = false;
    if (decompress)
      response.once('data', () => {
        hasContent = true;
      });
    const body = decompress ? pipeline(response, decompress, () => undefined) : response;
    // An answer without a body, as 204 or 304, may still name a compression.
    body.on('error', (error) => (response.complete && !hasContent ? end() : reject(error)));
    body.on('end', end);
    if (search) body.on('data', (chunk: Buffer) => search.add(chunk));
    else body.resume();
  });
}

const decompressors = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
} as const;

function decompressorOf(
  response: IncomingMessage,
): ReturnType<typeof createGunzip | typeof createBrotliDecompress> | null {
  const encoding = response.headers['content-encoding']?.trim().toLowerCase() ?? '';
  if (!Object.hasOwn(decompressors, encoding)) return null;
  return decompressors[encoding as keyof typeof decompressors]();
}

/** 'text/html; charset=iso-8859-1' → 'iso-8859-1'. */
const charsetOf = (contentType: string | undefined): string | null =>
  /charset\s*=\s*"?([\w.:-]+)/i.exec(contentType ?? '')?.[1] ?? null;
