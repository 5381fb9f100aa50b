import { defaultRouting } from '@upvigil/core/contract/routing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createRaiseAlerts } from '../../packages/server/src/alerts/decide/raise-alerts.ts';
import { rulesOf } from '../../packages/server/src/alerts/notify/channels/registry.ts';
import { createHeartbeatRecorder } from '../../packages/server/src/checks/heartbeats/heartbeat-recorder.ts';
import { hashOfKey } from '../../packages/server/src/checks/heartbeats/heartbeat-store.ts';
import { routingSettings } from '../../packages/server/src/storage/settings/routing-store.ts';
import { makeHeartbeat } from '../../packages/server/src/testing/heartbeat-rows.ts';
import { makeWindow } from '../../packages/server/src/testing/maintenance-rows.ts';
import { makeWebsite } from '../../packages/server/src/testing/rows.ts';
import { type NotificationLab, openNotificationLab } from '../../packages/server/src/testing/sinks/notification-lab.ts';

const minute = 60_000;
const hour = 60 * minute;

let lab: NotificationLab;
let websiteId: number;
let recorder: ReturnType<typeof createHeartbeatRecorder>;
beforeEach(async () => {
  lab = await openNotificationLab();
  websiteId = (await makeWebsite(lab.db)).id;
  await lab.connectSlack(websiteId);
  const { db, clock, changes, maintenance } = lab;
  recorder = createHeartbeatRecorder({
    db,
    clock,
    changes,
    raiseAlerts: createRaiseAlerts({ clock, channels: rulesOf(lab.channels), runsAt: maintenance.runsAt }),
    runsAt: maintenance.runsAt,
    listeningPast: async () => ({ gaps: [], decidedUntil: clock.now() }),
    earlierGaps: () => [],
    afterRecorded: () => undefined,
  });
});
afterEach(() => lab.close());

/** Heartbeats that report once and never again. */
async function silentJobs(count: number): Promise<void> {
  const keys = Array.from({ length: count }, (_, at) => `job-number-${at}`);
  await lab.db.transaction().execute(async (trx) => {
    for (const key of keys) await makeHeartbeat(trx, key, { website_id: websiteId });
  });
  const at = lab.clock.now();
  const common = { type: 'success', at, code: null, rid: null, text: 'secret-output', counts_as_post: true } as const;
  await recorder.recordPings(keys.map((key) => ({ ...common, key_hash: hashOfKey(key), response_time_us: null })));
}

it('5. 1,000 heartbeats missed at once: at most 3 messages a channel in the first minute', async () => {
  await lab.startOutbox();
  await silentJobs(1_000);
  await lab.advance(hour + 6 * minute);
  await recorder.recordMissed();
  await lab.advance(minute);
  for (const { messages } of [lab.smtp, lab.slack, lab.sms]) {
    expect(messages.length).toBeGreaterThan(0);
    expect(messages.length).toBeLessThanOrEqual(3);
  }
  const emails = lab.smtp.messages.map(({ text }) => text).join();
  expect(emails).toContain('did not report: expected at 13:00 UTC, grace period 5 min');
  expect(emails).not.toContain('secret-output');
});

it('5. In maintenance: no message', async () => {
  await lab.startOutbox();
  await silentJobs(20);
  await lab.advance(hour);
  const starts_at = lab.clock.now();
  await makeWindow(lab.db, { website_ids: [websiteId] }, { starts_at, ends_at: starts_at + hour });
  await lab.maintenance.load();
  await lab.advance(6 * minute);
  await recorder.recordMissed();
  await lab.advance(minute);
  expect([lab.smtp, lab.slack, lab.sms].map(({ messages }) => messages.length)).toEqual([0, 0, 0]);
});

it('5. Reminders follow remind_minutes', async () => {
  const steps = [{ after_minutes: 0, channels: ['slack' as const] }];
  const policies = [{ id: 1, name: 'Default', steps, remind_minutes: 30 }];
  await routingSettings.save(lab.db, { ...defaultRouting, policies });
  await lab.startOutbox();
  await silentJobs(1);
  await lab.advance(hour + 6 * minute);
  await recorder.recordMissed();
  await lab.advance(minute);
  expect(lab.slack.messages).toHaveLength(1);
  await lab.advance(31 * minute);
  expect(lab.slack.messages).toHaveLength(2);
});
