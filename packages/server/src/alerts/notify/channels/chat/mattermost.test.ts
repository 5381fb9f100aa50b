import { expect, it } from 'vitest';
import { type ReceivedMattermostMessage, startMattermostSink } from '../../../../testing/sinks/chat/mattermost-sink.ts';
import { hostileAlert } from '../../../../testing/sinks/hostile-alert.ts';
import { ownDestination } from '../../../../testing/sinks/own-destination.ts';
import { describeChannelConformance, exampleAlertContent, exampleExtras } from '../../conformance.ts';
import { mattermostKind } from './mattermost.ts';

const planted = 'plantedMattermostSecret1';
const signal = () => AbortSignal.timeout(5_000);
const textOf = ({ text }: ReceivedMattermostMessage) => text;

const open = async () => {
  const sink = await startMattermostSink();
  const destination = ownDestination(mattermostKind, { webhook_url: sink.url(`/hooks/${planted}`) });
  return { sink, destination, secrets: [planted], textOf: textOf as (message: unknown) => string };
};

describeChannelConformance('Mattermost', async () => {
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
    text: [
      'DOWN: Shop: https://shop.example.com/ is down: HTTP 503',
      ...facts,
      '[Open Shop](https://status.example.org/websites/3)',
      '[Acknowledge](https://status.example.org/a/0123456789abcdefABCDEF)',
    ].join('\n'),
  });
  await sink.close();
});

it('gives names and causes no meaning, and calls nobody', async () => {
  const { sink, destination } = await open();
  await destination.send([hostileAlert], exampleExtras, signal());
  await destination.send([hostileAlert, exampleAlertContent()], exampleExtras, signal());
  const [one, two] = sink.messages.map(textOf);
  expect(one?.split('\n')).toEqual([
    'DOWN: @\u200beveryone &lt;\\!channel&gt;: https://shop.example.com/%40all?a=1_2 is down: \\[x\\](javascript:0) # @\u200bhere \\*b\\* 👨‍👩‍👧',
    'Since: 2026-03-10 12:00:00 UTC',
    'How we know: &lt;@\u200bU1&gt; &lt;users/all&gt; @\u200broom \\`c\\` &gt; \\[Bank\\](https://evil.example/) \\~\\~s\\~\\~ \\|\\|p\\|\\|, seen by 2 checks in a row',
    'Fine before: for 3 days 4 hours, since it was added',
    '[Open @\u200beveryone &lt;\\!channel&gt;](https://status.example.org/websites/3)',
  ]);
  expect(two).toContain('@\u200beveryone &lt;\\!channel&gt;, DOWN, &lt;@\u200bU1&gt;');
  await sink.close();
});

it('cuts what is too long between whole signs', async () => {
  const { sink, destination } = await open();
  await destination.send([exampleAlertContent({ cause: '👨‍👩‍👧'.repeat(5_000) })], exampleExtras, signal());
  expect(sink.messages.map(textOf).join()).toMatch(/How we know: (👨‍👩‍👧)+…\n/u);
  await sink.close();
});

it('fills a message up to what it may hold', async () => {
  const { sink, destination } = await open();
  const storm = Array.from({ length: 1_000 }, (_, at) =>
    exampleAlertContent({ alert_id: at, target: `https://shop.example.com/products/${at}` }),
  );
  await destination.send(storm.slice(0, destination.capacity(storm)), exampleExtras, signal());
  const [message] = sink.messages;
  const size = message?.text.length ?? 0;
  expect(size).toBeLessThanOrEqual(16_383);
  expect(size).toBeGreaterThan(16_383 - 200);
  await sink.close();
});

it('waits as long as 429 says', async () => {
  const { sink, destination } = await open();
  sink.behaviour = 'busy';
  expect(await destination.send([exampleAlertContent()], exampleExtras, signal())).toEqual({
    outcome: 'retry',
    reason: 'HTTP 429: limit exceeded',
    retryAfterSeconds: 12,
  });
  await sink.close();
});

it('does not take a message apart for a webhook that is not there', async () => {
  const { sink, destination } = await open();
  sink.behaviour = 'refuse-recipient';
  expect(await destination.send([exampleAlertContent()], exampleExtras, signal())).toEqual({
    outcome: 'give-up',
    reason: 'HTTP 400: Invalid webhook.',
  });
  await sink.close();
});
