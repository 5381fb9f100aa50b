import type { Assertion } from '@upvigil/core/contract/check-options/assertions';
import type { TargetOf } from '../../../../base/domain/check.ts';
import { type BodyCapture, createBodyCapture } from '../../assertions/captured-body.ts';
import { charsetBytes, charsetOfBody } from '../../charset.ts';
import { headerValuesOf } from '../../http1/answer-head.ts';
import { contentCodings, decodeBody } from '../../http1/content-encoding.ts';
import type { Answer } from '../../http1/receive-answer.ts';
import { createMetadataSearch, type MetadataSearch } from '../../metadata-search.ts';
import type { TimeSlices } from '../../time-slices.ts';
import type { ProbeContext } from '../probe.ts';

/** Results from the body of a response. */
export interface BodyFindings {
  /** Null without a tag to search for. */
  metadata_found: boolean | null;
  /** Null for UTF-8. */
  charset: string | null;
  /** For assertions; null without any. */
  capture: BodyCapture | null;
}

/**
 * Reads a body once to its end for metadata, assertions and the recorded response, and keeps only what they need.
 * Rejects if the connection breaks early, if the body cannot be decompressed or is too long, and if the signal is
 * aborted. No work continues afterwards.
 */
export async function readBody(
  { head, body }: Answer,
  target: TargetOf<'URL'>,
  { signal, timeSlices, trace }: Pick<ProbeContext, 'signal' | 'timeSlices' | 'trace'>,
): Promise<BodyFindings> {
  const reader = createBodyReader(headerValuesOf(head, 'content-type')[0], target, timeSlices, signal);
  for await (const chunk of decodeBody(body, contentCodings(head))) {
    signal.throwIfAborted();
    if (trace.keepsSeen) trace.read(chunk);
    await reader.add(chunk);
  }
  signal.throwIfAborted();
  return reader.finish();
}

/** Passes the body on as soon as its beginning reveals its charset. */
function createBodyReader(
  contentType: string | undefined,
  target: TargetOf<'URL'>,
  timeSlices: TimeSlices,
  signal: AbortSignal,
) {
  const { metadata_tag: tag, metadata_value: value } = target;
  const assertions: readonly Assertion[] = target.url_options?.assertions ?? [];
  const isCharsetNeeded = tag !== null || assertions.length > 0;
  let start: Buffer | null = Buffer.alloc(0);
  let charset: string | null = null;
  let search: MetadataSearch | null = null;
  let capture: BodyCapture | null = null;

  const use = async (chunk: Buffer): Promise<void> => {
    capture?.add(chunk);
    search?.add(chunk);
    if (search?.isStepDue) await searchInSlices(search, timeSlices, signal);
  };
  const begin = (collected: Buffer): Promise<void> => {
    start = null;
    charset = charsetOfBody(contentType, collected);
    search = tag ? createMetadataSearch(tag, value, charset) : null;
    capture = createBodyCapture(assertions, charset);
    return use(collected);
  };
  return {
    async add(chunk: Buffer): Promise<void> {
      if (!isCharsetNeeded) return;
      if (start === null) return use(chunk);
      start = Buffer.concat([start, chunk]);
      if (start.length >= charsetBytes) await begin(start);
    },
    async finish(): Promise<BodyFindings> {
      if (start !== null) await begin(start);
      return { metadata_found: search?.finish() ?? null, charset, capture };
    },
  };
}

/** Searches the stored chunks; resolves when nothing is left to search. */
function searchInSlices(search: MetadataSearch, timeSlices: TimeSlices, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    timeSlices.add(() => {
      if (!signal.aborted && search.step()) return true;
      resolve();
      return false;
    });
  });
}
