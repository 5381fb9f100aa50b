import { endedAgo, recoveryWords, verbOf } from '@upvigil/core/texts/problems';
import { dayMs } from '@upvigil/core/time';
import { targetName } from '../../base/domain/monitor-name.ts';
import type { MonitorRow } from '../../storage/tables.ts';
import { daysLeft, type Notice } from './notices.ts';

/** A monitor affected by an expiry. */
export type ConcernedMonitor = Pick<
  MonitorRow,
  'id' | 'website_id' | 'kind' | 'name' | 'target' | 'port' | 'severity' | 'tags'
> & {
  website_name: string;
};

/** Further monitors are counted, not named. */
const mostNamed = 5;

/** 'in 6 days, on 2026-11-29', followed by the consequence of a late renewal; '3 days ago, on 2026-11-20'. */
export function expiryCause(end: number, notices: readonly Notice[], now: number): string {
  const date = new Date(end).toISOString().slice(0, 10);
  const isOnlyLate = end > now && notices.every((notice) => notice === 'late');
  return `${daysWords(end, now)}, on ${date}${isOnlyLate ? ': it should have been renewed by now' : ''}`;
}

function daysWords(end: number, now: number): string {
  if (end <= now) return agoWords(Math.floor((now - end) / dayMs));
  const left = daysLeft(end, now);
  if (end - now < dayMs) return 'in less than a day';
  return left === 1 ? 'in 1 day' : `in ${left} days`;
}

function agoWords(days: number): string {
  if (days === 0) return `less than a day${endedAgo}`;
  return `${days === 1 ? '1 day' : `${days} days`}${endedAgo}`;
}

/** 'the certificate for *.example.com of https://shop.example.com/ and Mail (mail.example.com:993)'. */
export const certificateName = (names: readonly string[], monitors: readonly ConcernedMonitor[]): string =>
  `the certificate${names[0] ? ` for ${names[0]}` : ''} of ${listed(monitors.map(targetName))}`;

/** 'the domain example.com of https://shop.example.com/'. */
export const domainName = (name: string, monitors: readonly ConcernedMonitor[]): string =>
  `the domain ${name} of ${listed(monitors.map(targetName))}`;

/** 'a, b and c'; of many the first ones and the number of the others. */
function listed(names: readonly string[]): string {
  const named = names.length > mostNamed ? names.slice(0, mostNamed - 1) : names;
  const rest = names.length - named.length;
  const parts = rest > 0 ? [...named, `${rest} more`] : named;
  const last = parts.at(-1) ?? '';
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')} and ${last}`;
}

export const expirySentence = (websiteName: string, subject: 'certificate' | 'domain', what: string, cause: string) =>
  `${websiteName}: ${what}${verbOf(subject, cause)}${cause}`;

/** 'Shop: the certificate for … of … was replaced'. */
export const renewalSentence = (websiteName: string, subject: 'certificate' | 'domain', what: string): string =>
  `${websiteName}: ${what} ${recoveryWords[subject]}`;
