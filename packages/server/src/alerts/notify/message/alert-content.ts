import type { DeliveryPurpose } from '@upvigil/core/contract/alerts';
import type { MonitorKind } from '@upvigil/core/contract/monitor-kinds/registry';
import type { AlertType, Severity } from '@upvigil/core/contract/names/alerts';
import { formatDuration } from '@upvigil/core/format/duration';
import { isAboutSearch } from '@upvigil/core/texts/problems';
import type { AlertSubject } from '../../../base/domain/problems.ts';

/** An alert with all facts for messages. Times in milliseconds since the epoch. */
export interface AlertContent {
  alert_id: number;
  alert_type: AlertType;
  problem: AlertSubject;
  /** The alert's stored sentence. */
  message: string;
  /** The cause of the problem: 'HTTP 503'; null on RECOVERED, and for alerts of older versions. */
  cause: string | null;
  created_at: number;
  website_id: number;
  website_name: string;
  monitor_id: number;
  kind: MonitorKind;
  /** The name of the target: its URL, or 'Database (db.example.com:5432)'. */
  target: string;
  /** Of its monitor. */
  tags: readonly string[];
  /** The URL, or host and port. */
  address: string;
  /** Consecutive failed checks that confirm a problem of this monitor. */
  failure_threshold: number;
  /** Consecutive successful checks that end one. */
  recovery_threshold: number;
  /** When the previous problem ended, or when the monitor was added; null on RECOVERED. */
  fine_since: number | null;
  /** True when `fine_since` is the time when the monitor was added. */
  is_first_problem: boolean;
  /** On RECOVERED: when the problem began; null when its alert was deleted. */
  problem_since: number | null;
  /** On RECOVERED: the cause of the problem; null when it is unknown. */
  problem_cause: string | null;
  /** When the problem ended before it was sent: 'was down for 60 s'; null otherwise. */
  over: string | null;
  /** On RECOVERED: the alert that it ends; null otherwise. */
  ends_alert_id: number | null;
  /** The time of the first failed check; null on RECOVERED, and for alerts of older versions. */
  began_at: number | null;
  /** When its problem ended; null while it lasts, and on RECOVERED. */
  ended_at: number | null;
  severity: Severity;
  acknowledged_at: number | null;
  acknowledged_by: string | null;
  /** Its type with the deployment before it: 'DOWN 42 s after v1.4.2'; null without one. */
  mark: string | null;
  /** It began during maintenance of its target. */
  is_during_maintenance: boolean;
  /** The purpose of the delivery that the message was made for. */
  purpose: DeliveryPurpose;
}

/** Durations up to this are written in seconds. */
const mostSeconds = 120;

const lengthOf = (milliseconds: number): string => {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  return seconds <= mostSeconds ? `${seconds} s` : formatDuration(seconds);
};

const verbs = { outage: 'was down', slow: 'was slow', metadata: 'lacked its meta tag' } as const;

/**
 * The content for a problem that ended before the message was sent: its duration. Returns `content` unchanged when
 * start or end is unknown.
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
