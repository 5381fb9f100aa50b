import { z } from 'zod';
import { refusalOf, startHttpSink } from '../http-sink.ts';
import { escapedJson, parseJson } from '../parse-json.ts';
import type { Sink } from '../sink.ts';

/** https://docs.ntfy.sh/publish/#publish-as-json */
const messageSchema = z.strictObject({
  topic: z.string(),
  title: z.string(),
  message: z.string().min(1),
  priority: z.int().min(1).max(5),
  tags: z.array(z.string()),
  click: z.url().optional(),
  actions: z.array(z.strictObject({ action: z.literal('view'), label: z.string(), url: z.url() })).max(3),
});
export type ReceivedNtfy = z.output<typeof messageSchema>;

export interface NtfySink extends Sink<ReceivedNtfy> {
  readonly baseUrl: string;
}

/** Answers like an ntfy server by its source (server/errors.go), with attachments disabled. */
export async function startNtfySink(topic: string, token: string): Promise<NtfySink> {
  const refuse = (code: number, error: string) => ({
    status: Math.floor(code / 100),
    body: JSON.stringify({ code, http: Math.floor(code / 100), error }),
  });
  const refusalOfMessage = ({ message, title }: ReceivedNtfy) =>
    refusalOf(
      [Buffer.byteLength(message) > 4_096, refuse(41301, 'attachment too large, or bandwidth limit reached')],
      [Buffer.byteLength(title) > 1_024, refuse(40017, 'title too long')],
    );
  const sink = await startHttpSink<ReceivedNtfy>(({ url, method, headers, body, bytes }, behaviour) => {
    const { authorization } = headers;
    const refusal = refusalOf(
      [behaviour === 'echo', refuse(50001, `no ${url.href} ${authorization} ${body}`)],
      [behaviour === 'refuse-login' || authorization !== `Bearer ${token}`, refuse(40101, 'unauthorized')],
      [behaviour === 'busy', refuse(42901, 'limit reached: too many requests, please be nice')],
      [bytes.length > 2 * 4_096, refuse(41303, 'JSON body too large')],
    );
    if (refusal) return refusal;
    const message = messageSchema.safeParse(parseJson(body));
    if (method !== 'POST' || url.pathname !== '/' || !message.success) {
      return refuse(40017, 'invalid request: request body must be message JSON');
    }
    if (behaviour === 'refuse-recipient' || message.data.topic !== topic) {
      return refuse(40010, 'invalid request: topic name is disallowed');
    }
    const taken = { status: 200, body: escapedJson({ id: 'hwQ2YpKdmg', event: 'message', ...message.data }) };
    return refusalOfMessage(message.data) ?? { ...taken, message: message.data };
  });
  return Object.assign(sink, { baseUrl: `http://127.0.0.1:${sink.port}` });
}
