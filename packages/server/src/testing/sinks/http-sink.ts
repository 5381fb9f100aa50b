import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { listenOnLoopback, type Sink, type SinkBehaviour } from './sink.ts';

export interface SinkRequest {
  url: URL;
  method: string;
  headers: IncomingHttpHeaders;
  body: string;
  bytes: Buffer;
}

/** The provider's response; `message` is kept as accepted. */
export interface SinkAnswer<Message> {
  status: number;
  headers?: Readonly<Record<string, string>>;
  body: string;
  message?: Message;
}

/** The response of the first reason that applies, or null. */
export const refusalOf = <Answer>(...reasons: readonly (readonly [isSo: boolean, answer: Answer])[]): Answer | null =>
  reasons.find(([isSo]) => isSo)?.[1] ?? null;

/** An HTTP provider. It implements hanging, closing and invalid answers; `answer` does the rest. */
export async function startHttpSink<Message>(
  answer: (request: SinkRequest, behaviour: SinkBehaviour) => SinkAnswer<Message>,
): Promise<Sink<Message>> {
  const messages: Message[] = [];
  const server = createServer(async (request, response) => {
    const bytes = await readBody(request);
    if (sink.behaviour === 'hang') return;
    if (sink.behaviour === 'garbage') return response.socket?.end('lorem ipsum dolor\r\n\r\n');
    if (sink.behaviour === 'close') {
      response.writeHead(200, { 'content-length': '1000' });
      response.write('{"status"');
      return setImmediate(() => response.destroy());
    }
    const url = new URL(request.url ?? '/', 'http://sink');
    const answered = answer(
      { url, method: request.method ?? '', headers: request.headers, body: bytes.toString('utf8'), bytes },
      sink.behaviour,
    );
    if (answered.message !== undefined) messages.push(answered.message);
    return response.writeHead(answered.status, answered.headers).end(answered.body);
  });
  const { port, open, close } = await listenOnLoopback(server);
  const sink: Sink<Message> = { port, behaviour: 'accept', messages, open, close };
  return sink;
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}
