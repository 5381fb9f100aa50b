import { z } from 'zod';
import { refusalOf, startHttpSink } from '../http-sink.ts';
import { escapedJson, parseJson } from '../parse-json.ts';
import type { Sink } from '../sink.ts';

const messageSchema = z.strictObject({
  chat_id: z.union([z.string(), z.number()]),
  message_thread_id: z.number().optional(),
  text: z.string(),
  link_preview_options: z.strictObject({ is_disabled: z.boolean() }),
});
export type ReceivedTelegram = z.output<typeof messageSchema>;

export interface TelegramSink extends Sink<ReceivedTelegram> {
  readonly baseUrl: string;
  /** Migrated groups: their new number by the old one. */
  readonly migrated: Map<string, number>;
}

/**
 * Answers as the Bot API documents it (https://core.telegram.org/bots/api#making-requests), including the limits of
 * sendMessage.
 */
export async function startTelegramSink(token: string, chatId: string): Promise<TelegramSink> {
  const migrated = new Map<string, number>();
  const refuse = (status: number, description: string, parameters?: object) => ({
    status,
    body: JSON.stringify({ ok: false, error_code: status, description, ...(parameters ? { parameters } : {}) }),
  });
  const refusalOfText = (text: string) =>
    refusalOf(
      [/[\ud800-\udfff]/u.test(text), refuse(400, 'Bad Request: strings must be encoded in UTF-8')],
      [text.trim() === '', refuse(400, 'Bad Request: message text is empty')],
      [text.length > 4096, refuse(400, 'Bad Request: message is too long')],
    );
  const refusalOfChat = (chat: string) => {
    const to = migrated.get(chat);
    const upgraded = 'Bad Request: group chat was upgraded to a supergroup chat';
    const known = [chatId, ...[...migrated.values()].map(String)];
    return refusalOf(
      [to !== undefined, refuse(400, upgraded, { migrate_to_chat_id: to })],
      [!known.includes(chat), refuse(400, 'Bad Request: chat not found')],
    );
  };
  const sink = await startHttpSink<ReceivedTelegram>(({ url, method, body }, behaviour) => {
    const refusal = refusalOf(
      [behaviour === 'echo', refuse(500, `no ${url.href} ${body}`)],
      [behaviour === 'refuse-login' || url.pathname !== `/bot${token}/sendMessage`, refuse(401, 'Unauthorized')],
      [behaviour === 'busy', refuse(429, 'Too Many Requests: retry after 35', { retry_after: 35 })],
      [behaviour === 'refuse-recipient', refuse(403, 'Forbidden: bot was kicked from the group chat')],
    );
    if (refusal) return refusal;
    const message = messageSchema.safeParse(parseJson(body));
    if (method !== 'POST' || !message.success) return refuse(400, 'Bad Request: cannot parse the request');
    const result = { message_id: 1, text: message.data.text };
    const taken = { status: 200, body: escapedJson({ ok: true, result }), message: message.data };
    return refusalOfChat(String(message.data.chat_id)) ?? refusalOfText(message.data.text) ?? taken;
  });
  return Object.assign(sink, { baseUrl: `http://127.0.0.1:${sink.port}`, migrated });
}
