import { expect, it } from 'vitest';
import { type ReceivedMatrixMessage, startMatrixSink } from '../../../../testing/sinks/chat/matrix-sink.ts';
import { ownDestination } from '../../../../testing/sinks/own-destination.ts';
import { channelOpener, exampleAlertContent } from '../../conformance.ts';
import { describeChatConformance } from './conformance.ts';
import { matrixKind } from './matrix.ts';

const planted = 'plantedMatrixSecret1';
const textOf = ({ body }: ReceivedMatrixMessage) => body;

const open = channelOpener(async () => {
  const sink = await startMatrixSink(planted);
  const destination = ownDestination(matrixKind, {
    base_url: sink.url(''),
    room_id: '!abc:example.org',
    access_token: planted,
  });
  return { sink, destination, secrets: [planted], textOf: textOf as (message: unknown) => string };
});

describeChatConformance('Matrix', open, {
  exampleMessage: (facts) => ({
    msgtype: 'm.text',
    body: [
      'DOWN: Shop: https://shop.example.com/ is down: HTTP 503',
      ...facts,
      'Open Shop: https://status.example.org/websites/3?open=5',
      'Acknowledge: https://status.example.org/a/0123456789abcdefABCDEF',
    ].join('\n'),
    'm.mentions': {},
    room: '!abc:example.org',
    transaction: 'msg_example',
  }),
  hostileLines: [
    'DOWN: @everyone <!channel>: https://shop.example.com/@all?a=1_2 is down: [x](javascript:0) # @here *b* 👨‍👩‍👧',
    'Since: 2026-03-10 12:00:00 UTC',
    'How we know: <@U1> <users/all> @\u200broom `c` > [Bank](https://evil.example/) ~~s~~ ||p||, seen by 2 checks in a row',
    'Fine before: for 3 days 4 hours, since it was added',
    'Open @everyone <!channel>: https://status.example.org/websites/3?open=5',
  ],
  hostileItem: '@everyone <!channel>, DOWN, <@U1>',
  most: 16_000,
  sizeOf: (message: ReceivedMatrixMessage) => Buffer.byteLength(message.body),
  busy: { reason: 'HTTP 429: M_LIMIT_EXCEEDED: Too Many Requests', retryAfterSeconds: 3.25 },
});

it('shows an accepted message that is sent again once, and a message with more alerts again', async () => {
  const { sink, send } = await open();
  for (const messageId of ['msg_1', 'msg_1', 'msg_2']) {
    await send([exampleAlertContent()], { messageId });
  }
  expect(sink.messages).toHaveLength(3);
  expect([...sink.shown.keys()]).toEqual(['msg_1', 'msg_2']);
});
