import { describe, expect, it } from 'vitest';
import type { ProbeOutcome, TargetOf } from '../../base/domain/check.ts';
import { nothingMeasured } from '../probe/failure-text.ts';
import { type BrowserProbe, createBrowserProbeServer } from './browser-probe-server.ts';

const page: TargetOf<'URL'> = {
  kind: 'URL',
  url: 'http://a/',
  check_mode: 'browser',
  metadata_tag: null,
  metadata_value: null,
};
const up: ProbeOutcome = { outcome: 'up', ...nothingMeasured };

function open(probe?: BrowserProbe) {
  const answers: [ticket: number, outcome: ProbeOutcome][] = [];
  return { answers, server: createBrowserProbeServer(probe, (...answer) => answers.push(answer)) };
}

describe('a check in the browser', () => {
  it('is answered under its ticket', async () => {
    const { server, answers } = open(async () => up);
    server.run(7, page, 10);
    await expect.poll(() => answers).toEqual([[7, up]]);
  });

  it('is a fault of this machine without a browser, or if it crashes', async () => {
    const { server, answers } = open();
    server.run(1, page, 10);
    await expect
      .poll(() => answers[0]?.[1])
      .toMatchObject({ fault: 'browser', message: expect.stringMatching(/Chromium/) });
    const breaking = open(async () => {
      throw new Error('the browser crashed');
    });
    breaking.server.run(1, page, 10);
    await expect
      .poll(() => breaking.answers[0]?.[1])
      .toMatchObject({ fault: 'browser', message: 'the browser crashed' });
  });

  it('is stopped alone, or with all others', () => {
    const signals: AbortSignal[] = [];
    const { server } = open((_target, _timeout, signal) => {
      signals.push(signal);
      return new Promise(() => undefined);
    });
    for (const ticket of [1, 2, 3]) server.run(ticket, page, 10);
    server.abort(2);
    server.abort(9);
    expect(signals.map(({ aborted }) => aborted)).toEqual([false, true, false]);
    server.abortAll();
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true, true]);
  });
});
