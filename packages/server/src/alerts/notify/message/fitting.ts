import { stripLine } from '@upvigil/core/format/foreign-text';
import type { MessageExtras, Note } from '../channel.ts';
import type { AlertContent } from './alert-content.ts';
import { cutToFit, type Room, sizeOf } from './cut-text.ts';
import {
  alertsLink,
  facts,
  groupAlertContents,
  monitorLink,
  moreWords,
  oneLine,
  subject,
  wellFormed,
} from './message.ts';

/**
 * How many of these fit together, from the first. At least 1: a single one that does not fit is cut. `fits`: whether
 * these fit when the others are counted.
 */
export function fittingCount(
  contents: readonly AlertContent[],
  fits: (some: readonly AlertContent[], more: readonly AlertContent[]) => boolean,
): number {
  let [fitting, tooMany] = [1, contents.length + 1];
  while (tooMany - fitting > 1) {
    const middle = Math.floor((fitting + tooMany) / 2);
    if (fits(contents.slice(0, middle), contents.slice(middle))) fitting = middle;
    else tooMany = middle;
  }
  return Math.min(fitting, Math.max(1, contents.length));
}

/** A message as plain text, in parts that each channel combines in its own way. */
export interface PlainMessage {
  title: string;
  /** The text without links. */
  text: string;
  links: { label: string; url: string }[];
  /** Alerts that are counted and not named; the label of the first link includes the number. */
  more: number;
}

/** The text with the count, for channels without labelled links. */
export const textWithCount = ({ text, more }: Pick<PlainMessage, 'text' | 'more'>): string =>
  more > 0 ? `${text}\n${moreWords(more)}` : text;

/** One alert with all its facts, or a list that names each. `more`: alerts that are only counted. */
export function plainAlerts(
  contents: readonly AlertContent[],
  { publicUrl, acknowledgeUrl }: Pick<MessageExtras, 'publicUrl' | 'acknowledgeUrl'>,
  more: readonly AlertContent[] = [],
): PlainMessage {
  const [first] = contents;
  const isOne = contents.length === 1 && more.length === 0 && first !== undefined;
  const title = oneLine(subject([...contents, ...more]));
  const open = isOne
    ? { label: `Open ${oneLine(first.website_name)}`, url: monitorLink(publicUrl, first) }
    : { label: more.length > 0 ? moreWords(more.length) : 'Open all alerts', url: alertsLink(publicUrl) };
  return {
    title,
    text: isOne ? textOfOne(first, title) : textOfMany(contents),
    links: [open, ...(acknowledgeUrl === null ? [] : [{ label: 'Acknowledge', url: acknowledgeUrl }])],
    more: more.length,
  };
}

/** Without its sentence when the title contains it in full. */
function textOfOne(content: AlertContent, title: string): string {
  const message = oneLine(content.message);
  const lines = facts(content).map(({ label, value }) => oneLine(`${label}: ${value}`));
  return (title.endsWith(message) ? lines : [message, ...lines]).join('\n');
}

const textOfMany = (contents: readonly AlertContent[]): string =>
  groupAlertContents(contents)
    .map(({ title, targets }) => oneLine(`${title}: ${targets.join(', ')}`))
    .join('\n');

export const plainNote = ({ title, text, link }: Note): PlainMessage => ({
  title: oneLine(title),
  text: text
    .split('\n')
    .map((line) => wellFormed(stripLine(line)))
    .join('\n')
    .trim(),
  links: link === null ? [] : [link],
  more: 0,
});

/** Text and links, one below the other. Only the text is cut. */
export function plainBody({ text, links }: PlainMessage, room: Room): string {
  const ending = links.map(({ label, url }) => `\n${label}: ${url}`).join('');
  return cutToFit(text, { ...room, most: room.most - sizeOf(ending, room.unit) }) + ending;
}

/** Stands for a link whose token is not known yet: `/a/` and a token. */
const tokenPath = `/a/${'0'.repeat(22)}`;

/** The longest links that a message can have. Capacities need them before it is known whether the message has links. */
export const longestLinks = (publicUrl: string): Pick<MessageExtras, 'publicUrl' | 'acknowledgeUrl'> => ({
  publicUrl,
  acknowledgeUrl: publicUrl + tokenPath,
});
