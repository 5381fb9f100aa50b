import type { Sink } from '@upvigil/server/testing/sinks/sink';

/** Counts of the alerts of some targets. */
export interface Sent {
  /** Targets named in messages, and those named more than once, after a kill. */
  sent: number;
  sentAgain: number;
  /** A sentence for each target that was named twice without a kill in between. */
  wrong: string[];
}

/**
 * Counts how often each target was named in messages, and in which life.
 *
 * @param texts all messages, in order of arrival
 * @param lifeEnds for each ended life, the number of messages so far
 */
export function countSent(targets: readonly string[], texts: readonly string[], lifeEnds: readonly number[]): Sent {
  const counted: Sent = { sent: 0, sentAgain: 0, wrong: [] };
  for (const target of targets) {
    const lives = texts.flatMap((text, at) => (text.includes(target) ? [lifeOf(at, lifeEnds)] : []));
    if (lives.length > 0) counted.sent += 1;
    if (lives.length > 1) counted.sentAgain += 1;
    if (new Set(lives).size < lives.length) counted.wrong.push(`${target} was sent twice without a kill in between`);
  }
  return counted;
}

const lifeOf = (at: number, lifeEnds: readonly number[]): number => lifeEnds.filter((end) => end <= at).length;

/**
 * Number of messages sent so far, also by a process that has ended. Some may not have been read by the sink yet: it
 * reads them before the request that this function sends.
 */
export async function sentSoFar(sink: Pick<Sink<unknown>, 'port' | 'messages'>): Promise<number> {
  await fetch(`http://127.0.0.1:${sink.port}/`).then((answer) => answer.text());
  return sink.messages.length;
}
