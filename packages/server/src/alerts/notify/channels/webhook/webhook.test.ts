import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { expect, it } from 'vitest';
import { hostileAlert } from '../../../../testing/sinks/hostile-alert.ts';
import { ownSettings, plainOptions } from '../../../../testing/sinks/own-destination.ts';
import { type ReceivedWebhook, startWebhookSink } from '../../../../testing/sinks/webhook/webhook-sink.ts';
import {
  channelOpener,
  describeChannelConformance,
  exampleAlertContent,
  exampleExtras,
  exampleNote,
} from '../../conformance.ts';
import { createOwnChannel } from '../own-channel.ts';
import { webhookKind } from './webhook.ts';

const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`;
const secret = newSecret();

const open = channelOpener(
  async (given: Record<string, string> = {}, besides: Record<string, string> = {}, now: number = Date.now()) => {
    const sink = await startWebhookSink();
    const headers = [
      { name: 'Authorization', value: 'Bearer planted-header-1' },
      { name: 'X-Team', value: 'a' },
      { name: 'x-team', value: 'b' },
    ];
    const config = { url: sink.url('/hooks/alerts?via=upvigil'), secret, headers, ...given };
    const channel = createOwnChannel(webhookKind, { ...plainOptions, clock: { now: () => now } });
    const destination = channel.destination(null, ownSettings('webhook', config, { besides }));
    return { sink, destination, secrets: [secret, 'planted-header-1', ...Object.values(besides)] };
  },
);

const bodyOf = (message: ReceivedWebhook | undefined) => JSON.parse(message?.raw ?? 'null');
const verify = (by: string, { raw, headers }: ReceivedWebhook, changed = raw): unknown =>
  new Webhook(by).verify(changed, headers as Record<string, string>);

describeChannelConformance('Webhook', async () => {
  const channel = await open();
  const textOf = (message: unknown): string => (message as ReceivedWebhook).raw;
  return { ...channel, isForProgram: true, textOf };
});

it('posts all facts of each alert, with links to its website and to acknowledge, and its own headers', async () => {
  const { sink, send } = await open();
  const acknowledgeUrl = 'https://status.example.org/a/0123456789abcdefABCDEF';
  await send([exampleAlertContent()], { acknowledgeUrl });
  expect(bodyOf(sink.messages[0])).toEqual({
    type: 'alert.opened',
    timestamp: '2026-03-10T12:00:00.000Z',
    data: {
      installation: 'example-installation',
      alerts: [
        {
          id: 7,
          type: 'alert.opened',
          alert_type: 'DOWN',
          severity: 'critical',
          message: 'Shop: https://shop.example.com/ is down: HTTP 503',
          began_at: '2026-03-10T11:59:55.000Z',
          ended_at: null,
          website: { id: 3, name: 'Shop' },
          monitor: { id: 5, kind: 'URL', target: 'https://shop.example.com/', tags: ['env:prod', 'shop'] },
          mark: null,
          url: 'https://status.example.org/websites/3?open=5',
          acknowledge_url: acknowledgeUrl,
        },
      ],
    },
  });
  expect(sink.messages[0]?.headers).toMatchObject({
    'content-type': 'application/json',
    authorization: 'Bearer planted-header-1',
    'x-team': 'a, b',
  });
});

it('has the label of a URL beside its address', async () => {
  const { sink, send } = await open();
  const target = 'Checkout (https://shop.example.com/)';
  const database = { kind: 'TCP_PORT', target: 'Database (db.example.com:5432)' } as const;
  await send([exampleAlertContent({ target }), exampleAlertContent(database)]);
  const { alerts } = bodyOf(sink.messages[0]).data;
  expect(alerts.map(({ monitor }: { monitor: object }) => monitor)).toEqual([
    { id: 5, kind: 'URL', name: 'Checkout', target: 'https://shop.example.com/', tags: ['env:prod', 'shop'] },
    { id: 5, ...database, tags: ['env:prod', 'shop'] },
  ]);
});

it('is verified by the library of the standard, which refuses one changed byte', async () => {
  const { sink, send } = await open();
  await send([hostileAlert]);
  const [message] = sink.messages as [ReceivedWebhook];
  expect(verify(secret, message)).toEqual(bodyOf(message));
  expect(message.headers['webhook-id']).toBe('msg_example');
  const at = message.raw.indexOf('is down');
  const changed = `${message.raw.slice(0, at)}I${message.raw.slice(at + 1)}`;
  expect(changed).toHaveLength(message.raw.length);
  expect(() => verify(secret, message, changed)).toThrow('No matching signature');
  expect(() => verify(newSecret(), message)).toThrow('No matching signature');
  const other = { ...message, headers: { ...message.headers, 'webhook-id': 'msg_examplf' } };
  expect(() => verify(secret, other)).toThrow('No matching signature');
});

it('a repeated attempt has the same id and body, and its own time', async () => {
  const { sink, send } = await open({}, {}, 1_773_144_000_999);
  await send();
  const later = await open({ url: sink.url('/hooks/alerts') }, {}, 1_773_144_060_000);
  await later.send();
  const [first, second] = sink.messages;
  expect(first?.headers['webhook-timestamp']).toBe('1773144000');
  expect(second?.headers['webhook-timestamp']).toBe('1773144060');
  expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
  expect(second?.raw).toBe(first?.raw);
});

it('is signed with both secrets until the previous one has expired', async () => {
  const previous = newSecret();
  const now = Date.now();
  const until = (milliseconds: number) => ({ previous_secret_until: new Date(now + milliseconds).toISOString() });
  const during = await open(until(1_000), { previous_secret: previous }, now);
  await during.send();
  const [both] = during.sink.messages as [ReceivedWebhook];
  expect(verify(secret, both)).toEqual(verify(previous, both));
  const after = await open(until(0), { previous_secret: previous }, now);
  await after.send();
  const [one] = after.sink.messages as [ReceivedWebhook];
  expect(verify(secret, one)).toEqual(bodyOf(one));
  expect(() => verify(previous, one)).toThrow('No matching signature');
  during.sink.behaviour = 'echo';
  const refused = await during.send();
  expect(JSON.stringify(refused)).not.toContain(previous);
});

it('names the event of each alert, and the most urgent one for the message', async () => {
  const { sink, send } = await open();
  const acknowledged = { acknowledged_at: Date.UTC(2026, 2, 10, 12, 5), acknowledged_by: 'admin' };
  const contents = [
    exampleAlertContent({ alert_id: 1, purpose: 'acknowledgement', ...acknowledged }),
    exampleAlertContent({
      alert_id: 2,
      alert_type: 'RECOVERED',
      ends_alert_id: 1,
      began_at: null,
      purpose: 'escalation',
      problem_since: Date.UTC(2026, 2, 10, 11),
      created_at: Date.UTC(2026, 2, 10, 12, 30),
    }),
    exampleAlertContent({ alert_id: 3, purpose: 'reminder' }),
    exampleAlertContent({ alert_id: 4, purpose: 'escalation' }),
  ];
  for (const [at] of contents.entries())
    await send(contents.slice(0, at + 1), { acknowledgeUrl: 'https://status.example.org/a/0' });
  const bodies = sink.messages.map(bodyOf);
  expect(bodies.map(({ type }) => type)).toEqual([
    'alert.acknowledged',
    'alert.recovered',
    'alert.reminder',
    'alert.opened',
  ]);
  const { alerts } = bodies[3].data;
  expect(alerts.map(({ type }: { type: string }) => type)).toEqual([
    'alert.acknowledged',
    'alert.recovered',
    'alert.reminder',
    'alert.opened',
  ]);
  expect(alerts.map((alert: object) => 'acknowledge_url' in alert)).toEqual([false, false, true, true]);
  expect(alerts[0]).toMatchObject({ acknowledged_at: '2026-03-10T12:05:00.000Z', acknowledged_by: 'admin' });
  expect(alerts[1]).toMatchObject({
    ends_alert_id: 1,
    began_at: '2026-03-10T11:00:00.000Z',
    ended_at: '2026-03-10T12:30:00.000Z',
  });
  expect(bodies[0].timestamp).toBe('2026-03-10T12:05:00.000Z');
});

it('names 50 alerts in a message', async () => {
  const { destination } = await open();
  expect(destination.capacity(Array(600).fill(exampleAlertContent()))).toBe(50);
  expect(destination.capacity([exampleAlertContent()])).toBe(1);
});

it.each([
  ['drill', 'drill'],
  ['test', 'test'],
  ['notice', 'notice'],
  ['report', 'notice'],
  ['announcement', 'notice'],
] as const)('a %s has the type %s, and names no alert', async (purpose, type) => {
  const { sink, destination } = await open({}, {}, Date.UTC(2026, 2, 10, 12));
  await destination.sendNote({ ...exampleNote, purpose }, exampleExtras, AbortSignal.timeout(5_000));
  expect(bodyOf(sink.messages[0])).toEqual({
    type,
    timestamp: '2026-03-10T12:00:00.000Z',
    data: {
      installation: 'example-installation',
      alerts: [],
      title: exampleNote.title,
      message: exampleNote.text,
      url: exampleNote.link?.url,
    },
  });
});

it('reports after a 410 that the receiver is gone', async () => {
  const { sink, send } = await open();
  sink.behaviour = 'refuse-recipient';
  expect(await send()).toEqual({
    outcome: 'give-up',
    reason: 'HTTP 410: Gone',
    isGone: true,
  });
});

it('waits as long as a 429 requests, and follows no redirect', async () => {
  const { sink, send } = await open();
  sink.behaviour = 'busy';
  expect(await send()).toMatchObject({
    outcome: 'retry',
    retryAfterSeconds: 90,
  });
  const moved = await open({ url: sink.url('/moved') });
  sink.behaviour = 'accept';
  expect(await moved.send()).toEqual({
    outcome: 'retry',
    reason: 'HTTP 308: redirects are not followed',
  });
  expect(sink.messages).toHaveLength(0);
});
