import { type SinkAnswer, type SinkRequest, startHttpSink } from '../http-sink.ts';
import type { Sink } from '../sink.ts';

/** The behaviour of a chat provider; each has its own documented responses. */
export interface ChatProvider<Message> {
  /** The message of an accepted request, or the response that refuses it. */
  read(request: SinkRequest, json: unknown): Message | SinkAnswer<Message>;
  taken(message: Message): SinkAnswer<Message>;
  refusals: Record<'refuse-recipient' | 'refuse-login' | 'busy', SinkAnswer<Message>>;
}

export interface ChatSink<Message> extends Sink<Message> {
  url(path: string): string;
}

/** A provider on loopback that answers in JSON. In echo mode its error repeats the request with all headers. */
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

/** Requires well-formed text: providers refuse or replace lone surrogates. */
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
