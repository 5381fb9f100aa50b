import { z } from 'zod';
import { startHttpSink } from '../http-sink.ts';
import { escapedJson, parseJson } from '../parse-json.ts';
import type { Sink } from '../sink.ts';

/** https://gotify.net/api-docs#/message/createMessage, https://gotify.net/docs/msgextras */
const messageSchema = z.strictObject({
  title: z.string(),
  message: z.string().min(1),
  priority: z.int(),
  extras: z.strictObject({
    'client::display': z.strictObject({ contentType: z.enum(['text/plain', 'text/markdown']) }),
    'client::notification': z.strictObject({ click: z.strictObject({ url: z.url() }) }).optional(),
  }),
});
type ReceivedGotify = z.output<typeof messageSchema>;

export interface GotifySink extends Sink<ReceivedGotify> {
  readonly baseUrl: string;
}

/** Answers like Gotify by its source (error/handler.go), behind a proxy that limits size and rate. */
export async function startGotifySink(token: string): Promise<GotifySink> {
  const refuse = (status: number, error: string, errorDescription: string) => ({
    status,
    body: JSON.stringify({ error, errorCode: status, errorDescription }),
  });
  const sink = await startHttpSink<ReceivedGotify>(({ url, method, headers, body, bytes }, behaviour) => {
    const key = headers['x-gotify-key'];
    if (behaviour === 'echo') return refuse(500, 'Internal Server Error', `no ${url.href} ${key} ${body}`);
    if (behaviour === 'refuse-login' || key !== token) {
      return refuse(
        401,
        'Unauthorized',
        'you need to provide a valid access token or user credentials to access this api',
      );
    }
    if (behaviour === 'busy') return { status: 429, headers: { 'retry-after': '17' }, body: 'Too Many Requests' };
    if (bytes.length > 8_192) return { status: 413, body: 'Request Entity Too Large' };
    const message = messageSchema.safeParse(parseJson(body));
    if (behaviour === 'refuse-recipient' || method !== 'POST' || url.pathname !== '/message' || !message.success) {
      return refuse(400, 'Bad Request', "Field 'message' is required");
    }
    return { status: 200, body: escapedJson({ id: 25, appid: 5, ...message.data }), message: message.data };
  });
  return Object.assign(sink, { baseUrl: `http://127.0.0.1:${sink.port}` });
}
