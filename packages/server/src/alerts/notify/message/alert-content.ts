import type { DeliveryPurpose } from '@upvigil/core/contract/alerts';
import type { MonitorKind } from '@upvigil/core/contract/monitor-kinds/registry';
import type { AlertType, Severity } from '@upvigil/core/contract/names/alerts';
import { formatDuration } from '@upvigil/core/format/duration';
import { isAboutSearch } from '@upvigil/core/texts/problems';
import type { AlertSubject } from '../../../base/domain/problems.ts';

/** An alert with all that a message says of it. Times in milliseconds since the epoch. */
export interface AlertContent {
  alert_id: number;
  alert_type: AlertType;
  problem: AlertSubject;
  /** The alert's fixed sentence. */
  message: string;
  /** How we know of the problem: 'HTTP 503'; null on RECOVERED, and where an older version stored none. */
  cause: string | null;
  created_at: number;
  website_id: number;
  website_name: string;
  monitor_id: number;
  kind: MonitorKind;
  /** How people call the target: its URL, or 'Database (db.example.com:5432)'. */
  target: string;
  /** How many checks in a row confirm a problem of this monitor. */
  failure_threshold: number;
  /** When this problem last ended, or when the monitor was added; null on RECOVERED. */
  fine_since: number | null;
  /** True when `fine_since` is when the monitor was added. */
  is_first_problem: boolean;
  /** On RECOVERED: when the problem began; null when its alert was deleted meanwhile. */
  problem_since: number | null;
  /** On RECOVERED: how the problem was known; null where nobody knows it any more. */
  problem_cause: string | null;
  /** Where the problem ended before it was sent: 'was down for 60 s'; null on all others. */
  over: string | null;
  /** On RECOVERED: the alert that it ends; null on all others. */
  ends_alert_id: number | null;
  /** When the first check failed that led to it; null on RECOVERED, and where an older version stored none. */
  began_at: number | null;
  /** When its problem ended; null while it lasts, and on RECOVERED. */
  ended_at: number | null;
  severity: Severity;
  acknowledged_at: number | null;
  acknowledged_by: string | null;
  /** The change before it, with its type: 'DOWN 42 s after v1.4.2'; null for nothing. */
  mark: string | null;
  /** It began while its target was worked on. */
  is_during_maintenance: boolean;
  /** The purpose of the delivery that the message was made for. */
  purpose: DeliveryPurpose;
}

/** Up to this, a length is said in seconds. */
const mostSeconds = 120;

const lengthOf = (milliseconds: number): string => {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  return seconds <= mostSeconds ? `${seconds} s` : formatDuration(seconds);
};

const verbs = { outage: 'was down', slow: 'was slow', metadata: 'lacked its meta tag' } as const;

/**
 * The content of a message about a problem that ended before the message was sent: how long it lasted. `content` is unchanged
 * where the beginning or the end is unknown.
 */
export function overContent(content: AlertContent): AlertContent {
  const { alert_type, problem, created_at, ended_at, problem_since, website_name, target } = content;
  const isEnd = alert_type === 'RECOVERED';
  const [began, ended] = isEnd ? [problem_since, created_at] : [created_at, ended_at];
  if (began === null || ended === null) return content;
  const cause = isEnd ? content.problem_cause : content.cause;
  const hasVerb = problem in verbs && !isAboutSearch(problem, cause);
  const verb = hasVerb ? verbs[problem as keyof typeof verbs] : 'had a problem';
  const over = `${verb} for ${lengthOf(ended - began)}`;
  return { ...content, over, message: `${website_name}: ${target} ${over}${cause === null ? '' : `: ${cause}`}` };
}
