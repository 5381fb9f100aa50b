import type { Sink } from '@upvigil/server/testing/sinks/sink';

/**
 * How many messages had been sent when this was asked, also by a process that has ended since. What it sent may still wait
 * to be read: the sink reads it before a request that is sent now.
 */
export async function sentSoFar(sink: Pick<Sink<unknown>, 'port' | 'messages'>): Promise<number> {
  await fetch(`http://127.0.0.1:${sink.port}/`).then((answer) => answer.text());
  return sink.messages.length;
}
