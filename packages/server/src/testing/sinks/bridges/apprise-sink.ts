import { z } from 'zod';
import { refusalOf, type SinkAnswer, startHttpSink } from '../http-sink.ts';
import { parseJson } from '../parse-json.ts';
import type { Sink } from '../sink.ts';

/** https://github.com/caronc/apprise-api#api-details */
const messageSchema = z.strictObject({
  title: z.string(),
  body: z.string().min(1),
  type: z.enum(['info', 'success', 'warning', 'failure']),
  format: z.enum(['text', 'markdown', 'html']),
  tag: z.string().optional(),
});
type ReceivedApprise = z.output<typeof messageSchema>;

export interface AppriseSink extends Sink<ReceivedApprise> {
  readonly baseUrl: string;
  /** Whether no service is stored under the key. */
  isEmpty: boolean;
  /** Whether a service behind it refuses. */
  isServiceDown: boolean;
}

/** Answers like apprise-api by its source (api/views.py), behind a proxy that limits size and rate. */
export async function startAppriseSink(key: string): Promise<AppriseSink> {
  const refuse = (status: number, error: string) => ({ status, body: JSON.stringify({ error }) });
  const http = await startHttpSink<ReceivedApprise>(({ url, method, body, bytes }, behaviour) => {
    const refusal = refusalOf<SinkAnswer<ReceivedApprise>>(
      [behaviour === 'echo', refuse(500, `no ${url.href} ${body}`)],
      [behaviour === 'refuse-login', refuse(403, 'The site has been configured to deny this request.')],
      [behaviour === 'busy', { status: 429, headers: { 'retry-after': '21' }, body: 'Too Many Requests' }],
      [behaviour === 'refuse-recipient', refuse(400, 'Unsupported characters found in tag definition.')],
      [bytes.length > 8_192, { status: 413, body: 'Request Entity Too Large' }],
      [sink.isEmpty || url.pathname !== `/notify/${key}`, { status: 204, body: '' }],
    );
    if (refusal) return refusal;
    const message = messageSchema.safeParse(parseJson(body));
    if (method !== 'POST' || !message.success) return refuse(400, 'Bad FORM Payload provided.');
    if (sink.isServiceDown) return refuse(424, 'One or more notification could not be sent.');
    return { status: 200, body: JSON.stringify({ error: null, details: [] }), message: message.data };
  });
  const sink: AppriseSink = Object.assign(http, {
    baseUrl: `http://127.0.0.1:${http.port}`,
    isEmpty: false,
    isServiceDown: false,
  });
  return sink;
}
