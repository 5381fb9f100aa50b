import { refusalOf, startHttpSink } from '../http-sink.ts';
import type { Sink } from '../sink.ts';

type ReceivedTwilio = Record<string, string>;

export interface TwilioSink extends Sink<ReceivedTwilio> {
  readonly baseUrl: string;
  /** Answers this instead of accepting the message: a code of https://www.twilio.com/docs/api/errors. */
  refusal: { status: number; code: number; message: string } | null;
}

/** Answers as Twilio documents it (https://www.twilio.com/docs/messaging/api/message-resource). */
export async function startTwilioSink(sid: string, token: string): Promise<TwilioSink> {
  const refuse = (status: number, code: number, message: string, headers: Record<string, string> = {}) => ({
    status,
    headers,
    body: JSON.stringify({ code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status }),
  });
  const login = `Basic ${Buffer.from(`${sid}:${token}`).toString('base64')}`;
  const path = `/2010-04-01/Accounts/${sid}/Messages.json`;
  const refusalOfMessage = ({ From = '', MessagingServiceSid = '', Body = '' }: ReceivedTwilio) =>
    refusalOf(
      [From + MessagingServiceSid === '', refuse(400, 21603, "A 'From' phone number is required.")],
      [Body === '', refuse(400, 21602, 'Message body is required.')],
      // Twilio accepts 1,600; Upvigil limits a message to two paid parts.
      [Body.length > 306, refuse(400, 21617, 'The concatenated message body exceeds the limit.')],
    );
  const http = await startHttpSink<ReceivedTwilio>(({ url, method, headers, body }, behaviour) => {
    const form = Object.fromEntries(new URLSearchParams(body));
    const isPhone = /^\+?\d{5,15}$/.test(form.To ?? '');
    const isHere = method === 'POST' && url.pathname === path;
    const refused = refusalOf(
      [behaviour === 'echo', refuse(500, 20500, `no ${headers.authorization} ${token} ${body}`)],
      [behaviour === 'refuse-login' || headers.authorization !== login, refuse(401, 20003, 'Authenticate')],
      [behaviour === 'busy', refuse(429, 20429, 'Too Many Requests', { 'retry-after': '12' })],
      [!isHere, refuse(404, 20404, 'The requested resource was not found')],
      [behaviour === 'refuse-recipient' || !isPhone, refuse(400, 21211, `The 'To' number ${form.To} is not valid.`)],
    );
    const configured = sink.refusal && refuse(sink.refusal.status, sink.refusal.code, sink.refusal.message);
    const taken = { status: 201, body: JSON.stringify({ sid: 'SM123', status: 'queued', error_code: null }) };
    return refused ?? configured ?? refusalOfMessage(form) ?? { ...taken, message: form };
  });
  const refusal: TwilioSink['refusal'] = null;
  const sink: TwilioSink = Object.assign(http, { baseUrl: `http://127.0.0.1:${http.port}`, refusal });
  return sink;
}
