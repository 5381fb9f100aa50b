import { formatHostPort } from '@upvigil/core/contract/fields/host-port';
import type { AlertType, PublicAlertType } from '@upvigil/core/contract/names/alerts';
import { shownAddress } from '@upvigil/core/contract/secrets/shown-address';
import { formatDuration } from '@upvigil/core/format/duration';
import { formatResponseTime } from '@upvigil/core/format/response-time';
import { publicCause, unknownCause } from '@upvigil/core/languages/public-causes';
import { endedWords, isAboutSearch, problemVerbs, verbOf } from '@upvigil/core/texts/problems';
import type { FinishedCheck } from '../../base/domain/check.ts';
import type { Problem } from '../../base/domain/problems.ts';
import type { AlertRow, MonitorRow } from '../../storage/tables.ts';

type NamedTarget = Pick<MonitorRow, 'kind' | 'name' | 'target' | 'port'>;

/** How alerts name a monitor: its URL without credentials and secret parameters, because alerts are public, or 'Database (db.example.com:5432)'. */
export function targetName({ kind, name, target, port }: NamedTarget): string {
  if (kind === 'URL') return shownAddress(target, 'public');
  const address = formatHostPort(target, port);
  return name && name !== target ? `${name} (${address})` : address;
}

/** How lists and metrics call a monitor: a URL without credentials, else its name, which may be missing. */
export const listedName = (monitor: NamedTarget): string =>
  monitor.kind === 'URL' ? targetName(monitor) : (monitor.name ?? targetName(monitor));

/** The alert's type for a problem that a check shows: an outage without any answer of a page is ERROR. */
export function typeOfProblem(problem: Problem, kind: MonitorRow['kind'], statusCode: number | null): AlertType {
  if (problem === 'slow') return 'SLOW';
  if (problem === 'metadata') return 'METADATA_MISSING';
  return kind === 'URL' && statusCode === null ? 'ERROR' : 'DOWN';
}

/** The administrator's sentence of a problem: 'Checkout: https://shop.example.com/ is down: HTTP 503'. It may quote the target. */
export function problemSentence(websiteName: string, monitor: NamedTarget, problem: Problem, cause: string): string {
  return `${websiteName}: ${targetName(monitor)}${verbOf(problem, cause)}${cause}`;
}

/**
 * The sentence of a problem's end; without its duration, in milliseconds, where nobody knows it any more. `cause`: of the
 * alert about the problem, or null.
 */
export function recoverySentence(
  websiteName: string,
  monitor: NamedTarget,
  problem: Problem,
  lasted: number | null,
  cause: string | null = null,
): string {
  return `${websiteName}: ${targetName(monitor)} ${endedWords(problem, cause)}${durationWords(lasted)}`;
}

const durationWords = (lasted: number | null): string =>
  lasted === null ? '' : ` after ${formatDuration(lasted / 1000)}`;

/** Public text after the name of a page that search engines index wrongly, and after its recovery. */
const searchWords = {
  begun: 'is not as search engines should find it',
  ended: 'is as search engines should find it again',
};

/**
 * Public text after the target's name in place of the message's, where that quotes content or
 * configuration; null where it does not. `said`: what a check has for the public.
 */
export function publicMessageOf(problem: Problem, cause: string, said: string | undefined): string | null {
  if (isAboutSearch(problem, cause)) return searchWords.begun;
  return problem !== 'outage' || said === undefined ? null : `${problemVerbs.outage.trim()} ${said}`;
}

/** The same of a problem's end, by what was said of its beginning. */
export const publicEndOf = (begun: string | null): string | null =>
  begun === searchWords.begun ? searchWords.ended : null;

/** The facts for the public sentence of an alert. Times in milliseconds since the epoch. */
export type PublicAlertFacts = Pick<AlertRow, 'cause' | 'created_at' | 'public_message'> &
  NamedTarget & {
    alert_type: PublicAlertType;
    problem: Problem;
    website_name: string;
    /** On RECOVERED: when the problem began; null when its alert was deleted. */
    problem_since: number | null;
  };

/**
 * What anybody may read of an alert: public names as they are now, and the kind of the problem. Nothing of the stored
 * sentence is taken over: it may quote the target or name an address that it had before.
 */
export function publicSentence(alert: PublicAlertFacts): string {
  const { alert_type, problem, website_name, problem_since, public_message } = alert;
  const start = `${website_name}: ${targetName(alert)}`;
  const lasted = problem_since === null ? null : alert.created_at - problem_since;
  if (alert_type === 'RECOVERED') {
    if (public_message !== null) return `${start} ${public_message}${durationWords(lasted)}`;
    return recoverySentence(website_name, alert, problem, lasted);
  }
  if (public_message !== null) return `${start} ${public_message}`;
  // A meta tag is a setting, which the public need not know.
  if (problem === 'metadata') return start + problemVerbs.metadata.replace(/: $/, '');
  return start + problemVerbs[problem] + publicCauseOf(alert);
}

/** The same in parts, for the public pages of other languages. `cause` is empty where the sentence has none. */
export function saidOfAlert(alert: PublicAlertFacts) {
  const { alert_type, problem, created_at, problem_since, public_message } = alert;
  const isEnd = alert_type === 'RECOVERED';
  const isSearch = public_message === searchWords.begun || public_message === searchWords.ended;
  return {
    target: `${alert.website_name}: ${targetName(alert)}`,
    problem: isSearch ? ('search' as const) : problem,
    cause: isEnd || problem === 'metadata' ? '' : publicCauseOf(alert),
    lasted_seconds: isEnd && problem_since !== null ? (created_at - problem_since) / 1000 : null,
  };
}

const outageStart = `${problemVerbs.outage.trim()} `;

function publicCauseOf({ cause, public_message }: PublicAlertFacts): string {
  if (public_message?.startsWith(outageStart)) return publicCause(public_message.slice(outageStart.length));
  return cause === null ? unknownCause : publicCause(cause);
}

/** How we know of a problem that a check shows: 'HTTP 503', '6.12s, limit 5.00s'. It may quote the target. */
export function causeOf(
  monitor: Pick<MonitorRow, 'kind' | 'response_time_threshold_seconds' | 'metadata_tag' | 'metadata_value'>,
  problem: Problem,
  check: Pick<FinishedCheck, 'response_time_us' | 'metadata_found' | 'error_message'>,
): string {
  if (problem === 'outage') return check.error_message ?? unknownCause;
  if (problem === 'metadata') {
    const { metadata_tag: tag, metadata_value: value } = monitor;
    const lacked = check.metadata_found === false ? [value ? `${tag} = ${value}` : `${tag}`] : [];
    return [...lacked, ...(check.error_message === null ? [] : [check.error_message])].join('; ');
  }
  const seconds = check.response_time_us === null ? null : check.response_time_us / 1e6;
  const limit = formatResponseTime(monitor.kind, monitor.response_time_threshold_seconds);
  return `${formatResponseTime(monitor.kind, seconds)}, limit ${limit}`;
}
