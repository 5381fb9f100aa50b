import type { AlertType } from '../alert-types.ts';
import type { Alert } from '../contract/alerts.ts';

/** What alerts call problems in their sentences. */
type ProblemName = 'outage' | 'slow' | 'metadata';

/** Between the target and the cause: 'https://shop.example.org/ is down: HTTP 503'. */
export const problemVerbs: Readonly<Record<ProblemName, string>> = {
  outage: ' is down: ',
  slow: ' is slow: ',
  metadata: ' lacks its meta tag: ',
};

/** After the target when the problem has ended: 'https://shop.example.org/ is up again after 12 seconds'. */
export const recoveryWords: Readonly<Record<ProblemName, string>> = {
  outage: 'is up again',
  slow: 'is fast again',
  metadata: 'has its meta tag again',
};

const problemsByType: Record<Exclude<AlertType, 'RECOVERED'>, ProblemName> = {
  DOWN: 'outage',
  ERROR: 'outage',
  SLOW: 'slow',
  METADATA_MISSING: 'metadata',
};

type Said = Pick<Alert, 'alert_type' | 'message' | 'website_name'>;

/** The problem that an alert tells of, or ended; null where the words of its sentence are others. */
export function problemOf({ alert_type, message }: Said): ProblemName | null {
  if (alert_type !== 'RECOVERED') return problemsByType[alert_type];
  const ended = Object.entries(recoveryWords).find(([, words]) =>
    new RegExp(` ${words}( after [a-z0-9 ]+)?$`).test(message),
  );
  return (ended?.[0] as ProblemName | undefined) ?? null;
}

/** Target and cause out of the sentence of a problem, or of its end, which has no cause; null where it reads otherwise. */
export function sentenceParts(alert: Said): { target: string; cause: string } | null {
  const { alert_type, message, website_name } = alert;
  const problem = problemOf(alert);
  const start = `${website_name}: `;
  if (problem === null || !message.startsWith(start)) return null;
  const rest = message.slice(start.length);
  const verb = alert_type === 'RECOVERED' ? ` ${recoveryWords[problem]}` : problemVerbs[problem];
  // The verb of an end stands last; a cause may quote any words, so that of a problem is the first.
  const at = alert_type === 'RECOVERED' ? rest.lastIndexOf(verb) : rest.indexOf(verb);
  if (at < 0) return null;
  return { target: rest.slice(0, at), cause: alert_type === 'RECOVERED' ? '' : rest.slice(at + verb.length) };
}
