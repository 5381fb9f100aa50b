import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Change } from '../../../base/domain/change-feed.ts';
import { makeMonitor } from '../../../testing/rows.ts';
import type { ChatSink } from '../../../testing/sinks/chat/chat-sink.ts';
import { type NotificationLab, openNotificationLab } from '../../../testing/sinks/notification-lab.ts';
import { alertsSentTo, routeToWebhook } from '../../../testing/sinks/webhook/webhook-channel.ts';
import { type ReceivedWebhook, startWebhookSink } from '../../../testing/sinks/webhook/webhook-sink.ts';
import { readChannelStates } from '../sending/channel-states.ts';

const second = 1_000;
const minute = 60 * second;

let lab: NotificationLab;
let sink: ChatSink<ReceivedWebhook>;
beforeEach(async () => {
  lab = await openNotificationLab();
  sink = await startWebhookSink();
});
afterEach(async () => {
  await lab.close();
  await sink.close();
});
const start = (processes: number) => Promise.all(Array.from({ length: processes }, () => lab.startOutbox()));
const attempts = async () =>
  (await lab.ledger()).filter(({ channel }) => channel === 'webhook').map((row) => row.attempts);

describe('a provider that requests a pause of 90 s, with three processes', () => {
  it('gets no request before its end, and all waiting alerts then', async () => {
    const monitor = await makeMonitor(lab.db);
    await routeToWebhook(lab.db, sink.url('/hooks/alerts'));
    await start(3);
    sink.behaviour = 'busy';
    await lab.goDown(monitor);
    await lab.advance(3.5 * second);
    expect(await attempts()).toEqual([1]);
    sink.behaviour = 'accept';
    const later = await makeMonitor(lab.db, { website_id: monitor.website_id, target: 'https://shop.example.com/b' });
    await lab.goDown(later);
    await lab.advance(85 * second);
    expect(await attempts()).toEqual([1, 0]);
    expect(sink.messages).toEqual([]);
    await lab.advance(6 * second);
    expect(alertsSentTo(sink)).toEqual([[`DOWN ${monitor.target}`, `DOWN ${later.target}`]]);
    expect(await attempts()).toEqual([2, 1]);
  }, 30_000);

  it('delays its own channel only', async () => {
    const monitor = await makeMonitor(lab.db);
    await routeToWebhook(lab.db, sink.url('/hooks/alerts'), ['email']);
    await start(3);
    sink.behaviour = 'busy';
    await lab.goDown(monitor);
    await lab.advance(4 * second);
    expect(lab.smtp.messages).toHaveLength(1);
  });
});

describe('a channel', () => {
  it('whose provider reports it as gone is disabled, with one notice to other channels', async () => {
    const monitor = await makeMonitor(lab.db);
    const id = await routeToWebhook(lab.db, sink.url('/hooks/alerts'), ['email']);
    const changes: Change[] = [];
    lab.changes.subscribe((change) => void changes.push(change));
    await start(1);
    sink.behaviour = 'refuse-recipient';
    await lab.goDown(monitor);
    await lab.advance(4 * second);
    const channel = await lab.db
      .selectFrom('channels')
      .select('enabled')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(channel.enabled).toBe(0);
    const notices = await lab.db.selectFrom('notices').select(['kind', 'subject', 'message', 'ended_at']).execute();
    expect(notices).toEqual([
      { kind: 'channel_disabled', subject: String(id), message: expect.stringContaining('Ops'), ended_at: null },
    ]);
    const queued = await lab.db.selectFrom('messages').select(['purpose', 'channel', 'channel_id']).execute();
    expect(queued).toEqual([{ purpose: 'notice', channel: 'email', channel_id: null }]);
    // Pages and other processes show it, and the notice is sent at once.
    expect(changes).toContainEqual(expect.objectContaining({ is_structural: true, has_deliveries: true }));

    await lab.goDown(await makeMonitor(lab.db, { website_id: monitor.website_id, target: 'https://b.example.com/' }));
    await lab.advance(minute);
    const ledger = (await lab.ledger()).filter(({ channel }) => channel === 'webhook');
    expect(ledger.map(({ status, attempts: tried, reason }) => [status, tried, reason])).toEqual([
      ['failed', 1, expect.stringContaining('410')],
      ['suppressed', 0, 'the channel is switched off'],
    ]);
    expect(await lab.db.selectFrom('notices').select('id').execute()).toHaveLength(1);
  });

  it('has its failures counted until a message is accepted', async () => {
    const monitor = await makeMonitor(lab.db);
    const id = await routeToWebhook(lab.db, sink.url('/hooks/alerts'));
    await start(1);
    sink.behaviour = 'refuse-login';
    const began = lab.clock.now();
    await lab.goDown(monitor);
    await lab.advance(40 * second);
    const state = async () => (await readChannelStates(lab.db, [id])).get(String(id));
    expect(await state()).toMatchObject({
      failures: 2,
      failing_since: began + 3 * second,
      last_sent_at: null,
      last_error: expect.stringContaining('403'),
    });
    sink.behaviour = 'accept';
    await lab.advance(2 * minute);
    expect(await state()).toMatchObject({ failures: 0, failing_since: null, last_error: null });
    expect((await state())?.last_sent_at).toBeGreaterThan(began + 40 * second);
  });
});
