import { z } from 'zod';
import { jsonAnswer, startChatSink } from './chat-sink.ts';

/** https://docs.discord.com/developers/resources/message#embed-object-embed-limits */
const messageSchema = z
  .strictObject({
    content: z.string().min(1).max(2_000),
    embeds: z.array(z.strictObject({ description: z.string().min(1).max(4_096) })).max(10),
    allowed_mentions: z.strictObject({ parse: z.array(z.enum(['everyone', 'users', 'roles'])) }),
  })
  .refine(({ embeds }) => embeds.reduce((sum, { description }) => sum + description.length, 0) <= 6_000);

export type ReceivedDiscordMessage = z.output<typeof messageSchema>;

export const discordTextOf = ({ content, embeds }: ReceivedDiscordMessage): string =>
  [content, ...embeds.map(({ description }) => description)].join('\n');

/** Accepts messages like Discord's webhooks; reports the result only with `wait`. */
export const startDiscordSink = () =>
  startChatSink<ReceivedDiscordMessage>({
    read({ url, method }, json) {
      const parsed = messageSchema.safeParse(json);
      if (method !== 'POST' || !url.pathname.startsWith('/api/webhooks/') || url.searchParams.get('wait') !== 'true') {
        return jsonAnswer(404, { message: '404: Not Found', code: 0 });
      }
      return parsed.success
        ? parsed.data
        : jsonAnswer(400, {
            message: 'Invalid Form Body',
            code: 50035,
            errors: { embeds: parsed.error.issues.length },
          });
    },
    taken: ({ content }) => jsonAnswer(200, { id: '1200000000000000000', type: 0, content }),
    refusals: {
      'refuse-recipient': jsonAnswer(404, { message: 'Unknown Webhook', code: 10015 }),
      'refuse-login': jsonAnswer(401, { message: 'Invalid Webhook Token', code: 50027 }),
      busy: jsonAnswer(
        429,
        { message: 'You are being rate limited.', retry_after: 64.57, global: false },
        { 'retry-after': '65', 'x-ratelimit-scope': 'shared' },
      ),
    },
  });
