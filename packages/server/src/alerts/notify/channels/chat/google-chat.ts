import { z } from 'zod';
import type { OwnChannelKind } from '../own-channel.ts';
import { type AnswerReading, parseBody, resultOfAnswer } from '../provider-result.ts';
import { type ChatWriting, chatCapacity, chatMessage, chatText, fitsChat } from './chat-text.ts';

/**
 * Half of the documented 32,000 bytes:
 * https://developers.google.com/workspace/chat/api/reference/rest/v1/spaces.messages/create
 */
const room = { most: 16_000, unit: 'bytes' } as const;

/**
 * There is no escape character, so those that make links and mentions (`<users/all>`, `<url
 * text>`, `[text](url)`) are replaced: https://developers.google.com/workspace/chat/format-messages. Links are plain
 * addresses, because the space decides how others are written.
 */
const writing: ChatWriting = {
  text: (plain) => plain.replaceAll('<', '‹').replaceAll('>', '›').replaceAll('](', ']\u200b('),
  link: ({ label, url }) => `${writing.text(label)}: ${url}`,
};

const errorSchema = z.object({
  error: z.object({
    message: z.string().catch(''),
    status: z.string().catch(''),
    details: z.array(z.object({ retryDelay: z.string().optional().catch(undefined) }).catch({})).catch([]),
  }),
});

/** https://developers.google.com/workspace/chat/limits; an error may have a `google.rpc.RetryInfo`: '30s'. */
const reading: AnswerReading = {
  words(body) {
    const error = parseBody(errorSchema, body)?.error;
    return error ? [error.status, error.message].filter(Boolean).join(': ') : null;
  },
  isTaken: (body) => parseBody(z.object({ name: z.string() }), body) !== null,
  finalStatuses: [404],
  retryAfterSeconds(body) {
    const delays = parseBody(errorSchema, body)?.error.details.flatMap(({ retryDelay }) => retryDelay ?? []) ?? [];
    const seconds = /^(\d{1,6}(?:\.\d+)?)s$/.exec(delays[0] ?? '')?.[1];
    return seconds === undefined ? null : Number(seconds);
  },
};

/** Posts text to a space: https://developers.google.com/workspace/chat/quickstart/webhooks */
export const googleChatKind: OwnChannelKind<'google_chat'> = {
  name: 'google_chat',
  capacity: (contents, publicUrl) => chatCapacity(contents, publicUrl, fitsChat(writing, room)),
  async send({ webhook_url }, outgoing, { ask, extras }) {
    const json = { text: chatText(chatMessage(outgoing, extras), writing, room) };
    return resultOfAnswer(await ask({ url: new URL(webhook_url), method: 'POST', json }), reading);
  },
};
