import { z } from 'zod';
import { startHttpSink } from '../http-sink.ts';
import { parseJson } from '../parse-json.ts';
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
  /** Groups that have another number now, by the number they had. */
  readonly migrated: Map<string, number>;
}

/** Answers as the Bot API documents it (https://core.telegram.org/bots/api#making-requests), the limits of sendMessage too. */
export async function startTelegramSink(token: string, chatId: string): Promise<TelegramSink> {
  const migrated = new Map<string, number>();
  const refuse = (status: number, description: string, parameters?: object) => ({
    status,
    body: JSON.stringify({ ok: false, error_code: status, description, ...(parameters ? { parameters } : {}) }),
  });
  const sink = await startHttpSink<ReceivedTelegram>(({ url, method, body }, behaviour) => {
    if (behaviour === 'echo') return refuse(500, `no ${url.href} ${body}`);
    if (behaviour === 'refuse-login' || url.pathname !== `/bot${token}/sendMessage`) return refuse(401, 'Unauthorized');
    if (behaviour === 'busy') return refuse(429, 'Too Many Requests: retry after 35', { retry_after: 35 });
    if (behaviour === 'refuse-recipient') return refuse(403, 'Forbidden: bot was kicked from the group chat');
    const message = messageSchema.safeParse(parseJson(body));
    if (method !== 'POST' || !message.success) return refuse(400, 'Bad Request: cannot parse the request');
    const { text, chat_id } = message.data;
    const to = migrated.get(String(chat_id));
    if (to !== undefined) {
      const parameters = { migrate_to_chat_id: to };
      return refuse(400, 'Bad Request: group chat was upgraded to a supergroup chat', parameters);
    }
    if (![chatId, ...[...migrated.values()].map(String)].includes(String(chat_id))) {
      return refuse(400, 'Bad Request: chat not found');
    }
    if (/[\ud800-\udfff]/u.test(text)) return refuse(400, 'Bad Request: strings must be encoded in UTF-8');
    if (text.trim() === '') return refuse(400, 'Bad Request: message text is empty');
    if (text.length > 4096) return refuse(400, 'Bad Request: message is too long');
    return { status: 200, body: JSON.stringify({ ok: true, result: { message_id: 1 } }), message: message.data };
  });
  return Object.assign(sink, { baseUrl: `http://127.0.0.1:${sink.port}`, migrated });
}
