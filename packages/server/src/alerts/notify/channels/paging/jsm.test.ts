import { expect, it } from 'vitest';
import { hostileAlert } from '../../../../testing/sinks/hostile-alert.ts';
import { ownDestination } from '../../../../testing/sinks/own-destination.ts';
import { type ReceivedJsmRequest, startJsmSink } from '../../../../testing/sinks/paging/jsm-sink.ts';
import { channelOpener, describeChannelConformance, exampleAlertContent, exampleExtras } from '../../conformance.ts';
import { jsmKind } from './jsm.ts';

const planted = 'planted-jsm-api-key-1';

const open = channelOpener(async () => {
  const sink = await startJsmSink(planted);
  const base_url = sink.url('/jsm/ops/integration');
  const destination = ownDestination(jsmKind, { api_key: planted, base_url });
  return { sink, destination, secrets: [planted] };
});

const textOf = (request: unknown): string => JSON.stringify(request);
const alertOf = (request: ReceivedJsmRequest | undefined) => (request?.action === 'create' ? request.alert : undefined);

describeChannelConformance('Jira Service Management', async () => {
  const channel = await open();
  return { ...channel, isForProgram: true, textOf };
});

it('creates an alert under an alias, with all facts and links to the website and to acknowledge', async () => {
  const { sink, send } = await open();
  const acknowledgeUrl = 'https://status.example.org/a/0123456789abcdefABCDEF';
  await send([exampleAlertContent()], { acknowledgeUrl });
  expect(alertOf(sink.messages[0])).toEqual({
    message: 'DOWN: Shop: https://shop.example.com/ is down: HTTP 503',
    alias: 'upvigil-example-installation-7',
    description: [
      'Shop: https://shop.example.com/ is down: HTTP 503',
      'Since: 2026-03-10 12:00:00 UTC',
      'How we know: HTTP 503, seen by 2 checks in a row',
      'Fine before: for 3 days 4 hours, since it was added',
      'Open Shop: https://status.example.org/websites/3?open=5',
      `Acknowledge: ${acknowledgeUrl}`,
    ].join('\n'),
    source: 'Upvigil',
    priority: 'P1',
    entity: 'https://shop.example.com/',
    tags: ['DOWN'],
  });
});

it('acknowledges and closes by the alias of the alert that opened', async () => {
  const { sink, send } = await open();
  const steps = [
    exampleAlertContent({ alert_id: 7, purpose: 'acknowledgement', acknowledged_by: 'link to ops@example.org' }),
    exampleAlertContent({ alert_id: 9, alert_type: 'RECOVERED', ends_alert_id: 7, message: 'Shop is up again' }),
  ];
  for (const step of steps) await send([step]);
  const alias = 'upvigil-example-installation-7';
  expect(sink.messages).toEqual([
    {
      action: 'acknowledge',
      alias,
      change: { source: 'Upvigil', note: 'acknowledged by link to ops@example.org' },
    },
    { action: 'close', alias, change: { source: 'Upvigil', note: 'Shop is up again' } },
  ]);
});

it('gives warnings and notes a lower priority, so that rules can let people sleep', async () => {
  const { sink, destination, send } = await open();
  await send([exampleAlertContent({ severity: 'warning' })]);
  await destination.sendNote(
    { purpose: 'notice', title: 'Offline', text: '', link: null },
    exampleExtras,
    AbortSignal.timeout(5_000),
  );
  expect(sink.messages.map((request) => alertOf(request)?.priority)).toEqual(['P3', 'P5']);
});

it('sends names and causes unescaped, on one line, and cuts between graphemes', async () => {
  const { sink, send } = await open();
  await send([hostileAlert]);
  await send([exampleAlertContent({ message: `x${'👨‍👩‍👧'.repeat(500)}` })]);
  const messages = sink.messages.map((request) => alertOf(request)?.message);
  expect(messages[0]).toBe(
    'DOWN: @everyone <!channel>: https://shop.example.com/@all?a=1_2 is down: [x](javascript:0) # @here *b* 👨‍👩‍👧',
  );
  expect(messages[1]).toMatch(/^DOWN: x(👨‍👩‍👧)+…(👨‍👩‍👧)+$/u);
});

it('waits for the period of the limit that 429 names', async () => {
  const { sink, send } = await open();
  sink.behaviour = 'busy';
  expect(await send()).toEqual({
    outcome: 'retry',
    reason: 'HTTP 429: You are making too many requests!',
    retryAfterSeconds: 60,
  });
});
