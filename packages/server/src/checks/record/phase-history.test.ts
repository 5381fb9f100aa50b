import { afterEach, beforeEach, expect, it } from 'vitest';
import { encodePhases, noPhases } from '../../base/domain/phases.ts';
import { type ResourceApp, startResourceApp } from '../../testing/resource-app.ts';
import { finishedCheck, makeMonitor, testNow } from '../../testing/rows.ts';

let app: ResourceApp;
beforeEach(async () => {
  app = await startResourceApp();
});
afterEach(() => app.close());

it('has 96 quarters of an hour, with the means of what was measured in each', async () => {
  const url = await makeMonitor(app.db);
  const service = await makeMonitor(app.db, { kind: 'TCP_PORT' });
  const phases = (dns: number, first_byte: number) => encodePhases({ ...noPhases, dns, first_byte });
  app.recorder.record([
    finishedCheck(url, { checked_at: testNow - 3_600_000, phases: phases(10_000, 40_000) }),
    finishedCheck(url, { checked_at: testNow - 3_600_000 + 1000, phases: phases(30_000, 80_000) }),
    finishedCheck(url, {
      checked_at: testNow - 3_600_000 + 2000,
      phases: phases(9_000_000, 1),
      response_time_us: null,
    }),
    finishedCheck(url, { checked_at: testNow, phases: null }),
    finishedCheck(service, { phases: encodePhases({ ...noPhases, connect: 500 }) }),
  ]);
  await app.recorder.flush();

  const points = (await app.call('GET', `/checks/url/${url.id}/phases`)).body as {
    checks: number;
    phases: { dns: number | null; first_byte: number | null } | null;
  }[];
  expect(points).toHaveLength(96);
  const [measured, ...others] = points.filter(({ checks }) => checks > 0);
  expect(others).toEqual([]);
  expect(measured).toMatchObject({ checks: 2, phases: { connect: null, tls: null, transfer: null } });
  expect(measured?.phases?.dns).toBeCloseTo(0.02, 3);
  expect(measured?.phases?.first_byte).toBeCloseTo(0.06, 2);
  const ofService = await app.call('GET', `/network/network-monitors/${service.id}/phases`);
  expect(JSON.stringify(ofService.body)).toContain('"connect":0.0005');
  expect((await app.call('GET', `/checks/url/${service.id}/phases`)).status).toBe(404);
  expect((await app.call('GET', `/network/network-monitors/${url.id}/phases`)).status).toBe(404);
});

it('stands on each check of the history, and is null on those that measured none', async () => {
  const url = await makeMonitor(app.db);
  app.recorder.record([
    finishedCheck(url, { checked_at: testNow - 2000, phases: encodePhases({ ...noPhases, tls: 20_000 }) }),
    finishedCheck(url, { checked_at: testNow - 1000 }),
  ]);
  await app.recorder.flush();

  const checks = (await app.call('GET', `/checks/url/${url.id}`)).body as { phases: { tls: number } | null }[];
  expect(checks.map(({ phases }) => phases && Math.round(phases.tls * 100))).toEqual([null, 2]);
});
