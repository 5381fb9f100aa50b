import { expect, it } from 'vitest';
import { hostileAlert } from '../../../../testing/sinks/hostile-alert.ts';
import { ownDestination } from '../../../../testing/sinks/own-destination.ts';
import { type ReceivedPagerdutyEvent, startPagerdutySink } from '../../../../testing/sinks/paging/pagerduty-sink.ts';
import {
  channelOpener,
  describeChannelConformance,
  exampleAlertContent,
  exampleExtras,
  exampleNote,
} from '../../conformance.ts';
import type { ProviderRequest } from '../../http-request.ts';
import { pagerdutyKind } from './pagerduty.ts';

const planted = 'plantedPagerDutyRoutingKey000001';

const open = channelOpener(async (routing_key: string = planted) => {
  const sink = await startPagerdutySink();
  const destination = ownDestination(pagerdutyKind, { routing_key, region: 'eu', base_url: sink.url('') });
  return { sink, destination, secrets: [planted] };
});

const linksOf = (event: unknown): string =>
  JSON.stringify((event as ReceivedPagerdutyEvent & { links: unknown }).links);

describeChannelConformance('PagerDuty', async () => {
  const channel = await open();
  return { ...channel, isForProgram: true, textOf: linksOf };
});

it('triggers with the sentence, all facts, and links to the website and to acknowledge', async () => {
  const { sink, send } = await open();
  const acknowledgeUrl = 'https://status.example.org/a/0123456789abcdefABCDEF';
  await send([exampleAlertContent()], { acknowledgeUrl });
  expect(sink.messages[0]).toEqual({
    routing_key: planted,
    event_action: 'trigger',
    dedup_key: 'upvigil-example-installation-7',
    payload: {
      summary: 'DOWN: Shop: https://shop.example.com/ is down: HTTP 503',
      source: 'https://shop.example.com/',
      severity: 'critical',
      timestamp: '2026-03-10T12:00:00.000Z',
      group: 'Shop',
      class: 'DOWN',
      custom_details: {
        Since: '2026-03-10 12:00:00 UTC',
        'How we know': 'HTTP 503, seen by 2 checks in a row',
        'Fine before': 'for 3 days 4 hours, since it was added',
      },
    },
    client: 'Upvigil',
    client_url: 'https://status.example.org',
    links: [
      { href: 'https://status.example.org/websites/3?open=5', text: 'Open Shop' },
      { href: acknowledgeUrl, text: 'Acknowledge' },
    ],
  });
});

it('acknowledges and resolves under the key of the opening alert, and a reminder opens no second incident', async () => {
  const { sink, send } = await open();
  const steps = [
    exampleAlertContent({ alert_id: 7 }),
    exampleAlertContent({ alert_id: 7, purpose: 'reminder' }),
    exampleAlertContent({ alert_id: 7, purpose: 'acknowledgement', acknowledged_by: 'admin' }),
    exampleAlertContent({ alert_id: 9, alert_type: 'RECOVERED', ends_alert_id: 7 }),
  ];
  for (const step of steps) await send([step]);
  expect(sink.messages.map(({ event_action, dedup_key }) => [event_action, dedup_key])).toEqual(
    ['trigger', 'trigger', 'acknowledge', 'resolve'].map((action) => [action, 'upvigil-example-installation-7']),
  );
});

it('reports that it cannot resolve an alert with an unknown key', async () => {
  const { sink, send } = await open();
  const recovered = exampleAlertContent({ alert_type: 'RECOVERED', ends_alert_id: null });
  expect(await send([recovered])).toEqual({
    outcome: 'give-up',
    reason: 'the alert that it ends was deleted, and its key with it',
  });
  expect(sink.messages).toHaveLength(0);
});

it('has one incident for an accepted event that is sent again, also for a note', async () => {
  const { sink, destination, send } = await open();
  for (const _attempt of [1, 2]) {
    await send();
    await destination.sendNote(exampleNote, exampleExtras, AbortSignal.timeout(5_000));
  }
  expect(new Set(sink.messages.map(({ dedup_key }) => dedup_key))).toEqual(
    new Set(['upvigil-example-installation-7', 'upvigil-example-installation-msg_example']),
  );
});

it('sends names and causes unescaped, on one line, and cuts between graphemes', async () => {
  const { sink, send } = await open();
  await send([hostileAlert]);
  await send([exampleAlertContent({ message: `x${'👨‍👩‍👧'.repeat(500)}` })]);
  const summaries = sink.messages.map((event) => (event.event_action === 'trigger' ? event.payload.summary : ''));
  expect(summaries[0]).toBe(
    'DOWN: @everyone <!channel>: https://shop.example.com/@all?a=1_2 is down: [x](javascript:0) # @here *b* 👨‍👩‍👧',
  );
  expect(summaries[1]).toMatch(/^DOWN: x(👨‍👩‍👧)+…(👨‍👩‍👧)+$/u);
  expect(summaries[1]?.length).toBeGreaterThan(1_000);
});

it('goes to the region that is chosen', async () => {
  const asked: string[] = [];
  const ask = (request: ProviderRequest) => {
    asked.push(request.url.href);
    return Promise.resolve({ status: 202, headers: {}, body: '{"status":"success"}' });
  };
  for (const region of ['us', 'eu']) {
    const means = { recipient: null, extras: exampleExtras, signal: AbortSignal.timeout(5_000), now: 0, ask };
    const config = { routing_key: planted, region, base_url: '' };
    const outgoing = { contents: [exampleAlertContent()], more: [], note: null };
    const result = await pagerdutyKind.send(config, outgoing, means);
    expect(result.outcome).toBe('sent');
  }
  expect(asked).toEqual(['https://events.pagerduty.com/v2/enqueue', 'https://events.eu.pagerduty.com/v2/enqueue']);
});

it('tries again when only the key is wrong, and when 429 says so', async () => {
  const { sink, send } = await open('tooShort');
  expect(await send()).toMatchObject({ outcome: 'retry' });
  sink.behaviour = 'busy';
  expect(await send()).toEqual({
    outcome: 'retry',
    reason: 'HTTP 429: Request Limit Exceeded',
    retryAfterSeconds: 30,
  });
});

it('does not wait to be combined', async () => {
  const { destination } = await open();
  expect(destination.isForProgram).toBe(true);
});
