import { formatDuration } from '@upvigil/core/format/duration';
import { isAboutSearch } from '@upvigil/core/status/problem-sentences';
import type { AlertContent } from './alert-content.ts';

/** Up to this, a length is said in seconds. */
const mostSeconds = 120;

const lengthOf = (milliseconds: number): string => {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  return seconds <= mostSeconds ? `${seconds} s` : formatDuration(seconds);
};

const verbs = { outage: 'was down', slow: 'was slow', metadata: 'lacked its meta tag' } as const;

/**
 * What a message says of a problem that ended before it was sent, by the alert of its beginning or of its end: that it was
 * there, and for how long. As it is where nobody knows when it began or ended.
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
