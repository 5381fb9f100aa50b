import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createCommandRunner } from './command-runner.ts';
import type { ProgramRequest } from './starter/starter-messages.ts';

const never = new AbortController().signal;
const runner = createCommandRunner();
let folder = '';
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'upvigil-runner-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const request = (command: string[], given: Partial<ProgramRequest> = {}): ProgramRequest => ({
  command,
  env: {},
  ids: null,
  memory_mb: 512,
  timeout_ms: 5_000,
  ...given,
});
const script = (text: string, given?: Partial<ProgramRequest>): ProgramRequest =>
  request(['/bin/sh', '-c', text], given);
const isRunning = (pid: number): boolean => !readFileOr(`/proc/${pid}/stat`, ' Z ').includes(' Z ');
const readFileOr = (file: string, other: string): string => (existsSync(file) ? readFileSync(file, 'utf8') : other);

describe('the runner', () => {
  it('runs four programs at a time, and the others later without loss of their time', async () => {
    const marks = path.join(folder, 'marks');
    writeFileSync(marks, '');
    const each = script(`echo + >>${marks}; sleep 0.6; echo - >>${marks}`);
    const ends = [1, 2, 3, 4].map(() => runner.run(each, never));
    const fifth = await runner.run(request(['/bin/true'], { timeout_ms: 500 }), never);
    expect(fifth).toMatchObject({ code: 0 });
    expect(readFileSync(marks, 'utf8').replaceAll('\n', '')).toMatch(/^\+{4}-/);
    await Promise.all(ends);
  });

  it('gives up a program that waits when its result is not needed any more', async () => {
    const controller = new AbortController();
    const ends = [1, 2, 3, 4].map(() => runner.run(script('sleep 0.2'), never));
    const fifth = runner.run(script('exit 1'), controller.signal);
    controller.abort(new Error('not needed'));
    await expect(fifth).rejects.toThrow('not needed');
    await Promise.all(ends);
  });

  it('begins a new starter after the death of one, whose programs are ended and are no checks', async () => {
    const ended = runner.run(script(`echo $$ >${folder}/pid; sleep 60`), never);
    const pid = await vi.waitFor(() => {
      const found = Number(readFileOr(path.join(folder, 'pid'), ''));
      expect(found).toBeGreaterThan(0);
      return found;
    });
    process.kill(runner.starterPid() ?? 0, 'SIGKILL');
    expect(await ended).toEqual({ error: 'the process that starts commands has ended' });
    await vi.waitFor(() => expect(isRunning(pid)).toBe(false));
    expect(await runner.run(request(['/bin/true']), never)).toMatchObject({ code: 0 });
  });

  it('starts programs in a process without the environment of this one', async () => {
    await runner.run(request(['/bin/true']), never);
    const environment = readFileSync(`/proc/${runner.starterPid()}/environ`, 'utf8');
    expect(environment.split('\0').filter((each) => !/^(NODE_CHANNEL_|TMPDIR=|$)/.test(each))).toEqual([]);
  });
});
