import { z } from 'zod';
import { jsonAnswer, startChatSink } from './chat-sink.ts';

const messageSchema = z.strictObject({ text: z.string().min(1).max(16_383) });
export type ReceivedMattermostMessage = z.output<typeof messageSchema>;

const appError = (status: number, id: string, message: string) =>
  jsonAnswer(status, { id, message, detailed_error: '', request_id: 'x', status_code: status });

/** Accepts posts like Mattermost's incoming webhooks, but refuses what Mattermost would split. */
export const startMattermostSink = () =>
  startChatSink<ReceivedMattermostMessage>({
    read({ url, method }, json) {
      const parsed = messageSchema.safeParse(json);
      if (method !== 'POST' || !url.pathname.startsWith('/hooks/')) return { status: 404, body: 'page not found' };
      return parsed.success ? parsed.data : appError(400, 'web.incoming_webhook.parse.app_error', 'Unable to parse');
    },
    taken: () => ({ status: 200, headers: { 'content-type': 'text/plain' }, body: 'ok' }),
    refusals: {
      'refuse-recipient': appError(400, 'web.incoming_webhook.invalid.app_error', 'Invalid webhook.'),
      'refuse-login': appError(403, 'web.incoming_webhook.channel_locked.app_error', 'This webhook is locked.'),
      busy: {
        status: 429,
        headers: { 'x-ratelimit-limit': '10', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '12' },
        body: 'limit exceeded',
      },
    },
  });
