import { z } from 'zod';
import type { SendResult } from '../../channel.ts';
import type { ProviderAnswer } from '../../http-request.ts';
import type { OwnChannelKind } from '../own-channel.ts';
import { type AnswerReading, parseBody, resultOfAnswer } from '../provider-result.ts';
import { chatCapacity, chatMessage, chatText, fitsChat } from './chat-text.ts';
import { markdownWriting } from './markdown.ts';

/**
 * Limit of a post: https://developers.mattermost.com/integrate/webhooks/incoming/. Mattermost splits a longer one at
 * any place.
 */
const room = { most: 16_383, unit: 'characters' } as const;

/** An invisible character that ends a word. */
const nothing = '\u200b';

/**
 * Mattermost notifies every name after @, whatever precedes it, and interprets Slack's `<!channel>` and links before
 * Markdown. A backslash escapes neither.
 */
const writing = markdownWriting({
  outside: (text) =>
    text
      .replace(/[\\*_~|`[\]!]/g, '\\$&')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('@', `@${nothing}`),
  address: (text) => text.replaceAll('@', '%40'),
});

const errorSchema = z.object({ id: z.string().catch(''), message: z.string().catch('') });

const reading: AnswerReading = {
  words: (body) => parseBody(errorSchema, body)?.message || null,
  isTaken: (body) => body.trim() === 'ok',
  finalStatuses: [404],
  retryAfterSeconds: (_body, headers) => secondsUntilReset(headers['x-ratelimit-reset']),
};

/**
 * Seconds until a rate-limited server accepts messages again; newer versions also send Retry-After:
 * https://docs.mattermost.com/configure/rate-limiting-configuration-settings.html
 */
const secondsUntilReset = (header: string | string[] | undefined): number | null =>
  typeof header === 'string' && /^\d{1,5}$/.test(header) ? Number(header) : null;

/** 400 is ambiguous: unknown webhook, or invalid message. An unknown webhook is not a content error. */
function resultOf(answer: ProviderAnswer): SendResult {
  const result = resultOfAnswer(answer, reading);
  const isUnknown = parseBody(errorSchema, answer.body)?.id === 'web.incoming_webhook.invalid.app_error';
  return result.outcome === 'give-up' && isUnknown ? { outcome: 'give-up', reason: result.reason } : result;
}

/** Posts to an incoming webhook: https://developers.mattermost.com/integrate/webhooks/incoming/ */
export const mattermostKind: OwnChannelKind<'mattermost'> = {
  name: 'mattermost',
  capacity: (contents, publicUrl) => chatCapacity(contents, publicUrl, fitsChat(writing, room)),
  async send({ webhook_url }, outgoing, { ask, extras }) {
    const json = { text: chatText(chatMessage(outgoing, extras), writing, room) };
    return resultOf(await ask({ url: new URL(webhook_url), method: 'POST', json }));
  },
};
