import { createParser } from 'eventsource-parser';

/** Far more than any event of the contract has. An answer that is no event stream must not fill the memory. */
const maxEventCharacters = 64 * 1024;

/** Yields the parsed `data` of each server-sent event; comments keep the connection alive and are passed over. */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  parse: (data: string) => unknown,
): AsyncIterable<unknown> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  const events: unknown[] = [];
  const parser = createParser({
    onEvent: ({ data }) => events.push(parse(data)),
    maxBufferSize: maxEventCharacters,
  });
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    parser.feed(decoder.decode(value, { stream: true }));
    yield* events.splice(0);
  }
}
