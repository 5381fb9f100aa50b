import { chmodSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../../base/clock.ts';
import { encodeLastFault } from '../../../base/domain/last-fault.ts';
import type { EngineStats } from '../../../checks/engine/engine-stats.ts';
import { latenessBounds } from '../../../checks/schedule/lateness.ts';
import { idleProcess, openDiagnosed } from '../../../testing/diagnosing.ts';
import { makeMonitor } from '../../../testing/rows.ts';
import { descriptorFinding } from './descriptors.ts';
import { diskFinding } from './disk.ts';
import { scheduleFinding } from './scheduler.ts';

const mebibyte = 1024 ** 2;
const gibibyte = 1024 ** 3;

describe('disk', () => {
  it.each([
    [50 * gibibyte, 100 * gibibyte, 'ok'],
    [9 * gibibyte, 100 * gibibyte, 'warn'],
    [1000 * mebibyte, 2 * gibibyte, 'warn'],
    [199 * mebibyte, 100 * gibibyte, 'fail'],
  ] as const)('%d of %d bytes free: %s', (free, all, status) => {
    expect(diskFinding(free, all).status).toBe(status);
  });

  it('fails without the folder', async () => {
    const { ask } = await openDiagnosed();
    expect(await ask('disk', { env: { DATA_DIR: '/nowhere/at/all' } })).toMatchObject({ status: 'fail' });
  });
});

describe('descriptors', () => {
  it.each([
    [500, 'ok'],
    [850, 'warn'],
    [960, 'fail'],
  ] as const)('%d of 1000 open: %s', (open, status) => {
    expect(descriptorFinding(open, 1000)).toMatchObject({ status, message: `${open} of 1000 are open` });
  });

  it('are skipped without a running server', async () => {
    const { ask } = await openDiagnosed();
    expect(await ask('descriptors', { process: null })).toMatchObject({ status: 'skipped' });
  });
});

describe('icmp', () => {
  it('pings this machine itself', async () => {
    const { ask } = await openDiagnosed();
    expect((await ask('icmp')).status).toMatch(/ok|warn/);
  });
});

describe('chromium', () => {
  it('warns when it is off', async () => {
    const { ask } = await openDiagnosed();
    expect(await ask('chromium')).toMatchObject({ status: 'warn', remedy: expect.stringContaining('CHROMIUM_PATH') });
  });

  it.each([
    ['echo "Chromium 147.0.1"', 'ok', 'Chromium 147.0.1'],
    ['echo "error: libnss3.so is missing" >&2; exit 127', 'fail', 'libnss3.so is missing'],
    ['echo "GNU bash"', 'fail', 'is another program'],
  ])('a browser that does %s', async (script, status, message) => {
    const { folder, ask } = await openDiagnosed();
    const program = path.join(folder, 'browser');
    writeFileSync(program, `#!/bin/sh\n${script}\n`);
    chmodSync(program, 0o700);
    expect(await ask('chromium', { env: { CHROMIUM_PATH: program } })).toMatchObject({
      status,
      message: expect.stringContaining(message),
    });
  });

  it('is given up when it hangs', async () => {
    const { folder, ask } = await openDiagnosed();
    const program = path.join(folder, 'browser');
    writeFileSync(program, '#!/bin/sh\nexec sleep 60\n');
    chmodSync(program, 0o700);
    const result = await ask('chromium', { env: { CHROMIUM_PATH: program }, limit: 300 });
    expect(result).toMatchObject({ status: 'fail', message: 'No answer within 0.3 s' });
  });
});

describe('scheduler', () => {
  const stats: EngineStats = {
    is_running: true,
    last_heard_at: null,
    last_started_at: 0,
    overdue_ms: 0,
    watched: 9,
    running: 2,
    started: 100,
    stalls: 0,
    thread_restarts: 0,
    lateness: { bounds_ms: latenessBounds, counts: latenessBounds.map(() => 100), sum_ms: 0, max_ms: 0 },
  };

  it.each([
    [0, 250, 'ok'],
    [0, 1000, 'ok'],
    [0, 5000, 'warn'],
    [0, 10_000, 'warn'],
    [0, Number.POSITIVE_INFINITY, 'fail'],
    [1500, 1, 'warn'],
    [11_000, null, 'fail'],
    [0, null, 'ok'],
  ] as const)('overdue by %d ms and late by %d ms is %s', (overdue_ms, p99, status) => {
    expect(scheduleFinding({ overdue_ms }, p99).status).toBe(status);
  });

  it('fails while the probe thread is unavailable, and is skipped without one', async () => {
    const { ask } = await openDiagnosed();
    const away = { ...idleProcess, engineStats: () => ({ ...stats, is_running: false }) };
    expect(await ask('scheduler', { process: away })).toMatchObject({ status: 'fail' });
    const well = { ...idleProcess, engineStats: () => ({ ...stats, last_heard_at: systemClock.monotonic() }) };
    expect(await ask('scheduler', { process: well })).toMatchObject({ status: 'ok' });
    expect(await ask('scheduler')).toMatchObject({ status: 'skipped' });
    expect(await ask('scheduler', { process: null })).toMatchObject({ status: 'skipped' });
  });

  it('warns about monitors that are not checked', async () => {
    const { ask, db } = await openDiagnosed();
    const at = systemClock.now() - 1000;
    await makeMonitor(db, {
      created_at: at - 3_600_000,
      last_fault: encodeLastFault('proxy', 'the proxy cannot be reached', at, 600_000),
    });
    const process = { ...idleProcess, presentSince: () => at - 600_000 };
    expect(await ask('scheduler', { process })).toMatchObject({
      status: 'warn',
      message: '1 monitor is not checked: Shop: https://shop.example.com/ (the proxy cannot be reached)',
    });
    expect(await ask('scheduler')).toMatchObject({ status: 'skipped' });
  });
});
