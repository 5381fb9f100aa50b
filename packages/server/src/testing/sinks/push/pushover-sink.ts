import { refusalOf, startHttpSink } from '../http-sink.ts';
import type { Sink } from '../sink.ts';

type ReceivedPushover = Record<string, string>;

export interface PushoverSink extends Sink<ReceivedPushover> {
  readonly baseUrl: string;
}

const characters = (text: string): number => [...text].length;

/**
 * Answers as Pushover documents it (https://pushover.net/api): form fields, limits, the invalid field, the monthly
 * limit.
 */
export async function startPushoverSink(user: string, token: string): Promise<PushoverSink> {
  const refuse = (status: number, field: string, error: string, headers: Record<string, string> = {}) => ({
    status,
    headers,
    body: JSON.stringify({ [field]: 'invalid', errors: [error], status: 0, request: '5042853c-402d-4a18-abcb' }),
  });
  const refusalOfMessage = ({ title = '', message = '', url = '', url_title = '' }: ReceivedPushover) =>
    refusalOf(
      [message.trim() === '', refuse(400, 'message', 'message cannot be blank')],
      [characters(message) > 1_024, refuse(400, 'message', 'message is too long')],
      [characters(title) > 250, refuse(400, 'title', 'title is too long')],
      [characters(url) > 512, refuse(400, 'url', 'supplied URL is too long')],
      [characters(url_title) > 100, refuse(400, 'url', 'URL title is too long')],
    );
  const sink = await startHttpSink<ReceivedPushover>(({ url, method, headers, body }, behaviour) => {
    if (behaviour === 'echo') return refuse(500, 'request', `no ${url.href} ${body}`);
    const isForm = headers['content-type'] === 'application/x-www-form-urlencoded';
    if (method !== 'POST' || url.pathname !== '/1/messages.json' || !isForm) return refuse(404, 'path', 'not found');
    const form = Object.fromEntries(new URLSearchParams(body));
    const isNoApp = form.token !== token;
    const isNoUser = form.user !== user;
    const reset = { 'x-limit-app-reset': String(Math.floor(Date.now() / 1000) + 3_000) };
    const refusal = refusalOf(
      [behaviour === 'refuse-login' || isNoApp, refuse(400, 'token', 'application token is invalid')],
      [
        behaviour === 'refuse-recipient' || isNoUser,
        refuse(400, 'user', 'user identifier is not a valid user, group, or subscribed user key'),
      ],
      [behaviour === 'busy', refuse(429, 'application', 'message limit for the month is reached', reset)],
    );
    const taken = { status: 200, body: JSON.stringify({ status: 1, request: '647d2300-702c' }), message: form };
    return refusal ?? refusalOfMessage(form) ?? taken;
  });
  return Object.assign(sink, { baseUrl: `http://127.0.0.1:${sink.port}` });
}
