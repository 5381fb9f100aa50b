import type { EvidenceDocument } from '@upvigil/core/contract/evidence';
import { expect, it, onTestFinished } from 'vitest';
import { createRaiseAlerts } from '../../packages/server/src/alerts/decide/raise-alerts.ts';
import { systemClock } from '../../packages/server/src/base/clock.ts';
import { createChangeFeed } from '../../packages/server/src/base/domain/change-feed.ts';
import { createEngine } from '../../packages/server/src/checks/engine/engine.ts';
import { watchedMonitor } from '../../packages/server/src/checks/monitors/load-monitors.ts';
import { createResultRecorder } from '../../packages/server/src/checks/record/recording/result-recorder.ts';
import { makeMonitor, makeWebsite } from '../../packages/server/src/testing/rows.ts';
import { startHttpTarget } from '../../packages/server/src/testing/targets/http-target.ts';
import { openTestStorage } from '../../packages/server/src/testing/test-storage.ts';

const monitors = 1000;
const untilSeen = { timeout: 60_000, interval: 200 };

it(`${monitors} targets that go down at once have one document each, by way of the probe thread`, async () => {
  let status = 200;
  const target = await startHttpTarget((_request, response) => response.writeHead(status).end('Overloaded'));
  onTestFinished(() => target.close());
  const { db, ...test } = await openTestStorage();
  onTestFinished(() => test.close());
  const errors: unknown[] = [];
  const log = { info: () => undefined, warn: () => undefined, error: (fields: object) => void errors.push(fields) };
  const changes = createChangeFeed((error) => errors.push(error));
  const raiseAlerts = createRaiseAlerts({ clock: systemClock, channels: [] });
  const recorder = createResultRecorder({ db, clock: systemClock, changes, raiseAlerts, log });
  onTestFinished(() => recorder.stop());
  const engine = createEngine({
    clock: systemClock,
    log,
    onFinished: recorder.record,
    onFault: (_, reason) => void errors.push(reason),
  });
  onTestFinished(() => engine.stop());
  await engine.start();
  const { id: website_id } = await makeWebsite(db);
  const rows = [];
  for (let at = 0; at < monitors; at += 1) {
    // A slow response would have evidence too, and on a busy machine some of so many are slow.
    const patient = { timeout_seconds: 30, response_time_threshold_seconds: 30 };
    const settings = { check_interval_seconds: 4, failure_threshold: 2, ...patient };
    rows.push(await makeMonitor(db, { website_id, target: `${target.url}/${at}`, ...settings }));
  }
  const documents = async () => {
    const stored = await db.selectFrom('evidence').select(['monitor_id', 'document']).execute();
    return stored.map((row): [number, EvidenceDocument] => [row.monitor_id, JSON.parse(row.document)]);
  };

  engine.watch(rows.map((row) => watchedMonitor(row)));
  const checked = async () =>
    (await db.selectFrom('checks').select('monitor_id').distinct().where('is_up', '=', 1).execute()).length;
  await expect.poll(checked, untilSeen).toBe(monitors);
  status = 503;
  await expect.poll(async () => (await documents()).length, untilSeen).toBe(monitors);
  // No further evidence is stored while the outage lasts.
  const seenDown = () => db.selectFrom('stored_monitors').select('id').where('outage_streak', '>', 2).execute();
  await expect.poll(async () => (await seenDown()).length, untilSeen).toBe(monitors);

  const outage = await documents();
  expect(new Set(outage.map(([id]) => id)).size).toBe(monitors);
  for (const [id, { headers, ...document }] of outage) {
    expect(document).toMatchObject({
      is_up: false,
      error_message: 'HTTP 503',
      status_line: 'HTTP/1.1 503 Service Unavailable',
      address: `127.0.0.1:${target.port}`,
      body: 'Overloaded',
      request: { method: 'GET', url: rows.find((row) => row.id === id)?.target },
    });
    expect(headers).toContainEqual({ name: 'Connection', value: 'close' });
    expect(document.checks_before[0]).toMatchObject({ is_up: false, status_code: 503 });
  }
  status = 200;
  await expect.poll(async () => (await documents()).length, untilSeen).toBe(2 * monitors);
  const ends = (await documents()).filter(([, { is_up }]) => is_up);
  expect(new Set(ends.map(([id]) => id)).size).toBe(monitors);
  expect(errors).toEqual([]);
});
