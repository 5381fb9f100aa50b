import { nameOfTarget } from '@upvigil/core/format/monitor-name';
import type { MessageExtras, Note } from '../channel.ts';
import type { AlertContent } from './alert-content.ts';
import { cleanContent } from './clean-content.ts';
import { cutToFit } from './cut-text.ts';
import {
  alertsLink,
  countsByType,
  formatHour,
  monitorLink,
  moreWords,
  oneLine,
  purposeLead,
  websiteNames,
  wellFormed,
} from './message.ts';
import { distinctTargets, fitSentence } from './sentence.ts';

/**
 * The texts of SMS, which are short and cost money: one message names as many alerts as fit and counts the others.
 * Its links are kept whole or left out.
 */

/** Characters of one SMS, and of two that are shown as one message (3GPP TS 23.038, in the default alphabet). */
const smsCharacters = { one: 160, two: 306 } as const;

/** The text of an SMS: 160 characters for one alert, 306 (two SMS) for several. */
export function smsText(contents: readonly AlertContent[], extras: MessageExtras): string {
  const { throttledUntil } = extras;
  const ending = throttledUntil === null ? '' : ` Further SMS wait until ${formatHour(throttledUntil)}.`;
  const [first] = contents;
  if (contents.length === 1 && first) return smsOfOne(first, extras, smsCharacters.one - ending.length) + ending;
  return smsOfMany(contents, extras, smsCharacters.two - ending.length) + ending;
}

/** The text of an SMS without alerts, of up to two SMS. Its link is kept whole. */
export function smsNote({ title, text, link }: Note): string {
  const ending = link === null ? '' : ` ${link.url}`;
  return cutSms(wellFormed(`${title}: ${text}`), smsCharacters.two - ending.length) + ending;
}

const cutSms = (text: string, most: number): string => cutToFit(text, { most, unit: 'characters' }, '...');

type Links = Pick<MessageExtras, 'publicUrl' | 'acknowledgeUrl'>;

/** The possible endings of a text, the best first: an action is more useful than details. */
const endings = (details: string, acknowledgeUrl: string | null): string[] => [
  ...(acknowledgeUrl === null ? [] : [` ${details} Acknowledge: ${acknowledgeUrl}`, ` Acknowledge: ${acknowledgeUrl}`]),
  ` ${details}`,
];

/** A text that is too long first loses its links, then the middle of the names in its sentence. */
function smsOfOne(content: AlertContent, { publicUrl, acknowledgeUrl }: Links, room: number): string {
  const since = content.alert_type === 'RECOVERED' ? '' : ` Since ${formatHour(content.created_at)}.`;
  const lead = leadOf(content);
  const said = cleanContent(content);
  const sentence = `${lead}${said.message}.`;
  const fitting = endings(monitorLink(publicUrl, content), acknowledgeUrl).find(
    (link) => sentence.length + since.length + link.length <= room,
  );
  if (fitting !== undefined) return sentence + since + fitting;
  return `${lead}${fitSentence(said, room - since.length - lead.length - 1, '...')}.${since}`;
}

/** The sentence itself says that a target is down, but not that it still is. */
const leadOf = (content: AlertContent): string =>
  content.purpose === 'reminder' ? `Still ${content.alert_type}: ` : purposeLead([content]);

function smsOfMany(contents: readonly AlertContent[], { publicUrl, acknowledgeUrl }: Links, room: number): string {
  const start = `${purposeLead(contents)}${countsByType(contents)}: `;
  const texts = endings(alertsLink(publicUrl), acknowledgeUrl).map((link) => ({
    link,
    named: namesThatFit(contents, room - start.length - link.length),
  }));
  // Further links must not replace names; only the first link always stays.
  const most = Math.max(...texts.map(({ named }) => named.length));
  const { link, named } = texts.find((text) => text.named.length === most) ?? { link: '', named: [] };
  const names =
    named.length === 0 ? oneLine(websiteNames(contents)) : named.join(', ') + more(contents.length - named.length);
  return cutSms(start + names, room - link.length) + link;
}

function namesThatFit(contents: readonly AlertContent[], room: number): string[] {
  const named: string[] = [];
  const targets = contents.map((content) => oneLine(content.target));
  for (const target of distinctTargets(targets, nameOfTarget)) {
    const left = contents.length - named.length - 1;
    if ([...named, target].join(', ').length + more(left).length > room) break;
    named.push(target);
  }
  return named;
}

const more = (count: number): string => (count > 0 ? ` ${moreWords(count)}` : '');
