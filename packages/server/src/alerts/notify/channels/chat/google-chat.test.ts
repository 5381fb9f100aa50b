import { expect, it } from 'vitest';
import {
  type ReceivedGoogleChatMessage,
  startGoogleChatSink,
} from '../../../../testing/sinks/chat/google-chat-sink.ts';
import { hostileAlert } from '../../../../testing/sinks/hostile-alert.ts';
import { ownDestination } from '../../../../testing/sinks/own-destination.ts';
import { describeChannelConformance, exampleAlertContent, exampleExtras } from '../../conformance.ts';
import { googleChatKind } from './google-chat.ts';

const planted = 'plantedGoogleChatSecret1';
const signal = () => AbortSignal.timeout(5_000);
const textOf = ({ text }: ReceivedGoogleChatMessage) => text;

const open = async () => {
  const sink = await startGoogleChatSink();
  const destination = ownDestination(googleChatKind, {
    webhook_url: sink.url(`/v1/spaces/AAAA/messages?key=k&token=${planted}`),
  });
  return { sink, destination, secrets: [planted], textOf: textOf as (message: unknown) => string };
};

describeChannelConformance('Google Chat', async () => {
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
      'Open Shop: https://status.example.org/websites/3',
      'Acknowledge: https://status.example.org/a/0123456789abcdefABCDEF',
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
    'DOWN: @everyone ‹!channel›: https://shop.example.com/@all?a=1_2 is down: [x]\u200b(javascript:0) # @here *b* 👨‍👩‍👧',
    'Since: 2026-03-10 12:00:00 UTC',
    'How we know: ‹@U1› ‹users/all› @room `c` › [Bank]\u200b(https://evil.example/) ~~s~~ ||p||, seen by 2 checks in a row',
    'Fine before: for 3 days 4 hours, since it was added',
    'Open @everyone ‹!channel›: https://status.example.org/websites/3',
  ]);
  expect(two).toContain('@everyone ‹!channel›, DOWN, ‹@U1›');
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
  const size = Buffer.byteLength(message?.text ?? '');
  expect(size).toBeLessThanOrEqual(16_000);
  expect(size).toBeGreaterThan(16_000 - 200);
  await sink.close();
});

it('waits as long as 429 says', async () => {
  const { sink, destination } = await open();
  sink.behaviour = 'busy';
  expect(await destination.send([exampleAlertContent()], exampleExtras, signal())).toEqual({
    outcome: 'retry',
    reason: 'HTTP 429: RESOURCE_EXHAUSTED: Resource has been exhausted (e.g. check quota).',
    retryAfterSeconds: 41.5,
  });
  await sink.close();
});
