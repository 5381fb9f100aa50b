import type { AlertType, PublicAlertType } from '@upvigil/core/contract/names/alerts';
import { formatDuration } from '@upvigil/core/format/duration';
import { formatResponseTime } from '@upvigil/core/format/response-time';
import { publicCause, unknownCause } from '@upvigil/core/languages/public-causes';
import { endedWords, isAboutSearch, problemVerbs, verbOf } from '@upvigil/core/texts/problems';
import type { FinishedCheck } from '../../base/domain/check.ts';
import { type NamedMonitor, targetName } from '../../base/domain/monitor-name.ts';
import type { Problem } from '../../base/domain/problems.ts';
import type { AlertRow, MonitorRow } from '../../storage/tables.ts';

/** The alert type of a problem. An outage of a page without any response is ERROR. */
export function typeOfProblem(problem: Problem, kind: MonitorRow['kind'], statusCode: number | null): AlertType {
  if (problem === 'slow') return 'SLOW';
  if (problem === 'metadata') return 'METADATA_MISSING';
  return kind === 'URL' && statusCode === null ? 'ERROR' : 'DOWN';
}

/**
 * The sentence of a problem for the administrator: 'Checkout: https://shop.example.com/ is down: HTTP 503'. It may
 * quote the target.
 */
export function problemSentence(websiteName: string, monitor: NamedMonitor, problem: Problem, cause: string): string {
  return `${websiteName}: ${targetName(monitor)}${verbOf(problem, cause)}${cause}`;
}

/**
 * The sentence of a problem's end. Omits the duration (milliseconds) when it is unknown. `cause`: that of the
 * problem's alert, or null.
 */
export function recoverySentence(
  websiteName: string,
  monitor: NamedMonitor,
  problem: Problem,
  lasted: number | null,
  cause: string | null = null,
): string {
  return `${websiteName}: ${targetName(monitor)} ${endedWords(problem, cause)}${durationWords(lasted)}`;
}

const durationWords = (lasted: number | null): string =>
  lasted === null ? '' : ` after ${formatDuration(lasted / 1000)}`;

/** Public texts for a page that is not indexable as configured, and for its recovery. */
const searchWords = {
  begun: 'is not as search engines should find it',
  ended: 'is as search engines should find it again',
};

/**
 * Public text that replaces a message quoting content or configuration; null when the message may be published.
 * `said`: the check's own public text.
 */
export function publicMessageOf(problem: Problem, cause: string, said: string | undefined): string | null {
  if (isAboutSearch(problem, cause)) return searchWords.begun;
  return problem !== 'outage' || said === undefined ? null : `${problemVerbs.outage.trim()} ${said}`;
}

/** The public text of a problem's end, from that of its beginning. */
export const publicEndOf = (begun: string | null): string | null =>
  begun === searchWords.begun ? searchWords.ended : null;

/** The facts for the public sentence of an alert. Times in milliseconds since the epoch. */
export type PublicAlertFacts = Pick<AlertRow, 'cause' | 'created_at' | 'public_message'> &
  NamedMonitor & {
    alert_type: PublicAlertType;
    problem: Problem;
    website_name: string;
    /** On RECOVERED: when the problem began; null when its alert was deleted. */
    problem_since: number | null;
  };

/**
 * The public sentence of an alert: present public names and the kind of problem. It never quotes the stored sentence,
 * which may quote the target or a former address.
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
  // Which meta tag is missing is configuration, and not public.
  if (problem === 'metadata') return start + problemVerbs.metadata.replace(/: $/, '');
  return start + problemVerbs[problem] + publicCauseOf(alert);
}

/** The parts of the public sentence, for other languages. `cause` is empty when the sentence has none. */
export function publicSentenceParts(alert: PublicAlertFacts) {
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

/** The cause of a problem: 'HTTP 503', '6.12s, limit 5.00s'. It may quote the target. */
export function causeOf(
  monitor: Pick<MonitorRow, 'kind' | 'response_time_threshold_seconds' | 'metadata_tag' | 'metadata_value'>,
  problem: Problem,
  check: Pick<FinishedCheck, 'response_time_us' | 'metadata_found' | 'error_message' | 'slow_cause'>,
): string {
  if (problem === 'outage') return check.error_message ?? unknownCause;
  if (problem === 'metadata') {
    const { metadata_tag: tag, metadata_value: value } = monitor;
    const lacked = check.metadata_found === false ? [value ? `${tag} = ${value}` : `${tag}`] : [];
    return [...lacked, ...(check.error_message === null ? [] : [check.error_message])].join('; ');
  }
  if (check.slow_cause !== undefined) return check.slow_cause;
  const seconds = check.response_time_us === null ? null : check.response_time_us / 1e6;
  const limit = formatResponseTime(monitor.kind, monitor.response_time_threshold_seconds);
  return `${formatResponseTime(monitor.kind, seconds)}, limit ${limit}`;
}
