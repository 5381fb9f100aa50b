import type { MessageExtras, Note } from '../channel.ts';
import type { AlertContent } from '../message/alert-content.ts';
import { cutToFit } from '../message/cut-text.ts';
import {
  alertsLink,
  facts,
  foldedTitle,
  groupAlertContents,
  monitorLink,
  moreWords,
  subject,
} from '../message/message.ts';
import { shortSentence } from '../message/sentence.ts';

interface SlackText {
  type: 'mrkdwn' | 'plain_text';
  text: string;
}

type SlackBlock =
  | { type: 'header'; text: SlackText }
  | { type: 'section'; text?: SlackText; fields?: SlackText[] }
  | { type: 'context'; elements: SlackText[] };

/** The request to an incoming webhook. */
export interface SlackMessage {
  /** For notifications on a phone and for clients that show no blocks. */
  text: string;
  blocks: SlackBlock[];
  channel?: string;
  /** False, because Slack would otherwise request each URL in the message. */
  unfurl_links: false;
}

/**
 * Characters, below Slack's limits (https://docs.slack.dev/reference/block-kit/blocks): 3000 in a section, 2000 in a
 * field, 150 in a header, and about 13,200 in all blocks together.
 */
const most = { section: 2900, field: 1900, listCharacters: 11_000 } as const;

/** Escapes Slack's three control characters. */
const escapeSlack = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/**
 * A message about one alert with all its facts, or one that names several and counts `more`. `mentions` are Slack
 * user ids.
 */
export function slackMessage(
  contents: readonly AlertContent[],
  { publicUrl, acknowledgeUrl }: Pick<MessageExtras, 'publicUrl' | 'acknowledgeUrl'>,
  mentions: readonly string[],
  more: readonly AlertContent[] = [],
): SlackMessage {
  const [first] = contents;
  const called = mentions.map((id) => `<@${id}>`).join(' ');
  const isOne = contents.length === 1 && more.length === 0 && first !== undefined;
  return {
    text: escapeSlack(subject([...contents, ...more])),
    blocks: [
      ...(isOne ? blocksOfOne(first, publicUrl, called) : blocksOfMany(contents, more, publicUrl, called)),
      ...(acknowledgeUrl === null ? [] : [context(`<${acknowledgeUrl}|Acknowledge>`)]),
    ],
    unfurl_links: false,
  };
}

/** A message without an alert. */
export const plainSlackMessage = (title: string, text: string): SlackMessage => ({
  text: escapeSlack(title),
  blocks: [header(title), section(escapeSlack(text))],
  unfurl_links: false,
});

/** A message without alerts, with its link. */
export const slackNote = ({ title, text, link }: Note): SlackMessage => ({
  text: escapeSlack(title),
  blocks: [
    header(title),
    section(escapeSlack(text)),
    ...(link === null ? [] : [context(`<${link.url}|${escapeSlack(link.label)}>`)]),
  ],
  unfurl_links: false,
});

function blocksOfOne(content: AlertContent, publicUrl: string, called: string): SlackBlock[] {
  const link = escapeSlack(monitorLink(publicUrl, content));
  const sentence = shortSentence(content);
  const host = content.address.replace(/^\w+:\/\/|\/$/g, '');
  const address = sentence.includes(host) ? [] : [{ label: 'Address', value: content.address }];
  const fields = [...facts(content), ...address].map(({ label, value }) =>
    mrkdwn(`*${escapeSlack(label)}*\n${cut(escapeSlack(value), most.field)}`),
  );
  return [
    header(`${content.alert_type}: ${content.website_name}`),
    section([escapeSlack(sentence), called].filter(Boolean).join('\n')),
    { type: 'section', fields },
    context(`<${link}|Open ${escapeSlack(content.website_name)}>`),
  ];
}

function blocksOfMany(
  contents: readonly AlertContent[],
  more: readonly AlertContent[],
  publicUrl: string,
  called: string,
): SlackBlock[] {
  const label = more.length > 0 ? moreWords(more.length) : 'Open all alerts';
  return [
    header(foldedTitle([...contents, ...more])),
    ...(called ? [section(called)] : []),
    ...packed(contents).map(section),
    context(`<${alertsLink(publicUrl)}|${label}>`),
  ];
}

/** How many alerts, from the first, fit into one message. */
export function slackCapacity(contents: readonly AlertContent[]): number {
  let fitting = contents.length;
  while (fitting > 1 && listLength(contents.slice(0, fitting)) > most.listCharacters) {
    fitting = Math.max(1, Math.floor(fitting * 0.9));
  }
  return fitting;
}

const listLength = (contents: readonly AlertContent[]): number =>
  packed(contents).reduce((sum, text) => sum + text.length + 1, 0);

/** The groups of alerts as text, in pieces that fit into a section. A long group continues in the next piece. */
function packed(contents: readonly AlertContent[]): string[] {
  const pieces: string[] = [];
  let piece = '';
  const add = (text: string): void => {
    if (piece.length + text.length > most.section && piece !== '') {
      pieces.push(piece);
      piece = '';
    }
    piece += cut(text, most.section);
  };
  for (const { title, targets } of groupAlertContents(contents)) {
    add(`${piece === '' ? '' : '\n'}*${escapeSlack(title)}*: `);
    for (const [at, target] of targets.entries()) add(escapeSlack(target) + (at < targets.length - 1 ? ', ' : ''));
  }
  if (piece !== '') pieces.push(piece);
  return pieces;
}

const cut = (text: string, characters: number): string => cutToFit(text, { most: characters, unit: 'characters' });
const mrkdwn = (text: string): SlackText => ({ type: 'mrkdwn', text });
const header = (text: string): SlackBlock => ({
  type: 'header',
  text: { type: 'plain_text', text: cut(text, 150) },
});
const section = (text: string): SlackBlock => ({ type: 'section', text: mrkdwn(cut(text, most.section)) });
const context = (text: string): SlackBlock => ({ type: 'context', elements: [mrkdwn(text)] });
