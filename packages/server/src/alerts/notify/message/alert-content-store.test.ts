import { afterEach, beforeEach, expect, it } from 'vitest';
import { systemClock } from '../../../base/clock.ts';
import type { FinishedCheck } from '../../../base/domain/check.ts';
import type { MonitorRow } from '../../../storage/tables.ts';
import { startRecording } from '../../../testing/recording.ts';
import { finishedCheck, makeMonitor, makeWebsite, testNow } from '../../../testing/rows.ts';
import { openTestStorage, type TestStorage } from '../../../testing/test-storage.ts';
import { createRaiseAlerts } from '../../decide/raise-alerts.ts';
import { readAlertContents } from './alert-content-store.ts';

const clock = { ...systemClock, now: () => testNow };

let test: TestStorage;
beforeEach(async () => {
  test = await openTestStorage();
});
afterEach(() => test.close());

/** The contents of the alerts that these consecutive checks cause. */
async function contentsAfter(monitor: MonitorRow, ...checks: Partial<FinishedCheck>[]) {
  const recording = startRecording({ db: test.db, clock, raiseAlerts: createRaiseAlerts({ clock, channels: [] }) });
  for (const check of checks) await recording.record(finishedCheck(monitor, check));
  const alerts = await test.db.selectFrom('alerts').select('id').orderBy('id').execute();
  const contents = await readAlertContents(
    test.db,
    alerts.map(({ id }) => id),
  );
  return alerts.map(({ id }) => contents.get(id));
}

const failed = { is_up: false, status_code: 503, response_time_us: null, error_message: 'HTTP 503' };

it('has the cause of a problem, and its end on the recovery', async () => {
  const monitor = await makeMonitor(test.db, { failure_threshold: 1 });
  const contents = await contentsAfter(monitor, failed, {});
  expect(contents).toMatchObject([
    { alert_type: 'DOWN', cause: 'HTTP 503' },
    { alert_type: 'RECOVERED', cause: null },
  ]);
});

it.each([
  ['A is down: B', failed, 'HTTP 503'],
  ['A is down: B', { ...failed, error_message: 'greeting was "is down: no"' }, 'greeting was "is down: no"'],
  ['A is slow: B', { is_slow: true, response_time_us: 6_120_000 }, '6.12s, limit 5.00s'],
  ['A lacks its meta tag: B', { metadata_found: false }, 'og:title'],
])('knows the cause of a problem whatever its website is called: %s', async (name, check, cause) => {
  const { id: website_id } = await makeWebsite(test.db, { name });
  const monitor = await makeMonitor(test.db, { website_id, failure_threshold: 1, metadata_tag: 'og:title' });
  expect(await contentsAfter(monitor, check)).toMatchObject([{ website_name: name, cause }]);
});
