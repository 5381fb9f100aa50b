import { createParser } from 'eventsource-parser';

/** Limits the memory that an answer can take that is not an event stream. Events of the contract are far smaller. */
const maxEventCharacters = 64 * 1024;

/** Yields the parsed `data` of each server-sent event. Skips comments, which only keep the connection alive. */
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
