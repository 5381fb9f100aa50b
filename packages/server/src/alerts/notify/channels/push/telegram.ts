import { type ConfigOf, providerUrl } from '@upvigil/core/contract/channel-kinds/config-fields';
import { channelConfigs } from '@upvigil/core/contract/channel-kinds/registry';
import { z } from 'zod';
import type { Channel, SendResult } from '../../channel.ts';
import type { ProviderAnswer } from '../../http-request.ts';
import type { Room } from '../../message/cut-text.ts';
import { capacityOf, fitsTitled, plainOf, titledText } from '../../message/plain-layout.ts';
import { createOwnChannel, type OwnChannelOptions } from '../own-channel.ts';
import { isOrBegins, parseBody, resultOfAnswer } from '../provider-result.ts';

const { fields } = channelConfigs.telegram;

/** https://core.telegram.org/bots/api#sendmessage: 1 to 4096 characters. */
const room: Room = { most: 4_096, unit: 'characters' };

/** Messages of a Telegram bot. Without a parse mode, text has no markup: it cannot hide a link, and needs no escapes. */
export const createTelegramChannel = (options: OwnChannelOptions): Channel =>
  createOwnChannel(
    {
      name: 'telegram',
      capacity: (contents, publicUrl) => capacityOf(contents, publicUrl, (message) => fitsTitled(message, room)),
      async send(config, outgoing, { ask, extras }) {
        const text = titledText(plainOf(outgoing, extras), room);
        const post = (chatId: string) =>
          ask({
            url: providerUrl(fields.base_url, config.base_url, `/bot${config.bot_token}/sendMessage`),
            method: 'POST',
            json: messageTo(chatId, config, text),
          });
        const answer = await post(config.chat_id);
        const movedTo = migratedTo(answer);
        return resultOf(movedTo === null ? answer : await post(movedTo));
      },
    },
    options,
  );

const messageTo = (chatId: string, { thread_id }: ConfigOf<typeof fields>, text: string) => ({
  chat_id: chatId,
  ...(thread_id === '' ? {} : { message_thread_id: Number(thread_id) }),
  text,
  link_preview_options: { is_disabled: true },
});

const id = z.union([z.string(), z.number()]).transform(String);

/** https://core.telegram.org/bots/api#making-requests and #responseparameters. */
const answerSchema = z.object({
  description: z.string().optional().catch(undefined),
  parameters: z
    .object({ migrate_to_chat_id: id.optional().catch(undefined), retry_after: z.number().optional().catch(undefined) })
    .optional()
    .catch(undefined),
});
/** Followed by the whole message, with all non-ASCII characters escaped. */
const taken = z.object({ ok: z.literal(true) });

const read = (body: string) => parseBody(answerSchema, body);

/** The new id of a group that became a supergroup, which happens automatically when its settings change. */
const migratedTo = ({ status, body }: ProviderAnswer): string | null =>
  status === 400 ? (read(body)?.parameters?.migrate_to_chat_id ?? null) : null;

/** 400: the chat is unknown, or the text was refused. 403: the bot was blocked, or removed from the group. */
function resultOf(answer: ProviderAnswer): SendResult {
  const words = read(answer.body)?.description ?? '';
  const isAboutText = /\btext\b|too long|UTF-8|entit/i.test(words);
  return resultOfAnswer(answer, {
    words: () => words || null,
    isTaken: (body) => isOrBegins(taken, /^\{"ok":true,/, body),
    contentStatuses: isAboutText ? [400, 413] : [413],
    finalStatuses: [400, 403],
    retryAfterSeconds: (body) => read(body)?.parameters?.retry_after ?? null,
  });
}
