import { commandWarningStart } from '../texts/commands.ts';
import { causes } from './compiled/documents/en.ts';
import type { LocalFigures } from './local-figures.ts';
import type { Words } from './words.ts';

/**
 * The reason why a target is down or slow, for visitors. Stored causes are for administrators: they may quote the
 * target, with internal names and addresses. Public causes only give the kind of failure; an unlisted kind becomes
 * `unknownCause`.
 */
export function publicCause(stored: string): string {
  if (plainCauses.has(stored) || countedCauses.some(({ pattern }) => pattern.test(stored))) return stored;
  return knownCauses.find(({ start }) => stored.startsWith(start))?.says ?? unknownCause;
}

/** Checks also use this text if they find no better reason. */
export const unknownCause = causes.unknown;
/** Covers failures whose details would reveal the response or the configuration. */
export const notAsExpected = causes.notAsExpected;
/** Of a command: its output is for administrators. */
export const commandProblem = causes.commandProblem;

/** Translates a public cause. A cause without a translation stays English. */
export function localCause(cause: string, words: Words['causes'], figures: Pick<LocalFigures, 'measure'>): string {
  const plain = plainCauses.get(cause);
  if (plain !== undefined) return words[plain];
  for (const { pattern, say } of countedCauses) {
    const found = pattern.exec(cause)?.groups;
    if (found) return say(words, (name) => figures.measure(found[name] ?? ''), found);
  }
  return cause;
}

type PlainKey = {
  [Key in keyof typeof causes]: (typeof causes)[Key] extends string ? Key : never;
}[keyof typeof causes];

const plainTexts = Object.entries(causes).filter((entry): entry is [PlainKey, string] => typeof entry[1] === 'string');
const isStep = ([key]: readonly [PlainKey, string]): boolean => key.startsWith('step');
/** Causes that contain no foreign text, so they are public as they are. */
const plainCauses: ReadonlyMap<string, PlainKey> = new Map(
  plainTexts.filter((entry) => !isStep(entry)).map(([key, text]) => [text, key]),
);
/** The phase in which a check timed out. */
const stepKeys: ReadonlyMap<string, PlainKey> = new Map(plainTexts.filter(isStep).map(([key, text]) => [text, key]));

interface CountedCause {
  /** Must match the whole cause. */
  pattern: RegExp;
  /** `measure` formats a number that the pattern found; `found` has the matches unformatted. */
  say: (words: Words['causes'], measure: (name: string) => string, found: Readonly<Record<string, string>>) => string;
}

/** Causes that contain no foreign text except a number or a day. */
const countedCauses: readonly CountedCause[] = [
  { pattern: /^HTTP (?<code>\d{3})$/, say: (words, _, { code = '' }) => words.httpStatus({ code }) },
  {
    pattern: /^body inflates to more than (?<size>\d+) MiB$/,
    say: (words, measure) => words.inflates({ size: measure('size') }),
  },
  {
    pattern: /^body is longer than (?<size>\d+) MiB$/,
    say: (words, measure) => words.tooLong({ size: measure('size') }),
  },
  {
    pattern: /^(?<time>[\d.]+m?s), limit (?<limit>[\d.]+m?s)$/,
    say: (words, measure) => words.tooSlow({ time: measure('time'), limit: measure('limit') }),
  },
  {
    pattern: new RegExp(`^timed out after (?<seconds>[\\d.]+) s while (?<step>${[...stepKeys.keys()].join('|')})$`),
    say: (words, measure, { step = '' }) =>
      words.timedOut({ seconds: measure('seconds'), step: words[stepKeys.get(step) ?? 'unknown'] }),
  },
  {
    pattern: /^certificate expired on (?<day>\d{4}-\d\d-\d\d)$/,
    say: (words, _, { day = '' }) => words.certificateExpired({ day }),
  },
  {
    pattern: /^certificate is not valid before (?<day>\d{4}-\d\d-\d\d)$/,
    say: (words, _, { day = '' }) => words.certificateNotYet({ day }),
  },
  {
    pattern: /^no answer to (?<requests>\d+) echo requests$/,
    say: (words, measure) => words.noEcho({ requests: measure('requests') }),
  },
  {
    pattern: /^packet loss of (?<loss>\d+) %, more than the (?<allowed>[\d.]+) % allowed$/,
    say: (words, measure) => words.packetLoss({ loss: measure('loss'), allowed: measure('allowed') }),
  },
  {
    pattern: /^redirected more than (?<times>\d+) times$/,
    say: (words, measure) => words.redirects({ times: measure('times') }),
  },
];

/** Causes that may quote the target or configuration, each with its public kind. */
const knownCauses: readonly { start: string; says: string }[] = [
  { start: commandWarningStart, says: causes.commandProblem },
  { start: 'greeting was ', says: causes.notAsExpected },
  { start: 'expected response not found', says: causes.notAsExpected },
  { start: 'redirected to ', says: causes.redirectNotOpened },
  { start: 'answer is not valid HTTP', says: causes.notHttp },
  { start: 'TLS handshake failed', says: causes.tlsFailed },
  { start: 'certificate could not be verified', says: causes.certificateNotVerified },
  { start: 'certificate of the ', says: causes.certificateNotVerified },
  { start: 'network unreachable: ', says: causes.networkUnreachable },
  { start: 'a router on the way ', says: causes.networkUnreachable },
  { start: 'connection failed', says: causes.connectionFailed },
  { start: 'page could not be loaded', says: causes.pageNotLoaded },
];
