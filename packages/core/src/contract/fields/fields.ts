import * as z from 'zod';
import { limits } from '../../limits.ts';
import { rangeIds } from '../../time-ranges.ts';
import { cleanAddress, cleanUrl, findInvisible } from './clean-address.ts';
import { parseHttpAddress } from './http-address.ts';
import { inputMessages } from './input-messages.ts';
import { isTimeZone } from './time-zones.ts';

/** A point in time: ISO 8601, UTC, with `Z`. */
export const timeSchema = z.iso.datetime();
/** Seconds; null if there is no value. */
export const secondsOrNull = z.number().nonnegative().nullable();
/** 0 to 100, cut to 2 decimals; null without checks. */
export const percentOrNull = z.number().min(0).max(100).nullable();
/**
 * How much of the time of an uptime Upvigil observed: 0 to 100, cut to 2 decimals. Null without checks, and while the
 * time includes checks of a version that did not record it. Absent from servers of such a version.
 */
export const coveragePercent = percentOrNull.optional();
export const idSchema = z.int().positive();

interface Range {
  readonly min: number;
  readonly max: number;
}

/** A number in a body. The error names its unit. */
export const numberBetween = (label: string, { min, max }: Range, unit: string) => {
  const error = inputMessages.between(label, min, max, unit);
  return z
    .number({ error: inputMessages.number(label) })
    .min(min, { error })
    .max(max, { error });
};

/** A whole number in a body. */
export const integerBetween = (label: string, range: Range, unit = '') =>
  numberBetween(label, range, unit).int({ error: inputMessages.whole(label) });

/** '08:00'. */
export const timeOfDay = z
  .string({ error: inputMessages.required('Time') })
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'Time must be a time of day, as 08:00' });
export const timeZone = z.string().refine(isTimeZone, { error: 'Time zone must be one as Europe/Berlin, or UTC' });

/** A whole number in a query: digits as text, or a number from a typed caller. */
export const queryInteger = (label: string, range: Range) =>
  z
    .union(
      [
        z.number(),
        z
          .string()
          .regex(/^-?\d{1,15}$/)
          .transform(Number),
      ],
      { error: inputMessages.whole(label) },
    )
    .pipe(integerBetween(label, range));

/** A positive id in a path. */
export const pathId = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^[1-9]\d{0,14}$/)
      .transform(Number),
  ])
  .pipe(idSchema);

/** Without NUL and unpaired surrogates, which a database cannot store. */
const storableText = (error: string) =>
  z.string({ error }).overwrite((text) => text.replaceAll('\0', '').replace(/\p{Surrogate}/gu, '\ufffd'));
/** Removes what cannot be stored before it trims, so that text of nothing else is empty. */
const trimmedText = (error: string) => storableText(error).trim();

/** Required text, trimmed. */
export const requiredText = (label: string, maxLength: number) =>
  trimmedText(inputMessages.required(label))
    .min(1, { error: inputMessages.required(label) })
    .max(maxLength, { error: inputMessages.tooLong(label, maxLength) });

/** Null, absent and empty all become null. */
export const optionalText = (label: string, maxLength: number) =>
  trimmedText(`${label} must be text`)
    .max(maxLength, { error: inputMessages.tooLong(label, maxLength) })
    .nullable()
    .transform((text) => text || null);

/** Text whose unset value is empty, not null. */
export const plainText = (label: string, maxLength: number) =>
  trimmedText(`${label} must be text`).max(maxLength, { error: inputMessages.tooLong(label, maxLength) });

/** Untrimmed text, for passwords and for values that are compared with a response. */
export const exactText = (label: string, maxLength: number) =>
  storableText(`${label} must be text`).max(maxLength, { error: inputMessages.tooLong(label, maxLength) });

/** Markdown. Keeps the indent of the first line; drops empty lines before it and whitespace at the end. */
export const markdownText = (label: string, maxLength: number) =>
  exactText(label, maxLength).overwrite((text) => text.replace(/^(?:[ \t]*\r?\n)+/, '').trimEnd());

/** Whether a text has no control character, so that it can neither end a protocol line nor inject a header. */
export const isOneLine = (text: string): boolean =>
  !/[\p{Control}\p{Line_Separator}\p{Paragraph_Separator}]/u.test(text);

/** `plainText` that is sent to a server as a line or a header. */
export const oneLineText: typeof plainText = (label, maxLength) =>
  plainText(label, maxLength).refine(isOneLine, { error: inputMessages.oneLine(label), abort: true });

/** Characters that reverse the text after them. */
const directionControls = /[\u202a-\u202e\u2066-\u2069]/g;

/** A name on one line, which pages and messages show within other text. Null, absent and empty all become null. */
export const optionalName = (label: string, maxLength: number) =>
  oneLineText(label, maxLength)
    .overwrite((text) => text.replace(directionControls, '').trim())
    .nullable()
    .transform((text) => text || null);

/** Whether a text is a full http or https address that can be opened. */
export const isHttpUrl = (text: string): boolean => parseHttpAddress(text).problem === null;

/** A full http or https address. The error names what is wrong. */
export const httpUrl = (label: string, maxLength: number) =>
  requiredText(label, maxLength)
    .overwrite(cleanUrl)
    .superRefine((text, { addIssue }) => {
      const { problem } = parseHttpAddress(text);
      const message = invisibleProblem(label, text) ?? (problem && inputMessages.httpUrl[problem](label));
      if (message) addIssue({ code: 'custom', message });
    });

/** Refuses text with an invisible character. */
export const visible =
  (label: string) =>
  (text: string, { addIssue }: z.core.$RefinementCtx<string>): void => {
    const message = invisibleProblem(label, text);
    if (message !== null) addIssue({ code: 'custom', message });
  };

/** The error for an invisible character; null without one. For secrets, which are refused rather than cleaned. */
export function invisibleProblem(label: string, text: string): string | null {
  const found = findInvisible(text);
  return found && inputMessages.invisible(label, found);
}

const hostName = /^[\p{Letter}\p{Mark}\p{Number}._-]+$/u;
const isIpv6 = (text: string): boolean => z.ipv6().safeParse(text.replace(/%[A-Za-z0-9._-]+$/, '')).success;

/**
 * Whether a text is a host name in any script or an IP address. Refuses a port, because its colon would be ambiguous in
 * IPv6.
 */
export const isHost = (text: string): boolean => hostName.test(text) || isIpv6(text);

export const hostText = (label: string) =>
  requiredText(label, limits.host.maxLength)
    .overwrite(cleanAddress)
    .refine(isHost, { error: inputMessages.host(label) });

/** As `hostText`; null and empty become empty. */
export const hostOrNone = (label: string) =>
  trimmedText(inputMessages.required(label))
    .max(limits.host.maxLength, { error: inputMessages.tooLong(label, limits.host.maxLength) })
    .overwrite(cleanAddress)
    .refine((text) => text === '' || isHost(text), { error: inputMessages.host(label) })
    .nullable()
    .transform((text) => text ?? '');

export const oneOf = <const Choices extends readonly string[]>(label: string, choices: Choices) =>
  z.enum(choices, { error: inputMessages.choice(label, choices) });

export const flag = (label: string) => z.boolean({ error: `${label} must be true or false` });

export const hoursQuery = (defaultHours: number) =>
  z.object({ hours: queryInteger('hours', limits.hours).default(defaultHours) });
/** The last `hours`, or a `range` by its id, whose stretches are those of its charts. */
export const rangeQuery = (defaultHours: number) =>
  hoursQuery(defaultHours).extend({ range: oneOf('range', rangeIds).optional() });
/** The same; with `until`, the `hours` before that time, such as a day that is over. */
export const windowQuery = (defaultHours: number) => rangeQuery(defaultHours).extend({ until: timeSchema.optional() });
export const limitQuery = (defaultLimit: number) =>
  z.object({ limit: queryInteger('limit', limits.listLimit).default(defaultLimit) });

/** Page of a list, newest first: up to `limit` entries, all older than the id `before`. */
export const newestFirst = (defaultLimit: number) => limitQuery(defaultLimit).extend({ before: pathId.optional() });

export const deletedCount = z.object({ deleted: z.int().nonnegative() });
export const testResult = z.object({ success: z.boolean(), message: z.string() });

/**
 * Whether a secret of the monitor is encrypted with a key that this server does not have. The monitor is not checked
 * until the secret is entered again.
 */
export const secretsMissing = z.boolean().optional();
