import type { IncomingMessage } from 'node:http';
import { pipeline, type Readable } from 'node:stream';
import { limits } from '@upvigil/core/limits';
import type { TargetOf } from '../../../domain/check.ts';
import type { BodyCapture } from '../../assertions/captured-body.ts';
import { charsetOf } from '../../assertions/charset.ts';
import { createMetadataSearch, type MetadataSearch } from '../../metadata-search.ts';
import type { Turns } from '../../turns.ts';
import type { ProbeContext } from '../probe.ts';
import { BodyTooLargeError, decodersOf } from './content-encoding.ts';

/**
 * Reads an answer to its end without keeping it, but for what `capture` takes. Returns whether the metadata was found; null where there is no tag to
 * look for. Rejects when the connection breaks before the end, when the body cannot be decompressed or inflates to more
 * than the limit, and when the signal is aborted. Nothing of it goes on afterwards.
 */
export function readBody(
  response: IncomingMessage,
  target: TargetOf<'URL'>,
  { signal, turns, trace }: Pick<ProbeContext, 'signal' | 'turns' | 'trace'>,
  capture: BodyCapture | null = null,
): Promise<boolean | null> {
  signal.throwIfAborted();
  const { metadata_tag: tag, metadata_value: value } = target;
  const search = tag ? createMetadataSearch(tag, value, charsetOf(response.headers['content-type'])) : null;
  const decoders = decodersOf(response.headers['content-encoding']);
  return new Promise((resolve, reject) => {
    const settle = (finish: () => void): void => {
      signal.removeEventListener('abort', giveUp);
      // When the answer came whole, nothing else would end the decoders.
      for (const decoder of decoders) decoder.destroy();
      finish();
    };
    const giveUp = (): void => settle(() => reject(signal.reason));
    const fail = (error: unknown): void => settle(() => reject(error));
    const end = (): void => settle(() => resolve(search?.finish() ?? null));
    signal.addEventListener('abort', giveUp);
    const body = decoders.length === 0 ? response.on('error', fail) : decode(response, decoders, end, fail);
    body.on('end', end);
    if (trace.keepsSeen) body.on('data', trace.read);
    if (capture) body.on('data', (chunk: Buffer) => capture.add(chunk));
    if (search) searchInTurns(body, search, turns);
    else body.resume();
  });
}

/** An answer, decompressed. The output of all decoders together is limited: a body of 60 KB can hold gigabytes. */
function decode(
  response: IncomingMessage,
  decoders: ReturnType<typeof decodersOf>,
  end: () => void,
  fail: (error: unknown) => void,
): Readable {
  let hasContent = false;
  response.once('data', () => {
    hasContent = true;
  });
  let left: number = limits.inflatedBodyBytes;
  const count = (chunk: Buffer): void => {
    left -= chunk.length;
    if (left < 0) fail(new BodyTooLargeError());
  };
  // An answer without a body, as 204 or 304, may still name a compression.
  const broke = (error: unknown): void => (response.complete && !hasContent ? end() : fail(error));
  // Listens on each decoder, because the pipeline reports a body that is cut off only after it has ended.
  for (const decoder of decoders) decoder.on('data', count).on('error', broke);
  pipeline([response, ...decoders], (error) => error && broke(error));
  return decoders.at(-1) ?? response;
}

/** Searches what comes in, and pauses the body while there is something to search. */
function searchInTurns(body: Readable, search: MetadataSearch, turns: Turns): void {
  body.on('data', (chunk: Buffer) => {
    search.add(chunk);
    if (!search.isStepDue) return;
    body.pause();
    turns.add(() => {
      if (!body.destroyed && search.step()) return true;
      body.resume();
      return false;
    });
  });
}
