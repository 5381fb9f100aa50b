import type { Severity } from '../contract/names/alerts.ts';
import type { ChannelSwitches, Policy, Route, TimeSpan, Weekday } from '../contract/routing.ts';

/** In the order of the week. */
export const dayWords: Readonly<Record<Weekday, string>> = {
  mon: 'Mon',
  tue: 'Tue',
  wed: 'Wed',
  thu: 'Thu',
  fri: 'Fri',
  sat: 'Sat',
  sun: 'Sun',
};
const week = Object.keys(dayWords) as Weekday[];

const listOf = (words: readonly string[], kind: 'conjunction' | 'disjunction' = 'conjunction'): string =>
  new Intl.ListFormat('en', { type: kind }).format(words);

/** 'Mon to Fri', 'Sat and Sun'; empty for the whole week. */
function daysInWords(days: readonly Weekday[]): string {
  const at = week.flatMap((day, index) => (days.includes(day) ? [index] : []));
  const [first = 0, last = 0] = [at[0], at.at(-1)];
  if (at.length === week.length) return '';
  const words = at.map((index) => dayWords[week[index] as Weekday]);
  return at.length > 2 && last - first === at.length - 1 ? `${words[0]} to ${words.at(-1)}` : listOf(words);
}

/** 'between 22:00 and 07:00', 'Sat and Sun all day'. A span with equal start and end lasts a day. */
export function spanInWords({ days, from, to }: TimeSpan): string {
  const hours = from === to ? 'all day' : `between ${from} and ${to}`;
  return [daysInWords(days), hours].filter(Boolean).join(' ');
}

const spansInWords = (spans: readonly TimeSpan[]): string => listOf(spans.map(spanInWords), 'disjunction');

const severityWords: Record<Severity, string> = { critical: 'Critical alerts', warning: 'Warnings' };

function alertsInWords({ alert_types, severities }: Pick<Route, 'alert_types' | 'severities'>): string {
  const [severity] = severities.length === 1 ? severities : [];
  if (alert_types.length === 0) return severity ? severityWords[severity] : 'All alerts';
  return alert_types.join(', ') + (severity ? ` that are ${severity === 'critical' ? 'critical' : 'warnings'}` : '');
}

/** Names for the ids of a rule. */
interface RouteNames {
  /** Names of its websites and monitors, in their order. */
  targets: readonly string[];
  /** Name of its policy; null if nobody is notified. */
  policy: string | null;
}

/** 'DOWN, ERROR on Shop between 22:00 and 07:00 go to "Night"'. */
export function routeSentence(route: Route, { targets, policy }: RouteNames): string {
  return [
    alertsInWords(route),
    targets.length === 0 ? '' : `on ${listOf(targets)}`,
    route.tags.length === 0 ? '' : `with the tag ${listOf(route.tags, 'disjunction')}`,
    route.when.length === 0 ? '' : spansInWords(route.when),
    policy === null ? 'notify nobody' : `go to "${policy}"`,
  ]
    .filter(Boolean)
    .join(' ');
}

/** 'at once', 'after 15 min', 'after 1 h 30 min'. */
export function stepTime(minutes: number): string {
  if (minutes === 0) return 'at once';
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  return `after ${[hours ? `${hours} h` : '', rest ? `${rest} min` : ''].filter(Boolean).join(' ')}`;
}

/** A sentence for each step of a policy, and one for its reminders: 'At once: email and Slack'. */
export function policySentences(
  { steps, remind_minutes }: Policy,
  nameOf: (ref: Policy['steps'][number]['channels'][number]) => string,
): string[] {
  const sentences = steps.map(({ after_minutes, channels }) => {
    const when = stepTime(after_minutes);
    return `${when.charAt(0).toUpperCase()}${when.slice(1)}: ${listOf(channels.map(nameOf))}`;
  });
  if (sentences.length === 0) return ['Notifies nobody'];
  return remind_minutes === null
    ? sentences
    : [...sentences, `Again ${stepTime(remind_minutes)}, then after twice as long each time`];
}

/**
 * The alerts that a channel accepts: 'All alerts at any time', 'Critical alerts only, quiet between 22:00 and 07:00'.
 */
export function switchesSentence(switches: ChannelSwitches | undefined): string {
  if (!switches) return 'All alerts at any time';
  const { alert_types, min_severity, quiet } = switches;
  const types = alert_types.length === 0 ? '' : `${alert_types.join(', ')} only`;
  const severity = min_severity === 'critical' ? 'critical alerts only' : '';
  const hours = quiet.length === 0 ? '' : `quiet ${spansInWords(quiet)}`;
  const words = [types, severity, hours].filter(Boolean).join(', ');
  if (words === '') return 'All alerts at any time';
  return words.charAt(0).toUpperCase() + words.slice(1);
}
