import { z } from 'zod';
import type { SendResult } from '../../channel.ts';
import type { ProviderAnswer } from '../../http-request.ts';
import type { OwnChannelKind } from '../own-channel.ts';
import { type AnswerReading, parseBody, resultOfAnswer } from '../provider-result.ts';
import { chatCapacity, chatMessage, chatText, fitsChat } from './chat-text.ts';
import { markdownWriting } from './markdown.ts';

/** Of a post: https://developers.mattermost.com/integrate/webhooks/incoming/. A longer one would be split anywhere. */
const room = { most: 16_383, unit: 'characters' } as const;

/** Ends a word, and is not seen. */
const nothing = '\u200b';

/**
 * Mattermost calls whoever is named behind @, whatever stands before it, and takes Slack's `<!channel>` and links for its own
 * before it reads Markdown: neither knows a backslash.
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
 * A server with limits says in how many seconds it takes a message again, beside Retry-After in versions that have it:
 * https://docs.mattermost.com/configure/rate-limiting-configuration-settings.html
 */
const secondsUntilReset = (header: string | string[] | undefined): number | null =>
  typeof header === 'string' && /^\d{1,5}$/.test(header) ? Number(header) : null;

/** 400 means a webhook that is not there as well as a message that is none. */
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
