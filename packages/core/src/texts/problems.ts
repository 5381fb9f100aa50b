import type { Alert } from '../contract/alerts.ts';
import type { AlertType } from '../contract/names/alerts.ts';

/** Names of problems as sentences of alerts use them. */
type ProblemName = 'outage' | 'slow' | 'metadata' | 'certificate' | 'domain';

/** Between target and cause: 'https://shop.example.org/ is down: HTTP 503'. */
export const problemVerbs: Readonly<Record<ProblemName, string>> = {
  outage: ' is down: ',
  slow: ' is slow: ',
  metadata: ' lacks its meta tag: ',
  certificate: ' expires ',
  domain: ' expires ',
};

/** Marks the cause of an expired certificate or domain: '3 days ago, on 2026-11-20'. */
export const endedAgo = ' ago';
const expiredVerb = ' expired ';
const isExpired = (problem: ProblemName, cause: string): boolean =>
  (problem === 'certificate' || problem === 'domain') && cause.includes(`${endedAgo}, on `);

/** After the target of an ended problem: 'https://shop.example.org/ is up again after 12 seconds'. */
export const recoveryWords: Readonly<Record<ProblemName, string>> = {
  outage: 'is up again',
  slow: 'is fast again',
  metadata: 'has its meta tag again',
  certificate: 'was replaced',
  domain: 'was renewed',
};

/** Problems that search engines have with a page: the beginning of the cause, and the words of its end. */
export const searchProblems = {
  robots: { begins: 'page forbids indexing: ', ended: 'may be indexed again' },
  canonical: {
    subject: 'canonical address',
    begins: 'canonical address is ',
    ended: 'has its canonical address again',
  },
} as const;
const searchProblemOf = (cause: string | null) =>
  Object.values(searchProblems).find(({ begins }) => cause?.startsWith(begins));
/** Whether a metadata alert is about search engines and not about a missing meta tag. */
export const isAboutSearch = (problem: ProblemName, cause: string | null): boolean =>
  problem === 'metadata' && searchProblemOf(cause) !== undefined;

/** Words between target and cause. */
export function verbOf(problem: ProblemName, cause: string): string {
  if (isExpired(problem, cause)) return expiredVerb;
  return isAboutSearch(problem, cause) ? ': ' : problemVerbs[problem];
}

/** Words after the target of an ended problem. `cause`: of its alert; null if unknown. */
export const endedWords = (problem: ProblemName, cause: string | null): string =>
  (problem === 'metadata' && searchProblemOf(cause)?.ended) || recoveryWords[problem];

const allEndedWords: readonly (readonly [ProblemName, string])[] = [
  ...(Object.entries(recoveryWords) as [ProblemName, string][]),
  ...Object.values(searchProblems).map(({ ended }) => ['metadata', ended] as const),
];

const problemsByType: Record<Exclude<AlertType, 'RECOVERED'>, ProblemName> = {
  DOWN: 'outage',
  ERROR: 'outage',
  SLOW: 'slow',
  METADATA_MISSING: 'metadata',
  CERT_EXPIRING: 'certificate',
  DOMAIN_EXPIRING: 'domain',
};

type Said = Pick<Alert, 'alert_type' | 'message' | 'website_name'>;

/** The problem that an alert reports or ends; null if its sentence has another form. */
export function problemOf({ alert_type, message }: Said): ProblemName | null {
  return alert_type === 'RECOVERED' ? (endIn(message)?.[0] ?? null) : problemsByType[alert_type];
}

/** The problem whose end a sentence reports, with its words. */
const endIn = (message: string): readonly [ProblemName, string] | undefined =>
  allEndedWords.find(([, words]) => new RegExp(` ${words}( after [a-z0-9 ]+)?$`).test(message));

/** Target and cause of an alert's sentence; a RECOVERED has no cause. Null if the sentence has another form. */
export function sentenceParts(alert: Said): { target: string; cause: string } | null {
  const { alert_type, message, website_name } = alert;
  const start = `${website_name}: `;
  if (!message.startsWith(start)) return null;
  const rest = message.slice(start.length);
  if (alert_type === 'RECOVERED') {
    // The target may contain the same words, so the last occurrence counts.
    const verb = endIn(message)?.[1];
    const at = verb === undefined ? -1 : rest.lastIndexOf(` ${verb}`);
    return at < 0 ? null : { target: rest.slice(0, at), cause: '' };
  }
  const problem = problemsByType[alert_type];
  const parts = splitAt(rest, problemVerbs[problem]);
  if (parts !== null) return parts;
  if (problem === 'metadata') return splitAtSearchProblem(rest);
  return problem === 'certificate' || problem === 'domain' ? splitAt(rest, expiredVerb) : null;
}

/** The cause may contain the verb too, so the first occurrence counts. */
function splitAt(rest: string, verb: string): { target: string; cause: string } | null {
  const at = rest.indexOf(verb);
  return at < 0 ? null : { target: rest.slice(0, at), cause: rest.slice(at + verb.length) };
}

function splitAtSearchProblem(rest: string): { target: string; cause: string } | null {
  for (const { begins } of Object.values(searchProblems)) {
    const parts = splitAt(rest, `: ${begins}`);
    if (parts) return { target: parts.target, cause: begins + parts.cause };
  }
  return null;
}
