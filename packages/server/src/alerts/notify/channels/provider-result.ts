import type { IncomingHttpHeaders } from 'node:http';
import type { z } from 'zod';
import type { SendResult } from '../channel.ts';
import type { ProviderAnswer } from '../http-request.ts';

/** How to read one provider's responses. */
export interface AnswerReading {
  /** The provider's text of a refusal, if the body has any. */
  words?: (body: string) => string | null;
  /** Whether a 2xx response means acceptance; all do by default. */
  isTaken?: (body: string) => boolean;
  /** Statuses of refused content, so that another message may be accepted. */
  contentStatuses?: readonly number[];
  /** Statuses of a permanent refusal of the recipient. */
  finalStatuses?: readonly number[];
  /** Seconds to wait, when the provider's 429 has its own format. */
  retryAfterSeconds?: (body: string, headers: IncomingHttpHeaders) => number | null;
}

const contentStatuses = [400, 413, 422];

/**
 * The meaning of a provider's response. Refused content is final. Errors that settings can correct and temporary
 * failures are retried. A 429 or 503 may name the pause (RFC 9110, section 10.2.3).
 */
export function resultOfAnswer(answer: ProviderAnswer, reading: AnswerReading = {}): SendResult {
  const { status, body } = answer;
  const isOk = status >= 200 && status < 300;
  if (isOk && (reading.isTaken?.(body) ?? true)) return { outcome: 'sent', reason: null };
  const words = reading.words?.(body) ?? plainWords(body);
  const said = isOk ? `the provider answered HTTP ${status} with an unexpected body` : `HTTP ${status}`;
  const reason = [isRedirect(status) ? `${said}: redirects are not followed` : said, words].filter(Boolean).join(': ');
  if ((reading.contentStatuses ?? contentStatuses).includes(status)) {
    return { outcome: 'give-up', reason, isAboutContent: true };
  }
  if (reading.finalStatuses?.includes(status)) return { outcome: 'give-up', reason };
  const seconds = retryAfterOf(answer, reading);
  return { outcome: 'retry', reason, ...(seconds === null ? {} : { retryAfterSeconds: seconds }) };
}

const isRedirect = (status: number): boolean => status >= 300 && status < 400;

/** A short text body; other bodies carry no information. */
const plainWords = (body: string): string | null => (/^[\w .:,'-]{1,200}$/.test(body.trim()) ? body.trim() : null);

/** Seconds until the provider accepts another message; null when it does not say. */
export function retryAfterOf(
  { status, headers, body }: ProviderAnswer,
  reading: Pick<AnswerReading, 'retryAfterSeconds'> = {},
): number | null {
  if (status !== 429 && status !== 503) return null;
  const said = reading.retryAfterSeconds?.(body, headers) ?? secondsOfHeader(headers['retry-after'], headers.date);
  return said === null || !Number.isFinite(said) || said < 0 ? null : said;
}

/** Seconds, or a date, which is compared with the provider's own clock. */
function secondsOfHeader(text: string | undefined, date: string | undefined): number | null {
  if (text === undefined) return null;
  if (/^\d{1,9}(\.\d+)?$/.test(text.trim())) return Number(text);
  const until = Date.parse(text);
  const now = Date.parse(date ?? '');
  return Number.isNaN(until) || Number.isNaN(now) ? null : (until - now) / 1000;
}

/**
 * Whether a body is JSON of this shape, or starts like it. Providers that repeat a message in their response exceed
 * the limit of read bytes, and an accepted message must not be sent again for that.
 */
export const isOrBegins = (schema: z.ZodType, beginning: RegExp, body: string): boolean =>
  parseBody(schema, body) !== null || (isJsonCut(body) && beginning.test(body));

function isJsonCut(body: string): boolean {
  try {
    JSON.parse(body);
    return false;
  } catch {
    return true;
  }
}

/** A body as JSON of this shape; null for anything else. */
export function parseBody<Schema extends z.ZodType>(schema: Schema, body: string): z.output<Schema> | null {
  try {
    return schema.parse(JSON.parse(body));
  } catch {
    return null;
  }
}
