import { type SinkAnswer, type SinkRequest, startHttpSink } from '../http-sink.ts';
import type { Sink } from '../sink.ts';

/** The response of a chat provider to one request, by its configured behaviour. Each in its own documented form. */
export interface ChatProvider<Message> {
  /** What it makes of a request that it takes; the answer that refuses it where it does not. */
  read(request: SinkRequest, json: unknown): Message | SinkAnswer<Message>;
  taken(message: Message): SinkAnswer<Message>;
  refusals: Record<'refuse-recipient' | 'refuse-login' | 'busy', SinkAnswer<Message>>;
}

export interface ChatSink<Message> extends Sink<Message> {
  /** An address below it. */
  url(path: string): string;
}

/** A provider on loopback that answers in JSON. When it echoes, it repeats the request with all its headers in its own error. */
export async function startChatSink<Message extends object>(
  provider: ChatProvider<Message>,
): Promise<ChatSink<Message>> {
  const sink = await startHttpSink<Message>((request, behaviour) => {
    const { url, headers, body } = request;
    if (behaviour === 'echo') {
      const all = [url.href, ...Object.values(headers), body].join(' ');
      return { status: 500, body: JSON.stringify({ message: all, error: { message: all }, errcode: 'M_UNKNOWN' }) };
    }
    if (behaviour in provider.refusals) return provider.refusals[behaviour as 'busy'];
    const message = provider.read(request, parseJson(body));
    return 'status' in message && 'body' in message
      ? (message as SinkAnswer<Message>)
      : { ...provider.taken(message as Message), message: message as Message };
  });
  return Object.assign(sink, { url: (path: string) => `http://127.0.0.1:${sink.port}${path}` });
}

/** JSON whose text has whole characters only: providers refuse halves, or make others of them. */
function parseJson(body: string): unknown {
  try {
    return JSON.parse(body, (_name, value) => {
      if (typeof value === 'string' && /\p{Surrogate}|\0/u.test(value)) throw new Error('half a character, or NUL');
      return value;
    });
  } catch {
    return null;
  }
}

export const jsonAnswer = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}) => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});
