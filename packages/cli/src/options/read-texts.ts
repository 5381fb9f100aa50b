import { createReadStream } from 'node:fs';
import { addAbortSignal, type Readable } from 'node:stream';
import { limits } from '@upvigil/core/limits';
import { UsageError } from '../failures.ts';
import type { InputStream } from '../streams.ts';

/** Returns the content for a typed `@file`. */
export type ReadText = (typed: string) => string;

/**
 * Reads the files typed as `@file` or `@-`. Other texts stand for themselves.
 * @throws UsageError when a file is longer than the longest request body; file system errors
 */
export async function readTexts(typed: readonly string[], stdin: InputStream, signal: AbortSignal): Promise<ReadText> {
  const texts = new Map<string, string>();
  // In sequence, because there is one stdin.
  for (const each of typed) {
    if (!each.startsWith('@') || texts.has(each)) continue;
    // As a stream, because a pipe has no size: --body @<(…).
    const source: Readable = each === '@-' ? stdin : createReadStream(each.slice(1));
    texts.set(each, await whole(each, addAbortSignal(signal, source)));
  }
  return (each) => texts.get(each) ?? each;
}

async function whole(typed: string, chunks: AsyncIterable<Buffer | string>): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > limits.requestBodyBytes) {
      throw new UsageError(`${typed} must have at most ${limits.requestBodyBytes / 1024} KiB`);
    }
    parts.push(Buffer.from(chunk));
  }
  return Buffer.concat(parts).toString();
}
