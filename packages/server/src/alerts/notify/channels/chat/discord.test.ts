import { expect, it } from 'vitest';
import { discordTextOf, startDiscordSink } from '../../../../testing/sinks/chat/discord-sink.ts';
import { hostileAlert } from '../../../../testing/sinks/hostile-alert.ts';
import { ownDestination } from '../../../../testing/sinks/own-destination.ts';
import { describeChannelConformance, exampleAlertContent, exampleExtras } from '../../conformance.ts';
import { discordKind } from './discord.ts';

const planted = 'plantedDiscordToken1';
const signal = () => AbortSignal.timeout(5_000);

const open = async () => {
  const sink = await startDiscordSink();
  const destination = ownDestination(discordKind, { webhook_url: sink.url(`/api/webhooks/123/${planted}`) });
  return { sink, destination, secrets: [planted], textOf: discordTextOf as (message: unknown) => string };
};

describeChannelConformance('Discord', async () => {
  const channel = await open();
  return { ...channel, close: () => channel.sink.close() };
});

const facts = [
  'Since: 2026-03-10 12:00:00 UTC',
  'How we know: HTTP 503, seen by 2 checks in a row',
  'Fine before: for 3 days 4 hours, since it was added',
];

it('begins with the sentence, and links to the website and to acknowledging', async () => {
  const { sink, destination } = await open();
  const acknowledgeUrl = 'https://status.example.org/a/0123456789abcdefABCDEF';
  await destination.send([exampleAlertContent()], { ...exampleExtras, acknowledgeUrl }, signal());
  expect(sink.messages[0]).toEqual({
    content: 'DOWN: Shop: <https://shop.example.com/> is down: HTTP 503',
    embeds: [
      {
        description: [
          ...facts,
          '[Open Shop](https://status.example.org/websites/3)',
          '[Acknowledge](https://status.example.org/a/0123456789abcdefABCDEF)',
        ].join('\n'),
      },
    ],
    allowed_mentions: { parse: [] },
  });
  await sink.close();
});

it('gives names and causes no meaning, and calls nobody', async () => {
  const { sink, destination } = await open();
  await destination.send([hostileAlert], exampleExtras, signal());
  await destination.send([hostileAlert, exampleAlertContent()], exampleExtras, signal());
  const [one, two] = sink.messages.map(discordTextOf);
  expect(one?.split('\n')).toEqual([
    'DOWN: \\@everyone \\<!channel>: <https://shop.example.com/@all?a=1_2> is down: \\[x\\](javascript:0) # \\@here \\*b\\* 👨‍👩‍👧',
    'Since: 2026-03-10 12:00:00 UTC',
    'How we know: \\<\\@U1> \\<users/all> \\@room \\`c\\` > \\[Bank\\](https://evil.example/) \\~\\~s\\~\\~ \\|\\|p\\|\\|, seen by 2 checks in a row',
    'Fine before: for 3 days 4 hours, since it was added',
    '[Open \\@everyone \\<!channel>](https://status.example.org/websites/3)',
  ]);
  expect(two).toContain('\\@everyone \\<!channel>, DOWN, \\<\\@U1>');
  await sink.close();
});

it('cuts what is too long between whole signs', async () => {
  const { sink, destination } = await open();
  await destination.send([exampleAlertContent({ cause: '👨‍👩‍👧'.repeat(5_000) })], exampleExtras, signal());
  expect(sink.messages.map(discordTextOf).join()).toMatch(/How we know: (👨‍👩‍👧)+…\n/u);
  await sink.close();
});

it('fills a message up to what it may hold', async () => {
  const { sink, destination } = await open();
  const storm = Array.from({ length: 1_000 }, (_, at) =>
    exampleAlertContent({ alert_id: at, target: `https://shop.example.com/products/${at}` }),
  );
  await destination.send(storm.slice(0, destination.capacity(storm)), exampleExtras, signal());
  const [message] = sink.messages;
  const size = message?.embeds[0]?.description.length ?? 0;
  expect(size).toBeLessThanOrEqual(4_096);
  expect(size).toBeGreaterThan(4_096 - 200);
  await sink.close();
});

it('waits as long as 429 says', async () => {
  const { sink, destination } = await open();
  sink.behaviour = 'busy';
  expect(await destination.send([exampleAlertContent()], exampleExtras, signal())).toEqual({
    outcome: 'retry',
    reason: 'HTTP 429: You are being rate limited.',
    retryAfterSeconds: 64.57,
  });
  await sink.close();
});
