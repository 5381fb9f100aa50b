import { setTimeout as delay } from 'node:timers/promises';
import { secondMs } from '@upvigil/core/time';
import { userAgent } from '../client/user-agent.ts';

const attemptMs = 5 * secondMs;
const longestPauseMs = 4 * secondMs;

/** `retry`: another attempt may succeed. */
type Answer = 'done' | 'refused' | 'retry';

/** Sends a ping until it is answered or the signal aborts. Never throws: a job must not fail because of its report. */
export async function sendUntilAnswered(address: string, body: Uint8Array | null, signal: AbortSignal): Promise<void> {
  for (let pause = secondMs / 2; ; pause = Math.min(2 * pause, longestPauseMs)) {
    const answer = await sendPing(address, body, signal);
    if (answer !== 'retry' || signal.aborted) return;
    await delay(pause, undefined, { signal }).catch(() => undefined);
  }
}

/** Sends a ping once, also behind a proxy that redirects to https. Never throws. */
export async function sendPing(address: string, body: Uint8Array | null, signal: AbortSignal): Promise<Answer> {
  const limited = AbortSignal.any([signal, AbortSignal.timeout(attemptMs)]);
  let url = new URL(address);
  for (let redirectsLeft = mostRedirects; ; redirectsLeft -= 1) {
    const response = await post(url, body, limited);
    if (response === null) return 'retry';
    const next = redirectsLeft > 0 ? redirectTarget(url, response) : null;
    if (next === null) return judgeStatus(response.status);
    url = next;
  }
}

const mostRedirects = 3;

interface Response {
  status: number;
  location: string | undefined;
}

/** Null without a response. */
async function post(url: URL, body: Uint8Array | null, signal: AbortSignal): Promise<Response | null> {
  const { request } = url.protocol === 'https:' ? await import('node:https') : await import('node:http');
  return await new Promise((resolve) => {
    const sent = request(url, {
      method: 'POST',
      agent: false,
      headers: { 'user-agent': userAgent, 'content-type': 'text/plain', 'content-length': body?.length ?? 0 },
      signal,
    });
    sent.once('response', (response) => {
      resolve({ status: response.statusCode ?? 0, location: response.headers.location });
      response.destroy();
    });
    sent.on('error', () => resolve(null));
    sent.once('close', () => resolve(null));
    sent.end(body);
  });
}

/** 303 would turn the POST into a GET, which reports no output. */
const redirectStatuses = [301, 302, 307, 308];

/** The redirect to follow: to https of the same host or within the same server, because the address is a secret. */
export function redirectTarget(from: URL, { status, location }: Response): URL | null {
  if (!redirectStatuses.includes(status) || location === undefined || !URL.canParse(location, from.href)) return null;
  const to = new URL(location, from);
  if (to.hostname !== from.hostname || (to.protocol !== 'https:' && to.origin !== from.origin)) return null;
  to.username = from.username;
  to.password = from.password;
  return to;
}

function judgeStatus(status: number): Answer {
  if (status === 429 || status >= 500) return 'retry';
  return status < 300 ? 'done' : 'refused';
}
