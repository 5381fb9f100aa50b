import { maintenanceInput } from '@upvigil/core/contract/maintenance';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { insertRuns } from '../../alerts/maintenance/run-store.ts';
import { insertWindow } from '../../alerts/maintenance/window-store.ts';
import { openRestoreLab, type RestoreLab } from './testing/restore-lab.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

let lab: RestoreLab;
beforeEach(async () => {
  lab = await openRestoreLab();
});
afterEach(() => lab.close());

async function expectSent(expected: number[]): Promise<void> {
  expect(await lab.settledStatuses()).not.toContain('pending');
  expect(lab.sent()).toEqual(expected);
}

/** Starts a maintenance run of the monitor's website now. */
async function workFor(milliseconds: number): Promise<void> {
  const now = lab.clock.now();
  const input = maintenanceInput.parse({
    title: 'Move',
    website_ids: [lab.monitor.website_id],
    duration_minutes: milliseconds / minute,
    starts_at: new Date(now).toISOString().slice(0, 16),
  });
  const id = await insertWindow(lab.db, input, { start_key: null, now });
  await insertRuns(lab.db, id, [{ starts_at: now, ends_at: now + milliseconds }]);
  await lab.maintenance.load();
}

describe('a restore of the installation', () => {
  it('does not repeat deliveries that a cooldown had deferred at the backup and that were sent since', async () => {
    await lab.changeSettings({ cooldown_minutes: 10, sms_enabled: false });
    const outbox = await lab.startOutbox();
    await lab.goDown(lab.monitor);
    await lab.advance(10 * second);
    await expectSent([1, 0]);
    await lab.advance(minute);
    await lab.comeUp(lab.monitor);
    await lab.advance(minute);
    await expectSent([2, 0]);
    await lab.goDown(lab.monitor);
    const archive = await lab.backUp();
    await lab.leap(9 * minute);
    await expectSent([3, 0]);
    await outbox.stop();
    const sent = await lab.ledger();

    await lab.restore(archive);
    await lab.advance(10 * minute);
    await lab.runOutbox();
    expect(lab.sent()).toEqual([3, 0]);
    expect(await lab.ledger()).toEqual(sent);
  });

  it('in the middle of a long maintenance keeps deliveries deferred, and sends a lasting problem once', async () => {
    await lab.changeSettings({ sms_enabled: false });
    await workFor(3 * hour);
    await lab.goDown(lab.monitor);
    await lab.advance(90 * minute);
    const archive = await lab.backUp();
    await lab.advance(minute);
    await lab.restore(archive);
    await lab.maintenance.load();
    await lab.startOutbox();
    await lab.leap(80 * minute);
    expect(lab.sent()).toEqual([0, 0]);
    await lab.leap(13 * minute);
    expect(lab.smtp.messages.map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^DOWN since 12:00 UTC, during maintenance: /),
    ]);
  });

  it('sends deliveries that waited at the backup and still wait', async () => {
    await lab.goDown(lab.monitor);
    const archive = await lab.backUp();
    await lab.restore(archive);
    await lab.advance(10 * second);
    await lab.startOutbox();
    await expectSent([1, 1]);
  });
});

describe('a restore elsewhere', () => {
  it('does not send deliveries that a cooldown deferred over an hour ago', async () => {
    await lab.goDown(lab.monitor);
    await lab.db
      .updateTable('deliveries')
      .set({ status: 'suppressed', reason: 'cooldown until 12:15', next_attempt_at: lab.clock.now() + 15 * minute })
      .execute();
    const archive = await lab.backUp();
    await lab.advance(hour + second);
    const elsewhere = await lab.restoreElsewhere(archive);
    const rows = await elsewhere.selectFrom('deliveries').selectAll().execute();
    expect(new Set(rows.map(({ status, reason }) => `${status}: ${reason}`))).toEqual(
      new Set(['suppressed: cooldown until 12:15']),
    );
    expect(rows.map(({ next_attempt_at }) => next_attempt_at)).toEqual(rows.map(() => null));
  });

  it('sends no delivery that a maintenance has deferred for over an hour', async () => {
    await workFor(3 * hour);
    await lab.goDown(lab.monitor);
    await lab.advance(hour + second);
    const archive = await lab.backUp();
    const elsewhere = await lab.restoreElsewhere(archive);
    const rows = await elsewhere.selectFrom('deliveries').select(['status', 'next_attempt_at']).execute();
    expect(new Set(rows.map((row) => JSON.stringify(row)))).toEqual(
      new Set(['{"status":"suppressed","next_attempt_at":null}']),
    );
  });
});
