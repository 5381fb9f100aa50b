import type { AlertType } from '@upvigil/core/alert-types';
import { formatDuration } from '@upvigil/core/format/duration';
import { formatHostPort } from '@upvigil/core/format/host-port';
import { formatResponseTime } from '@upvigil/core/format/response-time';
import { withoutCredentials } from '@upvigil/core/format/without-credentials';
import { publicCause, unknownCause } from '@upvigil/core/public-causes';
import { problemVerbs, recoveryWords } from '@upvigil/core/status/problem-sentences';
import type { FinishedCheck } from '../domain/check.ts';
import type { Problem } from '../domain/problems.ts';
import type { AlertRow, MonitorRow } from '../storage/tables.ts';

type NamedTarget = Pick<MonitorRow, 'kind' | 'name' | 'target' | 'port'>;

/** How alerts name a monitor: its URL without credentials, because alerts are public, or 'Database (db.example.com:5432)'. */
export function targetName({ kind, name, target, port }: NamedTarget): string {
  if (kind === 'URL') return withoutCredentials(target);
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
  return `${websiteName}: ${targetName(monitor)}${problemVerbs[problem]}${cause}`;
}

/** The sentence of a problem's end; without its duration, in milliseconds, where nobody knows it any more. */
export function recoverySentence(
  websiteName: string,
  monitor: NamedTarget,
  problem: Problem,
  lasted: number | null,
): string {
  const duration = lasted === null ? '' : ` after ${formatDuration(lasted / 1000)}`;
  return `${websiteName}: ${targetName(monitor)} ${recoveryWords[problem]}${duration}`;
}

/** What the public sentence of an alert is made from. Times in milliseconds since the epoch. */
export type PublicAlertFacts = Pick<AlertRow, 'alert_type' | 'problem' | 'cause' | 'created_at'> &
  NamedTarget & {
    website_name: string;
    /** On RECOVERED: when the problem began; null when its alert was deleted. */
    problem_since: number | null;
  };

/**
 * What anybody may read of an alert: public names as they are now, and the kind of the problem. Nothing of the stored
 * sentence is taken over: it may quote the target or name an address that it had before.
 */
export function publicSentence(alert: PublicAlertFacts): string {
  const { alert_type, problem, cause, created_at, website_name, problem_since } = alert;
  if (alert_type === 'RECOVERED') {
    return recoverySentence(website_name, alert, problem, problem_since === null ? null : created_at - problem_since);
  }
  const start = `${website_name}: ${targetName(alert)}`;
  // A meta tag is a setting, which the public need not know.
  if (problem === 'metadata') return start + problemVerbs.metadata.replace(/: $/, '');
  return start + problemVerbs[problem] + (cause === null ? unknownCause : publicCause(cause));
}

/** The same in parts, for the public pages of other languages. `cause` is empty where the sentence has none. */
export function saidOfAlert({ alert_type, problem, cause, created_at, problem_since, ...alert }: PublicAlertFacts) {
  const isEnd = alert_type === 'RECOVERED';
  return {
    ...{ target: `${alert.website_name}: ${targetName(alert)}`, problem },
    cause: isEnd || problem === 'metadata' ? '' : cause === null ? unknownCause : publicCause(cause),
    lasted_seconds: isEnd && problem_since !== null ? (created_at - problem_since) / 1000 : null,
  };
}

/** How we know of a problem that a check shows: 'HTTP 503', '6.12s, limit 5.00s'. It may quote the target. */
export function causeOf(
  monitor: Pick<MonitorRow, 'kind' | 'response_time_threshold_seconds' | 'metadata_tag' | 'metadata_value'>,
  problem: Problem,
  check: Pick<FinishedCheck, 'response_time_us' | 'error_message'>,
): string {
  if (problem === 'outage') return check.error_message ?? unknownCause;
  if (problem === 'metadata') {
    return monitor.metadata_value ? `${monitor.metadata_tag} = ${monitor.metadata_value}` : `${monitor.metadata_tag}`;
  }
  const seconds = check.response_time_us === null ? null : check.response_time_us / 1e6;
  const limit = formatResponseTime(monitor.kind, monitor.response_time_threshold_seconds);
  return `${formatResponseTime(monitor.kind, seconds)}, limit ${limit}`;
}
