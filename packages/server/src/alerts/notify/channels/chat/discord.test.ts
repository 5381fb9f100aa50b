import {
  discordTextOf,
  type ReceivedDiscordMessage,
  startDiscordSink,
} from '../../../../testing/sinks/chat/discord-sink.ts';
import { ownDestination } from '../../../../testing/sinks/own-destination.ts';
import { describeChatConformance } from './conformance.ts';
import { discordKind } from './discord.ts';

const planted = 'plantedDiscordToken1';

const open = async () => {
  const sink = await startDiscordSink();
  const destination = ownDestination(discordKind, { webhook_url: sink.url(`/api/webhooks/123/${planted}`) });
  return { sink, destination, secrets: [planted], textOf: discordTextOf as (message: unknown) => string };
};

describeChatConformance('Discord', open, {
  exampleMessage: (facts) => ({
    content: 'DOWN: Shop: <https://shop.example.com/> is down: HTTP 503',
    embeds: [
      {
        description: [
          ...facts,
          '[Open Shop](https://status.example.org/websites/3?open=5)',
          '[Acknowledge](https://status.example.org/a/0123456789abcdefABCDEF)',
        ].join('\n'),
      },
    ],
    allowed_mentions: { parse: [] },
  }),
  hostileLines: [
    'DOWN: \\@everyone \\<!channel>: <https://shop.example.com/@all?a=1_2> is down: \\[x\\](javascript:0) # \\@here \\*b\\* 👨‍👩‍👧',
    'Since: 2026-03-10 12:00:00 UTC',
    'How we know: \\<\\@U1> \\<users/all> \\@room \\`c\\` > \\[Bank\\](https://evil.example/) \\~\\~s\\~\\~ \\|\\|p\\|\\|, seen by 2 checks in a row',
    'Fine before: for 3 days 4 hours, since it was added',
    '[Open \\@everyone \\<!channel>](https://status.example.org/websites/3?open=5)',
  ],
  hostileItem: '\\@everyone \\<!channel>, DOWN, \\<\\@U1>',
  most: 4_096,
  sizeOf: (message: ReceivedDiscordMessage) => message.embeds[0]?.description.length ?? 0,
  busy: { reason: 'HTTP 429: You are being rate limited.', retryAfterSeconds: 64.57 },
});
