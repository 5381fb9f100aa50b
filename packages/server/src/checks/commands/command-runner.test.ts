import { once } from 'node:events';
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createCommandRunner } from './command-runner.ts';
import { fillParameters } from './commands-file.ts';
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
/** A process and all that it started. */
function processTree(pid: number): number[] {
  const children = readFileOr(`/proc/${pid}/task/${pid}/children`, '').split(' ').filter(Boolean).map(Number);
  return [pid, ...children.flatMap(processTree)];
}

const openFiles = (pid: number): string[] =>
  readdirSync(`/proc/${pid}/fd`).map((each) => linkOr(`/proc/${pid}/fd/${each}`, ''));

function linkOr(file: string, other: string): string {
  try {
    return readlinkSync(file);
  } catch {
    return other;
  }
}

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
    await expect.poll(() => isRunning(pid)).toBe(false);
    expect(await runner.run(request(['/bin/true']), never)).toMatchObject({ code: 0 });
  });

  it.each(['; $(id)', 'a\nid', '`id`'])(
    'starts no shell, and passes no open file on, with the host %j',
    async (host) => {
      const inherited = openFiles(process.pid);
      const database = openSync(path.join(folder, 'database'), 'w');
      const server = createServer().listen(0, '127.0.0.1');
      await once(server, 'listening');
      const own = openFiles(process.pid).filter((each) => !inherited.includes(each));
      const named = { name: 'tail', command: ['/usr/bin/tail', '-f', '/dev/null', '{host}'] as const };
      const filled = fillParameters(named, { host, port: null });
      const controller = new AbortController();
      const ended = runner.run(request('elements' in filled ? filled.elements : []), controller.signal);

      const tree = await vi.waitFor(() => {
        const found = processTree(runner.starterPid() ?? 0);
        expect(found.slice(1).map((pid) => readFileOr(`/proc/${pid}/cmdline`, ''))).toEqual([
          `/usr/bin/tail\0-f\0/dev/null\0${host}\0`,
        ]);
        return found;
      });
      const programs = tree.map((pid) => path.basename(readlinkSync(`/proc/${pid}/exe`)));
      const passedOn = openFiles(tree[1] ?? 0).filter((each) => own.includes(each));
      controller.abort();
      closeSync(database);
      server.close();

      expect(programs).toEqual(['node', 'tail']);
      expect(own).toHaveLength(2);
      expect(passedOn).toEqual([]);
      expect(await ended).toMatchObject({ signal: 'SIGTERM' });
    },
  );

  it('starts programs in a process without the environment of this one', async () => {
    await runner.run(request(['/bin/true']), never);
    const environment = readFileSync(`/proc/${runner.starterPid()}/environ`, 'utf8');
    expect(environment.split('\0').filter((each) => !/^(NODE_CHANNEL_|TMPDIR=|$)/.test(each))).toEqual([]);
  });
});
