import { escapeHtml } from '@upvigil/core/format/meta-tag';
import type { ReceivedEmail } from '@upvigil/server/testing/sinks/read-email';
import type { ReceivedSlackMessage } from '@upvigil/server/testing/sinks/slack-sink';
import type { ReceivedSms } from '@upvigil/server/testing/sinks/sms-sink';

/** Caught messages in order of arrival. */
export interface Caught {
  mails: readonly Pick<ReceivedEmail, 'to' | 'subject' | 'text'>[];
  texts: readonly ReceivedSms[];
  slack: readonly Pick<ReceivedSlackMessage, 'channel' | 'blocks'>[];
}

/** Number of shown messages for each channel. */
const mostShown = 50;
const refreshSeconds = 3;

/** The page with the sent messages, newest first. It reloads itself without a script. */
export function catcherPage({ mails, texts, slack }: Caught): string {
  const columns = [
    column('Mail', mails, ({ to, subject, text }) => card(subject, `to ${to.join(', ')}`, text)),
    column('SMS', texts, ({ to, text }) => card(`to ${to}`, '', text)),
    column('Slack', slack, ({ channel, blocks }) => card(channel ?? 'by webhook', '', blocks.map(textOf).join('\n'))),
  ];
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="${refreshSeconds}"><title>Demo data: what was sent</title>
<style>
  body { margin: 0; padding: 24px; font: 14px/1.5 system-ui, sans-serif; color: #1c1c1c; background: #f5f5f4 }
  main { display: grid; grid-template-columns: repeat(auto-fit, minmax(280px, 1fr)); gap: 24px; align-items: start }
  h1 { font-size: 20px } h2 { font-size: 16px } h3 { font-size: 14px; margin: 0 } p { margin: 0; color: #57534e }
  article { margin: 0 0 12px; padding: 12px 16px; background: #fff; border: 1px solid #ddd; border-radius: 8px }
  pre { margin: 8px 0 0; font: 12px/1.5 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere }
</style></head>
<body><h1>Demo data: what was sent</h1><p>Caught on this machine; nothing left it.</p><main>${columns.join('')}</main></body></html>`;
}

function column<Message>(title: string, messages: readonly Message[], show: (message: Message) => string): string {
  const newest = messages.slice(-mostShown).toReversed();
  const cards = newest.length === 0 ? '<p>Nothing yet</p>' : newest.map(show).join('');
  return `<section><h2>${title} (${messages.length})</h2>${cards}</section>`;
}

const card = (title: string, about: string, text: string): string =>
  `<article><h3>${escapeHtml(title)}</h3>${about ? `<p>${escapeHtml(about)}</p>` : ''}<pre>${escapeHtml(text)}</pre></article>`;

function textOf(block: ReceivedSlackMessage['blocks'][number]): string {
  if (block.type === 'header') return block.text.text;
  if (block.type === 'context') return block.elements.map(({ text }) => text).join('\n');
  return [...(block.text ? [block.text] : []), ...(block.fields ?? [])].map(({ text }) => text).join('\n');
}
