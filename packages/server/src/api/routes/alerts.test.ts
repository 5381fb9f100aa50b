import type { Alert } from '@upvigil/core/contract/alerts';
import { unsentAlert } from '@upvigil/core/testing/fake-watched';
import type { Insertable } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Caller, newcomer, ownerOf } from '../../access/caller.ts';
import type { Tables } from '../../storage/tables.ts';
import { type ResourceApp, startResourceApp } from '../../testing/resource-app.ts';
import { makeAlert, makeMonitor, testNow } from '../../testing/rows.ts';

const hour = 3_600_000;
const day = 24 * hour;
let app: ResourceApp;
beforeEach(async () => {
  app = await startResourceApp();
});
afterEach(() => app.close());

const deliver = (alert_id: number, given: Partial<Insertable<Tables['deliveries']>>) =>
  app.db
    .insertInto('deliveries')
    .values({ alert_id, channel: 'email', recipient: 'ops@example.com', status: 'sent', created_at: testNow, ...given })
    .execute();

describe('alerts', () => {
  test('are listed newest first with their website, monitor and deliveries', async () => {
    const url = await makeMonitor(app.db);
    const network = await makeMonitor(app.db, { kind: 'TCP_PORT' });
    const older = await makeAlert(app.db, url, { created_at: testNow - hour });
    const newer = await makeAlert(app.db, network, { alert_type: 'SLOW', problem: 'slow', message: 'slow' });
    const oldest = await makeAlert(app.db, url, { created_at: testNow - 25 * hour });
    await deliver(older.id, { sent_at: testNow + 2000, attempts: 2 });
    await deliver(older.id, { channel: 'slack', recipient: null, sent_at: testNow + 1000, attempts: 1 });
    await deliver(older.id, { channel: 'sms', status: 'suppressed', reason: 'SMS is switched off' });
    await deliver(newer.id, { status: 'pending', next_attempt_at: testNow + 500 });
    const { body } = await app.call('GET', '/alerts/');
    expect(body).toEqual([
      {
        id: newer.id,
        alert_type: 'SLOW',
        message: 'slow',
        ...unsentAlert,
        created_at: new Date(testNow).toISOString(),
        network_monitor_id: network.id,
        monitor_kind: 'TCP_PORT',
        website_id: network.website_id,
        website_name: 'Shop',
        deliveries: [
          {
            channel: 'email',
            channel_id: null,
            channel_name: null,
            purpose: 'alert',
            recipient: 'ops@example.com',
            status: 'pending',
            reason: null,
            attempts: 0,
            next_attempt_at: new Date(testNow + 500).toISOString(),
            sent_at: null,
          },
        ],
      },
      expect.objectContaining({
        id: older.id,
        email_sent: true,
        slack_sent: true,
        sms_sent: false,
        sent_at: new Date(testNow + 1000).toISOString(),
        url_id: url.id,
        network_monitor_id: null,
        monitor_kind: 'URL',
      }),
    ]);
    const [, second] = body as Alert[];
    expect(second?.deliveries.map(({ channel, reason }) => [channel, reason])).toEqual([
      ['email', null],
      ['slack', null],
      ['sms', 'SMS is switched off'],
    ]);
    expect((await app.call('GET', '/alerts/?hours=72')).body).toHaveLength(3);
    const dayBefore = `/alerts/?hours=24&until=${new Date(testNow - 24 * hour).toISOString()}`;
    expect((await app.call('GET', dayBefore)).body).toEqual([expect.objectContaining({ id: oldest.id })]);
  });

  test('of open problems are listed regardless of their age, but not of disabled monitors', async () => {
    const began = async (
      days: number,
      column: 'outage_alert_id' | 'slow_alert_id' | 'metadata_alert_id',
      enabled: 0 | 1 = 1,
    ) => {
      const monitor = await makeMonitor(app.db, { enabled });
      const alert = await makeAlert(app.db, monitor, { created_at: testNow - days * day });
      await app.db
        .updateTable('stored_monitors')
        .set({ [column]: alert.id })
        .where('id', '=', monitor.id)
        .execute();
      return alert.id;
    };
    await makeAlert(app.db, await makeMonitor(app.db));
    const slow = await began(1, 'slow_alert_id');
    const down = await began(300, 'outage_alert_id');
    const metadata = await began(40, 'metadata_alert_id');
    await began(2, 'outage_alert_id', 0);
    const { body } = await app.call('GET', '/alerts/open');
    expect((body as Alert[]).map(({ id }) => id)).toEqual([slow, metadata, down]);
  });

  test('are acknowledged in the name of the caller', async () => {
    const monitor = await makeMonitor(app.db);
    const alerts = await Promise.all([1, 2, 3].map(() => makeAlert(app.db, monitor, { created_at: testNow - hour })));
    const [byOwner, byAnn, byToken] = alerts.map(({ id }) => id);
    await deliver(byAnn ?? 0, { status: 'pending', purpose: 'escalation', step: 1, next_attempt_at: testNow + hour });
    const by = { id: 3, name: 'Ann', role: 'editor', email: 'ann@example.org' } as const;
    const acknowledged = async (id: number | undefined, caller: Partial<Caller>) => {
      app.signedIn.caller = { ...ownerOf(newcomer), ...caller };
      const { body } = await app.call('POST', `/alerts/${id}/acknowledge`, { note: '' });
      return (body as Alert).acknowledged_by;
    };
    expect(await acknowledged(byOwner, {})).toBe('owner');
    expect(await acknowledged(byAnn, { kind: 'user', ...by })).toBe('Ann');
    expect(await acknowledged(byToken, { kind: 'token', id: 1, name: 'deploy script', role: null })).toBe(
      'deploy script',
    );
    const { body } = await app.call('GET', '/alerts/');
    const reasons = (body as Alert[]).flatMap(({ deliveries }) => deliveries.map(({ reason }) => reason));
    expect(reasons).toContainEqual(expect.stringMatching(/^acknowledged by Ann at /));
  });

  test('take another note once they are acknowledged, which names the same person', async () => {
    const { id } = await makeAlert(app.db, await makeMonitor(app.db), {
      acknowledged_at: testNow - hour,
      acknowledged_by: 'Ann',
    });
    const { body } = await app.call('POST', `/alerts/${id}/acknowledge`, { note: 'disk replaced' });
    expect(body).toMatchObject({ acknowledged_by: 'Ann', acknowledge_note: 'disk replaced' });
    expect((body as Alert).acknowledged_at).toBe(new Date(testNow - hour).toISOString());
  });

  test('of a URL include all types', async () => {
    const url = await makeMonitor(app.db);
    const network = await makeMonitor(app.db, { kind: 'TCP_PORT' });
    await makeAlert(app.db, url, { created_at: testNow - 100 * day });
    await makeAlert(app.db, network);
    expect((await app.call('GET', `/alerts/url/${url.id}`)).body).toMatchObject([{ url_id: url.id }]);
    expect((await app.call('GET', `/alerts/url/${network.id}`)).status).toBe(404);
  });

  test('are deleted one by one, with their deliveries; an open one stays open for its monitor', async () => {
    const url = await makeMonitor(app.db);
    const alert = await makeAlert(app.db, url);
    await deliver(alert.id, {});
    await app.db.updateTable('stored_monitors').set({ outage_alert_id: alert.id }).execute();
    expect(await app.call('DELETE', `/alerts/${alert.id}`)).toEqual({ status: 204, body: null });
    expect(await app.call('DELETE', `/alerts/${alert.id}`)).toEqual({
      status: 404,
      body: { detail: `There is no alert ${alert.id}` },
    });
    expect(await app.db.selectFrom('deliveries').select('id').execute()).toEqual([]);
    expect(await app.db.selectFrom('monitors').select('outage_alert_id').execute()).toEqual([
      { outage_alert_id: alert.id },
    ]);
  });

  test('are cleared by age, 7 days by default, and all of them by 0', async () => {
    const url = await makeMonitor(app.db);
    for (const days of [40, 8, 6]) await makeAlert(app.db, url, { created_at: testNow - days * day });
    await makeAlert(app.db, url, { created_at: testNow + hour });
    expect((await app.call('DELETE', '/alerts/?older_than_days=30')).body).toEqual({ deleted: 1 });
    expect((await app.call('DELETE', '/alerts/')).body).toEqual({ deleted: 1 });
    expect((await app.call('DELETE', '/alerts/?older_than_days=0')).body).toEqual({ deleted: 2 });
    expect(await app.db.selectFrom('alerts').select('id').execute()).toEqual([]);
  });
});
