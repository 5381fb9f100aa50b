import { expect, it } from 'vitest';
import { type ReceivedMattermostMessage, startMattermostSink } from '../../../../testing/sinks/chat/mattermost-sink.ts';
import { ownDestination } from '../../../../testing/sinks/own-destination.ts';
import { channelOpener } from '../../conformance.ts';
import { describeChatConformance } from './conformance.ts';
import { mattermostKind } from './mattermost.ts';

const planted = 'plantedMattermostSecret1';
const textOf = ({ text }: ReceivedMattermostMessage) => text;

const open = channelOpener(async () => {
  const sink = await startMattermostSink();
  const destination = ownDestination(mattermostKind, { webhook_url: sink.url(`/hooks/${planted}`) });
  return { sink, destination, secrets: [planted], textOf: textOf as (message: unknown) => string };
});

describeChatConformance('Mattermost', open, {
  exampleMessage: (facts) => ({
    text: [
      'DOWN: Shop: https://shop.example.com/ is down: HTTP 503',
      ...facts,
      '[Open Shop](https://status.example.org/websites/3?open=5)',
      '[Acknowledge](https://status.example.org/a/0123456789abcdefABCDEF)',
    ].join('\n'),
  }),
  hostileLines: [
    'DOWN: @\u200beveryone &lt;\\!channel&gt;: https://shop.example.com/%40all?a=1_2 is down: \\[x\\](javascript:0) # @\u200bhere \\*b\\* 👨‍👩‍👧',
    'Since: 2026-03-10 12:00:00 UTC',
    'How we know: &lt;@\u200bU1&gt; &lt;users/all&gt; @\u200broom \\`c\\` &gt; \\[Bank\\](https://evil.example/) \\~\\~s\\~\\~ \\|\\|p\\|\\|, seen by 2 checks in a row',
    'Fine before: for 3 days 4 hours, since it was added',
    '[Open @\u200beveryone &lt;\\!channel&gt;](https://status.example.org/websites/3?open=5)',
  ],
  hostileItem: '@\u200beveryone &lt;\\!channel&gt;, DOWN, &lt;@\u200bU1&gt;',
  most: 16_383,
  sizeOf: (message: ReceivedMattermostMessage) => message.text.length,
  busy: { reason: 'HTTP 429: limit exceeded', retryAfterSeconds: 12 },
});

it('does not split a message for an unknown webhook', async () => {
  const { sink, send } = await open();
  sink.behaviour = 'refuse-recipient';
  expect(await send()).toEqual({
    outcome: 'give-up',
    reason: 'HTTP 400: Invalid webhook.',
  });
});
