import { z } from 'zod';
import { type ChatSink, jsonAnswer, startChatSink } from './chat-sink.ts';

/** https://spec.matrix.org/latest/client-server-api/#size-limits, less what a server adds. */
const mostBytes = 65_536 - 1_000;

const messageSchema = z.strictObject({
  msgtype: z.literal('m.text'),
  body: z.string().min(1),
  'm.mentions': z.strictObject({}),
});
export type ReceivedMatrixMessage = z.output<typeof messageSchema> & { room: string; transaction: string };

const path = /^\/_matrix\/client\/v3\/rooms\/([^/]+)\/send\/m\.room\.message\/([^/]+)$/;

export interface MatrixSink extends ChatSink<ReceivedMatrixMessage> {
  /** The messages of the room. A repeated transaction is answered and shown once. */
  readonly shown: Map<string, ReceivedMatrixMessage>;
}

/** Accepts events like a homeserver, for one access token. */
export async function startMatrixSink(accessToken: string): Promise<MatrixSink> {
  const shown = new Map<string, ReceivedMatrixMessage>();
  const sink = await startChatSink<ReceivedMatrixMessage>({
    read({ url, method, headers, bytes }, json) {
      const [, room, transaction] = path.exec(url.pathname) ?? [];
      const parsed = messageSchema.safeParse(json);
      if (method !== 'PUT' || !room || !transaction) {
        return jsonAnswer(404, { errcode: 'M_UNRECOGNIZED', error: 'Unrecognized request' });
      }
      if (headers.authorization !== `Bearer ${accessToken}`) {
        return jsonAnswer(401, { errcode: 'M_UNKNOWN_TOKEN', error: 'Invalid access token passed.' });
      }
      if (bytes.length > mostBytes) return jsonAnswer(413, { errcode: 'M_TOO_LARGE', error: 'event too large' });
      return parsed.success
        ? { ...parsed.data, room: decodeURIComponent(room), transaction }
        : jsonAnswer(400, { errcode: 'M_BAD_JSON', error: 'Content not of the right form' });
    },
    taken(message) {
      shown.set(message.transaction, shown.get(message.transaction) ?? message);
      return jsonAnswer(200, { event_id: `$${message.transaction}` });
    },
    refusals: {
      'refuse-recipient': jsonAnswer(404, { errcode: 'M_NOT_FOUND', error: 'Unknown room' }),
      'refuse-login': jsonAnswer(401, { errcode: 'M_UNKNOWN_TOKEN', error: 'Invalid access token passed.' }),
      busy: jsonAnswer(429, { errcode: 'M_LIMIT_EXCEEDED', error: 'Too Many Requests', retry_after_ms: 3_250 }),
    },
  });
  return Object.assign(sink, { shown });
}
