import { describe, expect, it } from 'vitest';
import { systemClock } from '../../../base/clock.ts';
import type { ProgramEnd } from '../../commands/starter/starter-messages.ts';
import { createTrace } from '../tracing/trace.ts';
import { toVerdict } from '../verdict.ts';
import { commandOutcome, probeCommand } from './command.ts';
import { networkTarget, runProbe } from './conformance.ts';
import type { ProbeContext } from './probe.ts';

const ended = (given: Partial<ProgramEnd>): ProgramEnd => ({
  code: 0,
  signal: null,
  is_timeout: false,
  duration_us: 12_000,
  output: 'DISK OK - free space: / 5 GB | /=5GB;;;0;10\nmore',
  ...given,
});
const outcomeOf = (given: Partial<ProgramEnd>, secrets: string[] = []) =>
  commandOutcome({ end: ended(given), secrets }, 10);
const hidden = { public_reason: 'the command reported a problem' };

describe('a command', () => {
  it('is up with the exit code 0, in the time of its run', () => {
    expect(outcomeOf({})).toMatchObject({ outcome: 'up', response_time_us: 12_000 });
  });

  it('is up and slow with the exit code 1', () => {
    const outcome = outcomeOf({ code: 1, output: 'DISK WARNING | x' });
    expect(outcome).toMatchObject({ outcome: 'up', warning: 'warning: DISK WARNING' });
    if (outcome.outcome === 'fault') throw new Error('is no check');
    expect(toVerdict(outcome, { response_time_threshold_seconds: 5, failure_threshold: 2 })).toMatchObject({
      is_up: true,
      is_slow: true,
      slow_cause: 'warning: DISK WARNING',
      error_message: null,
    });
  });

  it.each<[Partial<ProgramEnd>, string]>([
    [{ code: 2, output: 'DISK CRITICAL - /: 3% | /=1' }, 'DISK CRITICAL - /: 3%'],
    [{ code: 4, output: '' }, 'exit code 4'],
    [{ code: 127, output: '\n \nnot found\n' }, 'not found'],
    [{ code: 255, output: '| only figures' }, 'exit code 255'],
    [{ code: null, signal: 'SIGSEGV', output: '' }, 'ended by SIGSEGV'],
    [{ code: 2, output: '\u001b[31mred\u0007' }, '[31mred'],
  ])('is down as %j, and visitors do not see its output', (given, reason) => {
    expect(outcomeOf(given)).toMatchObject({ outcome: 'down', reason, response_time_us: 12_000, ...hidden });
  });

  it('is down at its timeout', () => {
    expect(outcomeOf({ code: 0, is_timeout: true })).toMatchObject({
      outcome: 'down',
      reason: 'timed out after 10 s while running the command',
      response_time_us: null,
      ...hidden,
    });
  });

  it('is not checked with the exit code 3, or if it could not be started', () => {
    expect(outcomeOf({ code: 3, output: 'UNKNOWN: no\0such\u001b[31m disk\n' })).toMatchObject({
      message: 'UNKNOWN: no such [31m disk',
    });
    expect(outcomeOf({ code: 3, output: 'UNKNOWN: no such disk\n' })).toEqual({
      outcome: 'fault',
      fault: 'command',
      message: 'UNKNOWN: no such disk',
    });
    const run = { end: { error: 'the program cannot be started (ENOENT)' }, secrets: [] };
    expect(commandOutcome(run, 10)).toMatchObject({
      fault: 'command',
      message: 'the program cannot be started (ENOENT)',
    });
  });

  it('is not supported where it is not in the commands file', async () => {
    const target = { kind: 'COMMAND', command: 'disk', host: '', port: null } as const;
    expect(await runProbe(target)).toEqual({
      outcome: 'fault',
      fault: 'unsupported',
      message: 'the command "disk" is not in the commands file of this server',
    });
    expect(networkTarget('COMMAND', { host: '' }, { command: 'disk' })).toEqual(target);
  });

  it.each([0, 1, 2, 3])('reveals no value of its environment with the exit code %i', async (code) => {
    const output = 'sign-in as hunter2 failed\nhunter2 aHVudGVyMg==\n';
    expect(JSON.stringify(outcomeOf({ code, output }, ['hunter2']))).not.toContain('hunter2');
    const trace = createTrace(systemClock, true);
    const commands = { run: async () => ({ end: ended({ code, output }), secrets: ['hunter2'] }) };
    const context = { commands, trace, endDeadline: () => undefined, timeout_seconds: 10 } as unknown as ProbeContext;
    await probeCommand({ kind: 'COMMAND', command: 'disk', host: '', port: null }, context);
    expect(trace.seen.output).toBe('sign-in as [removed] failed\n[removed] [removed]==\n');
  });
});
