import { z } from 'zod';
import { jsonAnswer, startChatSink } from './chat-sink.ts';

/** https://developers.google.com/workspace/chat/api/reference/rest/v1/spaces.messages/create: 32,000 bytes. */
const mostBytes = 32_000;
const messageSchema = z.strictObject({ text: z.string().min(1) });
export type ReceivedGoogleChatMessage = z.output<typeof messageSchema>;

const googleError = (code: number, status: string, message: string, details?: readonly unknown[]) =>
  jsonAnswer(code, { error: { code, message, status, ...(details ? { details } : {}) } });

/** Accepts messages like a space's webhook. */
export const startGoogleChatSink = () =>
  startChatSink<ReceivedGoogleChatMessage>({
    read({ url, method, bytes }, json) {
      const parsed = messageSchema.safeParse(json);
      if (method !== 'POST' || !url.pathname.startsWith('/v1/spaces/') || !url.searchParams.has('token')) {
        return googleError(404, 'NOT_FOUND', 'Requested entity was not found.');
      }
      if (!parsed.success || bytes.length > mostBytes) return googleError(400, 'INVALID_ARGUMENT', 'Invalid argument');
      return parsed.data;
    },
    taken: ({ text }) => jsonAnswer(200, { name: 'spaces/AAAA/messages/BBBB.BBBB', text }),
    refusals: {
      'refuse-recipient': googleError(404, 'NOT_FOUND', 'This Chat space was deleted.'),
      'refuse-login': googleError(401, 'UNAUTHENTICATED', 'The request is missing a valid API key.'),
      busy: googleError(429, 'RESOURCE_EXHAUSTED', 'Resource has been exhausted (e.g. check quota).', [
        { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '41.5s' },
      ]),
    },
  });
