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

/** Sends a ping once. Never throws. */
export async function sendPing(address: string, body: Uint8Array | null, signal: AbortSignal): Promise<Answer> {
  const { request } = address.startsWith('https:') ? await import('node:https') : await import('node:http');
  return await new Promise((resolve) => {
    const sent = request(address, {
      method: 'POST',
      agent: false,
      headers: { 'user-agent': userAgent, 'content-type': 'text/plain', 'content-length': body?.length ?? 0 },
      signal: AbortSignal.any([signal, AbortSignal.timeout(attemptMs)]),
    });
    sent.once('response', (response) => {
      resolve(judgeStatus(response.statusCode ?? 0));
      response.destroy();
    });
    sent.on('error', () => resolve('retry'));
    sent.once('close', () => resolve('retry'));
    sent.end(body);
  });
}

function judgeStatus(status: number): Answer {
  if (status === 429 || status >= 500) return 'retry';
  return status < 300 ? 'done' : 'refused';
}
