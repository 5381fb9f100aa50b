import type { IncomingHttpHeaders } from 'node:http';
import { type ChatSink, jsonAnswer, startChatSink } from '../chat/chat-sink.ts';

/** A message as received, for receivers that verify its bytes. */
export interface ReceivedWebhook {
  path: string;
  headers: IncomingHttpHeaders;
  raw: string;
}

/** A receiver of the operator: accepts any JSON with up to 50 alerts. */
export const startWebhookSink = (): Promise<ChatSink<ReceivedWebhook>> =>
  startChatSink<ReceivedWebhook>({
    read({ url, method, headers, body }, json) {
      const alerts = (json as { data?: { alerts?: unknown[] } } | null)?.data?.alerts;
      if (url.pathname === '/moved') return { status: 308, headers: { location: '/hooks/alerts' }, body: '' };
      if (method !== 'POST' || !Array.isArray(alerts) || alerts.length > 50) return { status: 400, body: 'no alerts' };
      return { path: url.pathname, headers, raw: body };
    },
    taken: () => ({ status: 204, body: '' }),
    refusals: {
      'refuse-recipient': { status: 410, body: 'Gone' },
      'refuse-login': jsonAnswer(403, { error: 'signature' }),
      busy: { status: 429, headers: { 'retry-after': '90' }, body: '' },
    },
  });
