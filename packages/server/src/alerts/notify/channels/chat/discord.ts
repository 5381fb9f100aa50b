import { z } from 'zod';
import { cutToFit } from '../../message/cut-text.ts';
import type { PlainMessage } from '../../message/fitting.ts';
import type { OwnChannelKind } from '../own-channel.ts';
import { type AnswerReading, parseBody, resultOfAnswer } from '../provider-result.ts';
import { chatCapacity, chatMessage, chatText, fitsChat } from './chat-text.ts';
import { escapeWith, markdownWriting } from './markdown.ts';

/** https://docs.discord.com/developers/resources/message#embed-object-embed-limits; `content` is limited to 2,000. */
const room = {
  description: { most: 4_096, unit: 'characters' },
  content: { most: 2_000, unit: 'characters' },
} as const;

const escapes = {
  outside: (text: string) => text.replace(/[\\*_~|`[\]<@]/g, '\\$&'),
  address: (text: string) => text,
};
const writing = markdownWriting(escapes);
/** Discord requests each address in the content that is not in angle brackets, including the one that is down. */
const contentEscapes = { ...escapes, address: (text: string) => `<${text}>` };

/**
 * The request. A phone shows the content; the embed has space for the rest, and mentions in it notify nobody.
 * https://docs.discord.com/developers/resources/webhook#execute-webhook
 */
const discordMessage = ({ title, ...message }: PlainMessage) => ({
  content: cutToFit(escapeWith(contentEscapes, title), room.content),
  embeds: [{ description: chatText({ ...message, title: '' }, writing, room.description) }],
  allowed_mentions: { parse: [] },
});

const answerSchema = z.object({ message: z.string().catch(''), retry_after: z.number().optional().catch(undefined) });

/** https://docs.discord.com/developers/topics/rate-limits: the body of a 429 has the seconds, with a fraction. */
const reading: AnswerReading = {
  words: (body) => parseBody(answerSchema, body)?.message || null,
  isTaken: (body) => body === '' || parseBody(z.object({ id: z.union([z.string(), z.number()]) }), body) !== null,
  finalStatuses: [404],
  retryAfterSeconds: (body) => parseBody(answerSchema, body)?.retry_after ?? null,
};

export const discordKind: OwnChannelKind<'discord'> = {
  name: 'discord',
  capacity: (contents, publicUrl) =>
    chatCapacity(contents, publicUrl, (message) => fitsChat(writing, room.description)({ ...message, title: '' })),
  async send({ webhook_url }, outgoing, { ask, extras }) {
    const url = new URL(webhook_url);
    // Without it, Discord answers before it validates the message, and never reports a refusal.
    url.searchParams.set('wait', 'true');
    const json = discordMessage(chatMessage(outgoing, extras));
    return resultOfAnswer(await ask({ url, method: 'POST', json }), reading);
  },
};
