import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { DiagnosticStatus } from '@upvigil/core/contract/diagnostics';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { latenessBounds } from '../../../checks/schedule/lateness.ts';
import { testNow } from '../../../testing/rows.ts';
import { createTestClock } from '../../../testing/test-clock.ts';
import { noticeTimes } from '../thresholds.ts';
import { createLatenessWindow } from './lateness-window.ts';
import { createNotices } from './notices.ts';

const { look, clockInterval, calm, latenessWindow } = noticeTimes;
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

let dataDir: string;
let logged: string[];
let state: Record<'disk' | 'clock' | 'late', DiagnosticStatus>;
beforeEach(() => {
  dataDir = mkdtempSync(path.join(os.tmpdir(), 'upvigil-notices-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  logged = [];
  state = { disk: 'ok', clock: 'ok', late: 'ok' };
});

/** A process that checks conditions. All processes log into one list. */
function startProcess() {
  let looks = 0;
  const clock = createTestClock(testNow, async () => {
    for (let turns = 0; turns < 8; turns++) await turn();
  });
  const finding = (which: keyof typeof state) => async () => {
    if (which === 'clock') looks += 1;
    return { status: state[which], message: `${which} is ${state[which]}`, remedy: null };
  };
  const line = (level: string) => (fields: object, message: string) =>
    void logged.push(`${level} ${'notice' in fields ? fields.notice : 'none'}: ${message}`);
  const notices = createNotices({
    dataDir,
    clock,
    log: { info: line('info'), warn: line('warn'), error: line('error') },
    stored: { read: async () => [], keep: async () => undefined },
    looks: { disk_low: finding('disk'), clock_skew: finding('clock'), checks_late: finding('late') },
  });
  notices.start();
  return { notices, clock, clockLooks: () => looks, pass: (milliseconds: number) => clock.advance(milliseconds) };
}

describe.each([
  ['disk_low', 'disk'],
  ['clock_skew', 'clock'],
  ['checks_late', 'late'],
] as const)('the notice %s', (kind, which) => {
  it('is logged once at its start and once at its end, through a kill', async () => {
    const first = startProcess();
    await first.pass(clockInterval);
    expect(logged).toEqual([]);
    state[which] = 'warn';
    await first.pass(2 * clockInterval);
    state[which] = 'fail';
    await first.pass(2 * clockInterval);
    expect(logged).toEqual([`warn ${kind}: ${which} is warn`]);
    expect(first.notices.isOpen(kind)).toBe(true);

    // The first process is killed: it gets no chance to end anything.
    const second = startProcess();
    await second.pass(2 * clockInterval);
    expect(logged).toHaveLength(1);
    expect(second.notices.isOpen(kind)).toBe(true);
    state[which] = 'ok';
    await second.pass(3 * clockInterval);
    expect(logged).toEqual([`warn ${kind}: ${which} is warn`, `info ${kind}: Resolved: ${which} is ok`]);

    const third = startProcess();
    await third.pass(3 * clockInterval);
    expect(logged).toHaveLength(2);
  });
});

describe('notices', () => {
  it('do not flap with a flapping condition', async () => {
    const { pass } = startProcess();
    for (let times = 0; times < 10; times++) {
      state.disk = times % 2 === 0 ? 'warn' : 'ok';
      await pass(calm - look);
    }
    expect(logged).toEqual(['warn disk_low: disk is warn']);
  });

  it('stay unchanged while the condition cannot be checked', async () => {
    const { pass, notices } = startProcess();
    state.disk = 'fail';
    await pass(look);
    state.disk = 'skipped';
    await pass(10 * calm);
    expect(notices.isOpen('disk_low')).toBe(true);
    expect(logged).toHaveLength(1);
  });

  it('about the clock query targets rarely', async () => {
    const { pass, clockLooks } = startProcess();
    await pass(4 * clockInterval);
    expect(clockLooks()).toBeLessThanOrEqual(5);
  });

  it('start again when the file cannot be read, and are readable by their owner only', async () => {
    writeFileSync(path.join(dataDir, 'notices.json'), '{"disk_low": "soon", "../x": 1}');
    state.disk = 'warn';
    const { pass } = startProcess();
    await pass(look);
    expect(logged).toHaveLength(1);
    expect(readdirSync(dataDir)).toEqual(['notices.json']);
    expect(statSync(path.join(dataDir, 'notices.json')).mode & 0o777).toBe(0o600);
  });

  it('are logged when they cannot be stored, with a warning', async () => {
    rmSync(dataDir, { recursive: true });
    state.disk = 'fail';
    const { pass } = startProcess();
    await pass(look);
    expect(logged).toEqual([
      'warn disk_low: disk is fail',
      expect.stringMatching(/^warn none: open notices could not be stored/),
    ]);
  });

  it('end with the process', async () => {
    const { pass, notices } = startProcess();
    await notices.stop();
    state.disk = 'fail';
    await pass(10 * look);
    expect(logged).toEqual([]);
  });
});

describe('lateness', () => {
  const stats = (started: number, late: number) => ({
    started,
    lateness: {
      bounds_ms: latenessBounds,
      counts: latenessBounds.map((bound) => (bound >= 5000 ? started : started - late)),
      sum_ms: 0,
      max_ms: 0,
    },
  });

  it('covers the last minutes, and not all since the start', () => {
    let now = 0;
    const window = createLatenessWindow({ monotonic: () => now });
    expect(window.p99(stats(0, 0))).toBeNull();
    expect(window.p99(stats(100_000, 0))).toBe(1);
    for (let minute = 0; minute <= 20; minute++, now += look) window.note(stats(100_000, 0));
    expect(window.p99(stats(100_000, 0))).toBeNull();
    expect(window.p99(stats(100_100, 50))).toBe(5000);
    window.note(stats(100_100, 50));
    now += latenessWindow;
    window.note(stats(100_100, 50));
    expect(window.p99(stats(100_200, 50))).toBe(1);
  });
});
