import { z } from 'zod';
import { jsonAnswer, startChatSink } from './chat-sink.ts';

/** Documented are 28 KB, but larger messages than this were observed to fail. */
const mostBytes = 21_000;

const run = z.strictObject({
  type: z.literal('TextRun'),
  text: z.string().min(1),
  size: z.enum(['Medium']).optional(),
  weight: z.enum(['Bolder']).optional(),
});
const messageSchema = z.strictObject({
  type: z.literal('message'),
  attachments: z.tuple([
    z.strictObject({
      contentType: z.literal('application/vnd.microsoft.card.adaptive'),
      content: z.strictObject({
        $schema: z.string(),
        type: z.literal('AdaptiveCard'),
        version: z.literal('1.2'),
        fallbackText: z.string(),
        msteams: z.strictObject({ width: z.literal('Full') }),
        body: z.array(z.strictObject({ type: z.literal('RichTextBlock'), inlines: z.array(run).min(1) })).min(1),
        actions: z.array(z.strictObject({ type: z.literal('Action.OpenUrl'), title: z.string(), url: z.url() })),
      }),
    }),
  ]),
});
export type ReceivedTeamsMessage = z.output<typeof messageSchema>;

const teamsLinesOf = ({ attachments: [{ content }] }: ReceivedTeamsMessage): string[] =>
  content.body.map(({ inlines }) => inlines.map(({ text }) => text).join(''));

export const teamsTextOf = (message: ReceivedTeamsMessage): string =>
  [...teamsLinesOf(message), ...message.attachments[0].content.actions.map(({ url }) => url)].join('\n');

const flowError = (status: number, code: string, message: string, headers?: Readonly<Record<string, string>>) =>
  jsonAnswer(status, { error: { code, message } }, headers);

/** Accepts cards like a workflow's trigger; below `/webhookb2/` like the connectors, which refuse with a text. */
export const startTeamsSink = () =>
  startChatSink<ReceivedTeamsMessage>({
    read({ url, method, bytes }, json) {
      const parsed = messageSchema.safeParse(json);
      const isConnector = url.pathname.startsWith('/webhookb2/');
      if (method !== 'POST' || !(isConnector || url.searchParams.has('sig'))) {
        return flowError(401, 'DirectApiAuthorizationRequired', 'The request must be authenticated.');
      }
      if (parsed.success && bytes.length <= mostBytes && !isConnector) return parsed.data;
      const words =
        'Webhook message delivery failed with error: Microsoft Teams endpoint returned HTTP error 429 with ContextId x';
      if (isConnector) return { status: 200, body: words };
      return flowError(413, 'RequestEntityTooLarge', 'The request is too large.');
    },
    taken: () => ({ status: 202, body: '' }),
    refusals: {
      'refuse-recipient': flowError(404, 'WorkflowNotFound', 'The workflow could not be found.'),
      'refuse-login': flowError(401, 'DirectApiInvalidAuthorizationScheme', 'The signature is wrong.'),
      busy: flowError(429, 'TooManyRequests', 'Rate limit is exceeded.', { 'retry-after': '23' }),
    },
  });
