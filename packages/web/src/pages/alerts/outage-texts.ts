import type { Alert } from '@upvigil/core/contract/alerts';
import { shortTarget } from '@upvigil/core/format/monitor-name';
import { durationSoFar, shortDuration } from '@upvigil/core/format/short-duration';
import type { Outage } from '@upvigil/core/status/outages';
import type { Tone } from '@upvigil/core/status/tone';
import { problemOf, sentenceParts } from '@upvigil/core/texts/problems';
import { dayName, formatTime, startOfLocalDay } from '../../components/time/time-format.ts';

export interface ServiceWords {
  /** Text before and after the name that matters less: a URL's host; host and port of a network service. */
  before: string;
  name: string;
  after: string;
  /** Empty if the message does not contain it. */
  cause: string;
}

/** Service and cause from the message of an alert; the message without the website if it has another format. */
export function serviceWords(alert: Alert): ServiceWords {
  const { target, cause } = sentenceParts(alert) ?? { target: withoutWebsite(alert), cause: '' };
  const [, host = '', path = ''] = /^(\w+:\/\/[^/?#]*\/?)(.*)$/.exec(target) ?? [];
  if (path) return { before: host, name: path, after: '', cause };
  const [, name = target, address = ''] = /^(.+)( \(\S+\))$/.exec(target) ?? [];
  return { before: '', name, after: address, cause };
}

function withoutWebsite({ message, website_name }: Alert): string {
  const prefix = `${website_name}: `;
  return message.startsWith(prefix) ? message.slice(prefix.length) : message;
}

/** Short name of a service: the path of a URL, its host if it has no path, or the name of a network service. */
export const shortName = ({ before, name, after }: ServiceWords): string => shortTarget(before + name + after);

/** Address of a service, host first: ['shop.example.org', '/checkout']; null if the short name already says it. */
export function addressParts({ before, name, after }: ServiceWords): [host: string, rest: string] | null {
  if (before) return [before.replace(/^\w+:\/\/|\/$/g, ''), `/${name}`];
  const [, url = '', path = ''] = /^ \(\w+:\/\/([^/?#]+)(.*)\)$/.exec(after) ?? [];
  if (url) return [url, path];
  const [, host = '', port = ''] = /^ \((.+?)(:\d+)?\)$/.exec(after) ?? [];
  return host ? [host, port] : null;
}

/** Cause of an alert, or the outcome of a recovery: 'HTTP 503', 'up again after 4 minutes'. */
export function causeWords(alert: Alert, { cause }: ServiceWords): string {
  const target = alert.alert_type === 'RECOVERED' ? sentenceParts(alert)?.target : undefined;
  if (target === undefined) return cause;
  return alert.message.slice(`${alert.website_name}: ${target} `.length).replace(/^(is|has) /, '');
}

const problemTones: Record<NonNullable<ReturnType<typeof problemOf>>, Tone> = {
  outage: 'down',
  slow: 'warn',
  metadata: 'none',
  certificate: 'warn',
  domain: 'warn',
};

/** An alert by itself, without its recovery. */
export const alertAsOutage = (alert: Alert): Outage => ({
  alert,
  recovery: null,
  started_at: Date.parse(alert.created_at),
  ended_at: alert.ended_at === null ? null : Date.parse(alert.ended_at),
  isOpen: false,
});

/** Tone of the problem, even if only its recovery is known. */
export function problemTone(alert: Alert): Tone {
  const problem = problemOf(alert);
  return problem === null ? 'none' : problemTones[problem];
}

/** '42 min', '<1 min' for an open outage, a dash if start or end is unknown. */
export function durationWords({ started_at, ended_at, isOpen }: Outage, now: number): string {
  if (started_at === null) return '–';
  if (isOpen) return durationSoFar(now - started_at);
  return ended_at === null ? '–' : shortDuration(ended_at - started_at);
}

/** '17:42 to now', '08:27 to 08:31', 'until 08:31'; with the date if it differs from the group's day. */
export function spanWords({ started_at, ended_at, isOpen }: Outage, now: number): string {
  const day = startOfLocalDay(isOpen ? now : (ended_at ?? started_at ?? now));
  const format = (time: number): string => {
    const clock = formatTime(time, 'hourMinute');
    return startOfLocalDay(time) === day ? clock : `${formatTime(time, 'dayMonth')}, ${clock}`;
  };
  if (started_at === null) return ended_at === null ? '' : `until ${format(ended_at)}`;
  if (isOpen) return `${format(started_at)} to now`;
  return ended_at === null ? `from ${format(started_at)}` : `${format(started_at)} to ${format(ended_at)}`;
}

interface OutageGroup {
  /** 'Open now', 'Ended today', 'Ended Friday 20 November'. */
  title: string;
  outages: Outage[];
}

/** Open outages, then ended ones by day. Keeps the order of the outages. */
export function groupOutages(outages: readonly Outage[], now: number): OutageGroup[] {
  const groups: OutageGroup[] = [];
  for (const outage of outages) {
    const title = groupTitle(outage, now);
    const last = groups.at(-1);
    if (last?.title === title) last.outages.push(outage);
    else groups.push({ title, outages: [outage] });
  }
  return groups;
}

function groupTitle({ started_at, ended_at, isOpen }: Outage, now: number): string {
  if (isOpen) return 'Open now';
  const name = dayName(ended_at ?? started_at ?? now, now);
  return `Ended ${/day$/.test(name) ? name.toLowerCase() : name}`;
}
