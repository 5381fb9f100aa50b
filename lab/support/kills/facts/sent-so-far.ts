import type { Sink } from '@upvigil/server/testing/sinks/sink';

/**
 * Number of messages sent so far, also by a process that has ended. Some may not have been read by the sink yet: it
 * reads them before the request that this function sends.
 */
export async function sentSoFar(sink: Pick<Sink<unknown>, 'port' | 'messages'>): Promise<number> {
  await fetch(`http://127.0.0.1:${sink.port}/`).then((answer) => answer.text());
  return sink.messages.length;
}
