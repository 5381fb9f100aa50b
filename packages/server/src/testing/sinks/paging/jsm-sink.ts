import { z } from 'zod';
import { jsonAnswer, startChatSink } from '../chat/chat-sink.ts';

/** https://docs.opsgenie.com/docs/alert-api#create-alert */
const alertSchema = z.strictObject({
  message: z.string().min(1).max(130),
  alias: z.string().max(512),
  description: z.string().max(15_000),
  source: z.string().max(100),
  priority: z.enum(['P1', 'P2', 'P3', 'P4', 'P5']),
  entity: z.string().max(512).optional(),
  tags: z.array(z.string().max(50)).max(20).optional(),
});
const changeSchema = z.strictObject({ source: z.string().max(100), note: z.string().max(25_000).optional() });

export type ReceivedJsmRequest =
  | { action: 'create'; alert: z.output<typeof alertSchema> }
  | { action: 'close' | 'acknowledge'; alias: string; change: z.output<typeof changeSchema> };

const paths = {
  create: /^\/jsm\/ops\/integration\/v2\/alerts$/,
  change: /^\/jsm\/ops\/integration\/v2\/alerts\/([^/]+)\/(close|acknowledge)$/,
};
const unprocessable = jsonAnswer(422, {
  message: 'Request body is not processable. Please check the errors.',
  errors: { message: 'Message can not be empty.' },
  took: 0.01,
  requestId: 'r',
});

/** Accepts requests like the JSM integration: it answers before it processes a request and never reports the result. */
export const startJsmSink = (apiKey: string) =>
  startChatSink<ReceivedJsmRequest>({
    read({ url, method, headers }, json) {
      if (headers.authorization !== `GenieKey ${apiKey}`) {
        return jsonAnswer(401, { message: 'Could not authenticate', took: 0, requestId: 'r' });
      }
      const [, alias, action] = paths.change.exec(url.pathname) ?? [];
      const isKnown = alias ? url.searchParams.get('identifierType') === 'alias' : paths.create.test(url.pathname);
      if (method !== 'POST' || !isKnown) return jsonAnswer(404, { message: 'No such API endpoint', took: 0 });
      if (!alias) {
        const alert = alertSchema.safeParse(json);
        return alert.success ? { action: 'create', alert: alert.data } : unprocessable;
      }
      const change = changeSchema.safeParse(json);
      if (!change.success) return unprocessable;
      return { action: action as 'close', alias: decodeURIComponent(alias), change: change.data };
    },
    taken: () => jsonAnswer(202, { result: 'Request will be processed', took: 0.302, requestId: '43a29c5c' }),
    refusals: {
      'refuse-recipient': unprocessable,
      'refuse-login': jsonAnswer(403, { message: 'API key does not belong to an API integration', took: 0 }),
      busy: jsonAnswer(
        429,
        { message: 'You are making too many requests!', took: 0, requestId: 'r' },
        { 'x-ratelimit-state': 'THROTTLED', 'x-ratelimit-reason': 'INTEGRATION', 'x-ratelimit-period-in-sec': '60' },
      ),
    },
  });
