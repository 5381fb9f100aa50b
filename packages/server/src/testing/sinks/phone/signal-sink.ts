import { z } from 'zod';
import { refusalOf, startHttpSink } from '../http-sink.ts';
import { parseJson } from '../parse-json.ts';
import type { Sink } from '../sink.ts';

const messageSchema = z.strictObject({
  number: z.string(),
  recipients: z.array(z.string()).length(1),
  message: z.string().min(1),
});
export type ReceivedSignal = z.output<typeof messageSchema>;

export interface SignalSink extends Sink<ReceivedSignal> {
  readonly baseUrl: string;
  /** Whether a person has left Signal: as recipient, or as member of a group. */
  isSomebodyGone: boolean;
}

/** Answers like signal-cli-rest-api by its source (src/api/api.go): 400 for nearly all errors, with signal-cli's text. */
export async function startSignalSink(number: string): Promise<SignalSink> {
  const refuse = (status: number, error: string) => ({ status, body: JSON.stringify({ error }) });
  const gone = 'Failed to send (some) messages:\n+40712345678: Unregistered user "+40712345678"\n1780171156320\n';
  const http = await startHttpSink<ReceivedSignal>(({ url, method, body }, behaviour) => {
    if (behaviour === 'echo') return refuse(500, `no ${url.href} ${body}`);
    const message = messageSchema.safeParse(parseJson(body));
    if (method !== 'POST' || url.pathname !== '/v2/send' || !message.success) {
      return refuse(400, "Couldn't process request - invalid request");
    }
    const isStranger = message.data.number !== number;
    const tooMany = 'Rate limit exceeded. Use the attached challenge tokens to lift the rate limit restrictions';
    const refusal = refusalOf(
      [behaviour === 'refuse-login' || isStranger, refuse(400, `User ${message.data.number} is not registered.`)],
      [behaviour === 'busy', refuse(429, tooMany)],
      [behaviour === 'refuse-recipient', refuse(400, gone)],
      // Longer ones become an attachment, which a lock screen does not show.
      [message.data.message.length > 2_000, refuse(413, 'too long for a text')],
    );
    const taken = { status: 201, body: '{"timestamp":"1780171156320"}' };
    return refusal ?? { ...(sink.isSomebodyGone ? refuse(400, gone) : taken), message: message.data };
  });
  const sink: SignalSink = Object.assign(http, { baseUrl: `http://127.0.0.1:${http.port}`, isSomebodyGone: false });
  return sink;
}
