import { limits } from '@upvigil/core/limits';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { systemClock } from '../../base/clock.ts';
import { createChangeFeed } from '../../base/domain/change-feed.ts';
import type { FinishedCheck, TakenEvidence } from '../../base/domain/check.ts';
import { createResultRecorder, type ResultRecorder } from '../../checks/record/recording/result-recorder.ts';
import { type ResourceApp, startResourceApp } from '../../testing/resource-app.ts';
import { finishedCheck, makeAlert, makeMonitor, testNow } from '../../testing/rows.ts';
import { evidenceText, insertEvidence } from './evidence-store.ts';
import { createRaiseAlerts } from './raise-alerts.ts';

let app: ResourceApp;
let recording: ResultRecorder;
beforeEach(async () => {
  app = await startResourceApp();
  recording = createResultRecorder({
    db: app.db,
    clock,
    changes: createChangeFeed(() => undefined),
    raiseAlerts: createRaiseAlerts({ clock, channels: [] }),
    log: { warn: () => undefined, error: () => undefined },
  });
});
afterEach(async () => {
  await recording.stop();
  await app.close();
});

const clock = { ...systemClock, now: () => testNow };
const record = (checks: FinishedCheck[]): void => recording.record(checks);

const taken: TakenEvidence = {
  is_up: false,
  error_message: 'HTTP 503',
  request: null,
  resolved: null,
  address: '192.0.2.1:443',
  response_time: 0.2,
  phases: null,
  status_line: 'HTTP/1.1 503 Service Unavailable',
  body: 'broken',
  output: null,
  headers: [{ name: 'server', value: 'test' }],
  certificate: null,
  packet_loss: null,
  location: null,
};

it('is stored with its alert and the ten checks before, is returned by the API, and is deleted with its alert', async () => {
  const monitor = await makeMonitor(app.db, { failure_threshold: 1 });
  const minutes = (ago: number): number => testNow - ago * 60_000;
  for (let ago = 14; ago > 0; ago -= 1) {
    record([finishedCheck(monitor, { checked_at: minutes(ago), response_time_us: ago * 1000 })]);
  }
  record([finishedCheck(monitor, { is_up: false, error_message: 'HTTP 503', evidence: taken })]);
  await recording.flush();

  const [alert] = (await app.call('GET', `/alerts/url/${monitor.id}`)).body as { id: number; has_evidence: boolean }[];
  expect(alert).toMatchObject({ has_evidence: true });
  const { body } = await app.call('GET', `/alerts/${alert?.id}/evidence`);
  expect(body).toMatchObject({ ...taken, alert_id: alert?.id, screenshot_path: null });
  const { checks_before } = body as { checks_before: { response_time: number }[] };
  expect(checks_before.map(({ response_time }) => response_time)).toEqual(
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((ago) => ago / 1000),
  );

  expect((await app.call('DELETE', `/alerts/${alert?.id}`)).status).toBe(204);
  expect((await app.call('GET', `/alerts/${alert?.id}/evidence`)).status).toBe(404);
  expect(await app.db.selectFrom('evidence').selectAll().execute()).toEqual([]);
});

it('is also stored for the end of a problem, and not for the checks between', async () => {
  const monitor = await makeMonitor(app.db, { failure_threshold: 1 });
  const at = (seconds: number) => ({ checked_at: testNow + seconds * 1000 });
  record([
    finishedCheck(monitor, { ...at(0), is_up: false, error_message: 'HTTP 503', evidence: taken }),
    finishedCheck(monitor, { ...at(10), is_up: false, error_message: 'HTTP 503' }),
    finishedCheck(monitor, { ...at(20), evidence: { ...taken, is_up: true } }),
  ]);
  await recording.flush();

  const rows = await app.db.selectFrom('evidence').select(['taken_at', 'document']).orderBy('taken_at').execute();
  expect(rows.map(({ taken_at, document }) => [taken_at, JSON.parse(document).is_up])).toEqual([
    [testNow, false],
    [testNow + 20_000, true],
  ]);
});

it('keeps the newest 50 of each monitor', async () => {
  const monitor = await makeMonitor(app.db);
  const other = await makeMonitor(app.db);
  const otherAlert = await makeAlert(app.db, other);
  const store = (alert_id: number, monitor_id: number, taken_at: number) =>
    app.db.transaction().execute((trx) => insertEvidence(trx, [{ alert_id, monitor_id, taken_at, taken }]));
  await store(otherAlert.id, other.id, 1);
  for (let at = 1; at <= limits.evidencePerMonitor + 3; at += 1) {
    await store((await makeAlert(app.db, monitor)).id, monitor.id, at);
  }

  const kept = await app.db.selectFrom('evidence').select(['monitor_id', 'taken_at']).orderBy('taken_at').execute();
  expect(kept.filter(({ monitor_id }) => monitor_id === other.id)).toHaveLength(1);
  const own = kept.filter(({ monitor_id }) => monitor_id === monitor.id).map(({ taken_at }) => taken_at);
  expect([own.length, own[0]]).toEqual([limits.evidencePerMonitor, 4]);
});

it('fits into 16 KiB, whatever a server sends', () => {
  const long = '\\"\u{1F600}'.repeat(300);
  const headers = Array.from({ length: 60 }, (_, at) => ({ name: `x-${at}`, value: long }));
  const checks_before = Array.from({ length: 10 }, () => ({
    checked_at: new Date(testNow).toISOString(),
    is_up: false,
    status_code: 503,
    response_time: 1,
    error_message: long,
  }));
  const request = { method: 'GET', url: long, headers };

  const text = evidenceText({ ...taken, request, headers, body: '"'.repeat(2048), checks_before });

  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(16 * 1024);
  expect(JSON.parse(text)).toMatchObject({ status_line: taken.status_line });
});

it('is one document for each of 100 targets that one batch finds down', async () => {
  const website_id = (await makeMonitor(app.db)).website_id;
  const monitors = [];
  for (let at = 0; at < 100; at += 1) monitors.push(await makeMonitor(app.db, { website_id, failure_threshold: 1 }));
  record(
    monitors.map((monitor) => finishedCheck(monitor, { is_up: false, error_message: 'HTTP 503', evidence: taken })),
  );
  await recording.flush();

  const rows = await app.db.selectFrom('evidence').select('monitor_id').execute();
  expect(new Set(rows.map(({ monitor_id }) => monitor_id)).size).toBe(100);
  expect(rows).toHaveLength(100);
});
