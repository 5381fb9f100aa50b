import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { createCheckCommands } from '@upvigil/server/checks/commands/check-commands';
import { createCommandRunner } from '@upvigil/server/checks/commands/command-runner';
import { readCommands } from '@upvigil/server/checks/commands/configured-commands';
import type { ProgramRequest } from '@upvigil/server/checks/commands/starter/starter-messages';
import { commandOutcome } from '@upvigil/server/checks/probe/probes/command';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { skipNote } from '../support/real-servers/server-program.ts';

const plugins = '/usr/lib/nagios/plugins';
const never = new AbortController().signal;
const mebibyte = 1024 * 1024;
let folder = '';
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'upvigil-commands-'));
  chmodSync(folder, 0o755);
  process.env.TMPDIR = path.join(folder, 'tmp');
  mkdirSync(process.env.TMPDIR);
  chmodSync(process.env.TMPDIR, 0o777);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Ids of processes whose environment has this text. */
const processesWith = (text: string): string[] =>
  readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && readOr(`/proc/${pid}/environ`).includes(text));

function readOr(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

const memoryOf = (pid: number, field: string): number =>
  Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(readOr(`/proc/${pid}/status`))?.[1] ?? 0) * 1024;

describe('a hostile command', () => {
  const runner = createCommandRunner();
  const request = (text: string, given: Partial<ProgramRequest> = {}): ProgramRequest => ({
    command: ['/bin/sh', '-c', text],
    env: { MARK: folder },
    ids: null,
    memory_mb: 512,
    timeout_ms: 1_000,
    ...given,
  });
  /** The first run also starts the starter. */
  beforeAll(() => runner.run(request('exit 0'), never).then(() => undefined));
  const ignoring = 'trap "" TERM INT HUP;';

  it.each([
    ['ignores SIGTERM', `${ignoring} while :; do sleep 1; done`],
    ['forks', `${ignoring} for i in 1 2 3 4 5 6 7 8 9 10; do (while :; do sleep 1; done) & done; wait`],
    ['leaves processes behind', `for i in 1 2 3; do (${ignoring} while :; do sleep 1; done) & done; exit 2`],
    ['prints 1 GB', 'exec head -c 1000000000 /dev/zero'],
    ['prints without end', `${ignoring} while :; do echo xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx; done`],
    [
      'allocates 4 GiB',
      `exec ${process.execPath} -e 'const all = []; for (;;) all.push(Buffer.alloc(64 * 2 ** 20, 1))'`,
    ],
    ['writes a large file', 'exec head -c 1000000000 /dev/zero >large'],
  ])('that %s is gone 2 s after its timeout', async (_, text) => {
    const began = performance.now();
    const end = await runner.run(request(text), never);
    expect(performance.now() - began).toBeLessThan(3_000 + 1_000);
    expect(end).toHaveProperty('output');
    await vi.waitFor(() => expect(processesWith(`MARK=${folder}`)).toEqual([]));
    expect(readdirSync(os.tmpdir())).toEqual([]);
    const used = memoryOf(runner.starterPid() ?? 0, 'VmHWM');
    expect(used).toBeGreaterThan(0);
    expect(used / mebibyte).toBeLessThan(memoryLimitMebibytes);
  });

  it('does not outlive a starter that hangs, which is replaced', async () => {
    const ended = runner.run(request('exec sleep 60', { timeout_ms: 100 }), never);
    await vi.waitFor(() => expect(processesWith(`MARK=${folder}`)).toHaveLength(1));
    process.kill(runner.starterPid() ?? 0, 'SIGSTOP');
    expect(await ended).toEqual({ error: 'the process that starts commands has ended' });
    await vi.waitFor(() => expect(processesWith(`MARK=${folder}`)).toEqual([]));
    expect(await runner.run(request('exit 2'), never)).toMatchObject({ code: 2 });
  });

  it.skipIf(process.getuid?.() !== 0)('of another user leaves no file, and has the rights of that user', async () => {
    const [uid, gid] = ['-u', '-g'].map((flag) => Number(execFileSync('id', [flag, 'nobody'])));
    const end = await runner.run(
      request(
        'id -u; id -G; mkdir -p a/b; echo x >a/b/c; chmod 0 a/b; pwd; cat /etc/shadow; grep NoNewPrivs /proc/self/status',
        {
          ids: { uid: uid ?? 0, gid: gid ?? 0 },
        },
      ),
      never,
    );
    const lines = 'output' in end ? end.output.split('\n') : [];
    expect(lines.slice(0, 2)).toEqual([`${uid}`, `${gid}`]);
    expect(existsSync(lines[2] ?? '')).toBe(false);
    expect(lines[3]).toMatch(/NoNewPrivs:\s+1/);
  });
});

/** The contract's limit of the starter. */
const memoryLimitMebibytes = 50;

const note = skipNote('check_http');
describe.skipIf(note !== '')(`the plugins of monitoring-plugins-basic${note}`, () => {
  const commands = createCheckCommands();
  const server = createServer((_, response) => {
    response.writeHead(status, { 'content-type': 'text/plain' }).end('hello');
  });
  let status = 200;
  let port = 0;
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    ({ port } = server.address() as AddressInfo);
    const file = path.join(folder, 'commands.json');
    const program = path.join(folder, 'exit');
    writeFileSync(program, '#!/bin/sh\necho "result $1 | time=1"\n[ "$1" = SEGV ] && kill -SEGV $$\nexit "$1"\n', {
      mode: 0o755,
    });
    const ofExit = (code: string) => [`exit-${code.toLowerCase()}`, { title: code, command: [program, code] }];
    const all = {
      web: { title: 'Web', command: [`${plugins}/check_http`, '-H', '{host}', '-p', '{port}', '-t', '5'] },
      disk: { title: 'Disk', command: [`${plugins}/check_disk`, '-w', '1', '-c', '1', '-p', '/'] },
      full: { title: 'Full disk', command: [`${plugins}/check_disk`, '-w', '100%', '-c', '100%', '-p', '/'] },
      ...Object.fromEntries(['0', '1', '2', '3', '4', '127', 'SEGV'].map(ofExit)),
    };
    writeFileSync(file, JSON.stringify(all), { mode: 0o600 });
    commands.set(readCommands(file));
  });
  afterAll(() => server.close());

  const check = async (command: string, host = '', atPort: number | null = null) =>
    commandOutcome(await commands.run({ kind: 'COMMAND', command, host, port: atPort }, 10, never), 10);

  it('check a web server', async () => {
    expect(await check('web', '127.0.0.1', port)).toMatchObject({ outcome: 'up' });
    status = 404;
    expect(await check('web', '127.0.0.1', port)).toMatchObject({
      warning: expect.stringMatching(/^warning: HTTP WARNING/),
    });
    status = 500;
    expect(await check('web', '127.0.0.1', port)).toMatchObject({
      outcome: 'down',
      reason: expect.stringMatching(/^HTTP CRITICAL[^|]*$/),
    });
  });

  it('check a disk', async () => {
    expect(await check('disk')).toMatchObject({ outcome: 'up' });
    expect(await check('full')).toMatchObject({
      outcome: 'down',
      reason: expect.stringMatching(/^DISK CRITICAL[^|]*$/),
    });
  });

  it.each([
    ['0', { outcome: 'up' }],
    ['1', { outcome: 'up', warning: 'warning: result 1' }],
    ['2', { outcome: 'down', reason: 'result 2' }],
    ['3', { outcome: 'fault', fault: 'command', message: 'result 3' }],
    ['4', { outcome: 'down', reason: 'result 4' }],
    ['127', { outcome: 'down', reason: 'result 127' }],
    ['segv', { outcome: 'down', reason: 'result SEGV' }],
  ])('give the result of the exit code %s', async (code, outcome) => {
    expect(await check(`exit-${code}`)).toMatchObject(outcome);
  });

  it('get a hostile parameter as one argument, or do not run', async () => {
    const outcome = await check('web', '; $(id)', 80);
    expect(outcome).toMatchObject({ outcome: 'down', reason: 'Name or service not known' });
    expect(JSON.stringify(outcome)).not.toContain('uid=');
    expect(await check('web', '-V', 80)).toMatchObject({ outcome: 'fault', fault: 'unsupported' });
  });
});
