import { z } from 'zod';
import { startHttpSink } from './http-sink.ts';
import type { Sink } from './sink.ts';

const text = (max: number) =>
  z.strictObject({ type: z.enum(['mrkdwn', 'plain_text']), text: z.string().min(1).max(max) });

/** Slack's documented limits of the blocks that we use. */
const messageSchema = z
  .strictObject({
    text: z.string().min(1).max(40_000),
    channel: z.string().optional(),
    unfurl_links: z.boolean().optional(),
    blocks: z
      .array(
        z.discriminatedUnion('type', [
          z.strictObject({ type: z.literal('header'), text: text(150).extend({ type: z.literal('plain_text') }) }),
          z
            .strictObject({
              type: z.literal('section'),
              text: text(3000).optional(),
              fields: z.array(text(2000)).min(1).max(10).optional(),
            })
            .refine((section) => section.text !== undefined || section.fields !== undefined),
          z.strictObject({ type: z.literal('context'), elements: z.array(text(2000)).min(1).max(10) }),
        ]),
      )
      .min(1)
      .max(50),
  })
  // Undocumented, but observed by many: a limit on all blocks together.
  .refine((message) => JSON.stringify(message.blocks).length < 13_200, { error: 'msg_blocks_too_long' });

export type ReceivedSlackMessage = z.output<typeof messageSchema> & {
  /** Path of the webhook that was used. */
  webhook: string;
};

export interface SlackSink extends Sink<ReceivedSlackMessage> {
  /** An incoming webhook; any other path is unknown. */
  webhookUrl(secret: string): string;
  /** Refuses messages with one of these words permanently. */
  readonly refusedWords: Set<string>;
  /** Requests so far, and the limit of requests. */
  requests: number;
  busyAfter: number;
}

/** All text of a message, as its reader sees it. */
export const slackTextOf = (message: ReceivedSlackMessage): string => JSON.stringify(message.blocks);

/** Accepts messages like Slack's incoming webhooks, and refuses what Slack would refuse. */
export async function startSlackSink(): Promise<SlackSink> {
  const webhookUrl = (secret: string): string => `http://127.0.0.1:${sink.port}/services/T0001/B0001/${secret}`;
  const extras = { webhookUrl, refusedWords: new Set<string>(), requests: 0, busyAfter: Number.POSITIVE_INFINITY };
  const isRefused = (body: string): boolean => [...sink.refusedWords].some((word) => body.includes(word));
  const http = await startHttpSink<ReceivedSlackMessage>(({ url, method, body }, behaviour) => {
    const webhook = url.pathname;
    sink.requests += 1;
    if (behaviour === 'echo') return { status: 500, body: `no ${url.href}`.replace(/[^\w .:,-]/g, '-') };
    if (behaviour === 'refuse-login' || !webhook.startsWith('/services/'))
      return { status: 403, body: 'invalid_token' };
    if (behaviour === 'busy' || sink.requests > sink.busyAfter) {
      return { status: 429, headers: { 'retry-after': '30' }, body: 'rate_limited' };
    }
    const parsed = messageSchema.safeParse(parseJson(body));
    if (method !== 'POST' || !parsed.success || isRefused(body)) return { status: 400, body: 'invalid_blocks' };
    if (behaviour === 'refuse-recipient') return { status: 400, body: 'user_not_found' };
    return { status: 200, body: 'ok', message: { ...parsed.data, webhook } };
  });
  const sink = Object.assign(http, extras);
  return sink;
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}
