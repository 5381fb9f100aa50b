import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runProgram } from './run-program.ts';
import type { ProgramRequest } from './starter-messages.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'upvigil-program-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const run = (command: string[], given: Partial<ProgramRequest> = {}) =>
  runProgram({ command, env: {}, ids: null, memory_mb: 512, timeout_ms: 5_000, ...given });
const script = (text: string, given?: Partial<ProgramRequest>) => run(['/bin/sh', '-c', text], given);
const isRunning = (pid: number): boolean =>
  existsSync(`/proc/${pid}/stat`) && !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');

describe('a program', () => {
  it('runs with its own arguments, in an empty folder, with no input and no environment but its own', async () => {
    const program = path.join(folder, 'program');
    const text = '#!/bin/sh\necho "$# $1"; pwd; ls -A; cat; env\n';
    writeFileSync(program, text, { mode: 0o755 });
    const end = await run([program, '; $(id)\n`id`'], { env: { KEY: 'value' } }).ended;
    expect(end).toMatchObject({ code: 0, signal: null, is_timeout: false, duration_us: expect.any(Number) });
    const lines = 'output' in end ? end.output.trim().split('\n') : [];
    expect(lines.slice(0, 2)).toEqual(['1 ; $(id)', '`id`']);
    expect(lines[2]).toContain('upvigil-command-');
    expect(existsSync(lines[2] ?? '')).toBe(false);
    expect(lines.slice(3).toSorted()).toEqual([
      'KEY=value',
      'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
      expect.stringMatching(/^PWD=/),
    ]);
  });

  it.each([0, 1, 2, 3, 4, 127])('ends with the code %i', async (code) => {
    expect(await script(`exit ${code}`).ended).toMatchObject({ code, output: '' });
  });

  it('ends with the signal that ended it', async () => {
    expect(await script('kill -SEGV $$').ended).toMatchObject({ code: null, signal: 'SIGSEGV' });
  });

  it('has its errors as output only without other output', async () => {
    expect(await script('echo bad >&2').ended).toMatchObject({ output: 'bad\n' });
    expect(await script('echo bad >&2; echo good').ended).toMatchObject({ output: 'good\n' });
  });

  it('is not a check if it cannot be started', async () => {
    const missing = path.join(folder, 'missing');
    expect(await run([missing]).ended).toEqual({ error: 'the program cannot be started (ENOENT)' });
    const broken = path.join(folder, 'broken');
    writeFileSync(broken, '#!/no/such/shell\n', { mode: 0o755 });
    expect(await run([broken]).ended).toEqual({ error: expect.stringMatching(/failed to|cannot be/) });
  });

  it('is not started once other users can replace it', async () => {
    const program = path.join(folder, 'replaced');
    symlinkSync('/bin/true', program);
    expect(await run([program]).ended).toMatchObject({ code: 0 });
    rmSync(program);
    writeFileSync(program, '#!/bin/sh\n', { mode: 0o700 });
    chmodSync(program, 0o777);
    const distrusted = { error: expect.stringMatching(/^the program can be replaced by other users/) };
    expect(await run([program]).ended).toEqual(distrusted);
    const open = path.join(folder, 'open');
    mkdirSync(open);
    chmodSync(open, 0o775);
    symlinkSync('/bin/true', path.join(open, 'true'));
    expect(await run([path.join(open, 'true')]).ended).toEqual(distrusted);
  });

  it('may print bytes that are no text, and no line end', async () => {
    expect(await script(`printf 'a\\377\\000b'`).ended).toMatchObject({ code: 0, output: 'a\ufffd\0b' });
  });

  it('leaves nothing in its folder or its group', async () => {
    const end = await script('mkdir a; echo x >a/b; pwd; sleep 60 & echo $!').ended;
    const [where = '', pid] = 'output' in end ? end.output.split('\n') : [];
    expect(existsSync(where)).toBe(false);
    await expect.poll(() => isRunning(Number(pid))).toBe(false);
  });

  it('keeps the beginning of its output, without a character that was cut', async () => {
    const end = await script('i=0; while [ $i -lt 3000 ]; do echo 1234567890; i=$((i+1)); done').ended;
    expect('output' in end ? end.output : '').toHaveLength(10_000);
  });

  it('is ended at its timeout, with its children', async () => {
    const end = await script('sleep 60 & echo $!; wait', { timeout_ms: 100 }).ended;
    expect(end).toMatchObject({ code: null, signal: 'SIGTERM', is_timeout: true });
    const pid = Number('output' in end ? end.output : '');
    await expect.poll(() => isRunning(pid)).toBe(false);
  });

  it('is ended on request, as at its timeout', async () => {
    const { ended, stop } = script('exec sleep 60');
    setTimeout(stop, 50);
    expect(await ended).toMatchObject({ signal: 'SIGTERM', is_timeout: false });
  });
});
