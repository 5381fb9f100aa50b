import { startHttpSink } from './http-sink.ts';
import type { Sink } from './sink.ts';

export interface ReceivedSms {
  to: string;
  text: string;
}

export interface SmsSink extends Sink<ReceivedSms> {
  /** As in SENDSMS_API_URL. */
  readonly apiUrl: string;
}

/** Uses the SMS provider's JSON: `{status, message, details}`, with a negative status for a failure. */
export async function startSmsSink(account: { username: string; password: string }): Promise<SmsSink> {
  const sink = await startHttpSink<ReceivedSms>(({ url, method, body }, behaviour) => {
    const { action, username, password, to = '', text = '' } = Object.fromEntries(url.searchParams);
    const refuse = (status: number, message: string, details: string) => ({
      status: 200,
      body: JSON.stringify({ status, message, details }),
    });
    if (method !== 'GET' || action !== 'message_send') return refuse(-1, 'Unknown action', `${method} ${action}`);
    if (behaviour === 'echo') return refuse(-9, 'Bad request', `${url.search} ${username} ${password} ${body}`);
    if (behaviour === 'refuse-login' || username !== account.username || password !== account.password) {
      return refuse(-2, 'Authentication failed', 'Wrong username or password');
    }
    if (behaviour === 'busy') return { status: 429, body: 'Too many requests' };
    if (behaviour === 'refuse-recipient' || !/^\+?\d{3,15}$/.test(to)) return refuse(-4, 'Invalid phone number', to);
    return {
      status: 200,
      body: JSON.stringify({ status: 1, message: 'Sent', details: '4af6f2' }),
      message: { to, text },
    };
  });
  return Object.assign(sink, { apiUrl: `http://127.0.0.1:${sink.port}/json` });
}
