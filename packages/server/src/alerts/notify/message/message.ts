import { type AlertType, alertTypes } from '@upvigil/core/contract/names/alerts';
import { monitorPath } from '@upvigil/core/contract/names/paths';
import { defaults } from '@upvigil/core/defaults';
import { formatDuration } from '@upvigil/core/format/duration';
import { stripControls } from '@upvigil/core/format/foreign-text';
import { shortTarget } from '@upvigil/core/format/monitor-name';
import type { AlertContent } from './alert-content.ts';
import { cutToFit } from './cut-text.ts';
import { distinctTargets, fitSentence } from './sentence.ts';

/** The texts of all messages, as plain text: each channel lays them out and escapes them in its own way. */

/** One line about an alert: 'Since' and '2026-03-10 12:00:00 UTC'. */
export interface Fact {
  label: string;
  value: string;
}

/** Nearly all clients show a subject or Slack header of this length in full. */
const mostSubjectCharacters = 150;

/** The address of an alert's monitor, with its history opened. */
export const monitorLink = (
  publicUrl: string,
  { website_id, kind, monitor_id }: Pick<AlertContent, 'website_id' | 'kind' | 'monitor_id'>,
): string => publicUrl + monitorPath(website_id, kind, monitor_id);
export const alertsLink = (publicUrl: string): string => `${publicUrl}/alerts`;

/** Milliseconds since the epoch as '2026-03-10 12:00:00 UTC'. */
const formatTime = (time: number): string => `${new Date(time).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
/** Milliseconds since the epoch as '12:00 UTC'. */
export const formatHour = (time: number): string => `${new Date(time).toISOString().slice(11, 16)} UTC`;

/** The subject of an email, and the short text of a Slack message. */
export function subject(contents: readonly AlertContent[]): string {
  const [first] = contents;
  if (contents.length !== 1 || !first)
    return cutToFit(foldedTitle(contents), { most: mostSubjectCharacters, unit: 'characters' });
  return purposeLead(contents) + titleOf(first, mostSubjectCharacters - purposeLead(contents).length);
}

/** 'DOWN: Shop: https://shop.example.com/ is down: HTTP 503', of at most so many characters. */
export function titleOf(content: AlertContent, most: number): string {
  const lead = `${whatOf(content)}: `;
  const sentence = fitSentence(content, Math.max(0, most - lead.length), '…');
  return cutToFit(lead + sentence, { most, unit: 'characters' });
}

/** 'DOWN', 'DOWN 42 s after v1.4.2', or 'DOWN since 13:40 UTC, during maintenance'. */
function whatOf({ alert_type, mark, is_during_maintenance, began_at, created_at }: AlertContent): string {
  if (is_during_maintenance) return `${alert_type} since ${formatHour(began_at ?? created_at)}, during maintenance`;
  return mark ?? alert_type;
}

/** '12 alerts: 10 DOWN, 2 RECOVERED (Checkout, Shop and 3 more websites)'. */
export function foldedTitle(contents: readonly AlertContent[]): string {
  return `${purposeLead(contents)}${countsByType(contents)} (${websiteNames(contents)})`;
}

/** The prefix of a subject when all alerts have the same later purpose: 'Still ', 'Escalated: '. */
export function purposeLead(contents: readonly AlertContent[]): string {
  const leads = new Set(contents.map(leadOfOne));
  const [lead = ''] = leads;
  return leads.size === 1 ? lead : '';
}

function leadOfOne({ purpose, acknowledged_by: by }: AlertContent): string {
  if (purpose === 'reminder') return 'Still ';
  if (purpose === 'escalation') return 'Escalated: ';
  if (purpose === 'acknowledgement') return by === null ? 'Acknowledged: ' : `Acknowledged by ${by}: `;
  return '';
}

/** The type of one alert among others: 'DOWN', or 'still DOWN' for a reminder. */
const typeInList = ({ alert_type, purpose }: AlertContent): string =>
  purpose === 'reminder' ? `still ${alert_type}` : alert_type;

export function countsByType(contents: readonly AlertContent[]): string {
  const counts = alertTypes.flatMap((type: AlertType) => {
    const count = contents.filter((content) => content.alert_type === type).length;
    return count === 0 ? [] : [`${count} ${type}`];
  });
  return `${contents.length} alerts: ${counts.join(', ')}`;
}

/** The number of alerts that a message does not name. */
export const moreWords = (count: number): string => `and ${count} more`;

const mostWebsitesInTitle = 3;

export function websiteNames(contents: readonly AlertContent[]): string {
  const names = [...new Set(contents.map((content) => content.website_name))];
  const shown = names.slice(0, mostWebsitesInTitle).join(', ');
  const more = names.length - mostWebsitesInTitle;
  if (more <= 0) return shown;
  return `${shown} and ${more} more ${more === 1 ? 'website' : 'websites'}`;
}

/** The facts for a person who is woken by an alert: since when, the cause, and how long it had been fine. */
export function facts(content: AlertContent): Fact[] {
  return content.alert_type === 'RECOVERED' ? recoveryFacts(content) : problemFacts(content);
}

function problemFacts(content: AlertContent): Fact[] {
  const checks = content.failure_threshold;
  const confirmation = checks === 1 ? 'seen by one check' : `seen by ${checks} checks in a row`;
  return [
    { label: 'Since', value: formatTime(content.created_at) },
    ...(content.ended_at === null ? [] : [{ label: 'Until', value: formatTime(content.ended_at) }]),
    { label: 'How we know', value: `${content.cause ?? content.message}, ${confirmation}` },
    ...(content.fine_since === null ? [] : [{ label: 'Fine before', value: fineBefore(content, content.fine_since) }]),
  ];
}

function fineBefore({ created_at, is_first_problem }: AlertContent, fineSince: number): string {
  const since = is_first_problem ? 'since it was added' : 'since the last such problem';
  return `for ${formatDuration((created_at - fineSince) / 1000)}, ${since}`;
}

function recoveryFacts(content: AlertContent): Fact[] {
  const checks = content.recovery_threshold;
  return [
    { label: 'Recovered at', value: formatTime(content.created_at) },
    ...(content.problem_since === null ? [] : [{ label: 'Problem since', value: formatTime(content.problem_since) }]),
    { label: 'How we know', value: checks === 1 ? 'a successful check' : `${checks} successful checks in a row` },
  ];
}

/** One line of a list of alerts. */
export const listLine = (content: AlertContent): string =>
  `${formatHour(content.created_at)}  ${typeInList(content)}  ${content.message}`;

/** Alerts with the same website, type and cause. They are named together, so that hundreds fit into one message. */
interface AlertContentGroup {
  /** 'Checkout, DOWN, HTTP 503'. */
  title: string;
  /** Short: their website stands in the title. */
  targets: string[];
}

export function groupAlertContents(contents: readonly AlertContent[]): AlertContentGroup[] {
  const groups = new Map<string, AlertContentGroup>();
  for (const content of contents) {
    const title = [content.website_name, typeInList(content), content.over, content.cause]
      .filter((part) => part !== null)
      .join(', ');
    const group = groups.get(title) ?? { title, targets: [] };
    groups.set(title, group);
    group.targets.push(content.target);
  }
  return [...groups.values()].map(({ title, targets }) => ({ title, targets: distinctTargets(targets, shortTarget) }));
}

/**
 * Foreign text must not start a line that looks like Upvigil's own, nor contain a lone surrogate, for which providers
 * refuse it.
 */
export const oneLine = (text: string): string => wellFormed(stripControls(text));
export const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, '\ufffd');

/** The texts of test messages. */
export const testTexts = {
  subject: `Test message from ${defaults.productName}`,
  body: `This is a test. Alerts of ${defaults.productName} will arrive here.`,
} as const;
