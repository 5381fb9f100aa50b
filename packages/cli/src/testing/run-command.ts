import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import type { FakeState } from '@upvigil/core/testing/fake-state';
import { onTestFinished } from 'vitest';
import type { Host } from '../context.ts';
import { defaultServer, type Environment } from '../environment.ts';
import { main } from '../main.ts';
import type { InputStream, OutputStream } from '../streams.ts';
import { type FakeServer, startFakeServer } from './fake-server.ts';
import { fakeNow } from './installations.ts';

export interface RunOptions {
  /** Whether stdin, stdout and stderr are terminals of `width` columns. */
  tty?: boolean;
  columns?: number;
  color?: boolean;
  unicode?: boolean;
  /** Input on stdin: typed on a terminal, piped otherwise. */
  stdin?: string;
  /** Stdin is not a terminal, whatever the others are. */
  isPiped?: true;
  environment?: Partial<Environment>;
  /** Source of signals. */
  onSignal?: Host['onSignal'];
}

export interface RunResult {
  stdout: string;
  stderr: string;
  exitCode: number;
}

/** A folder that is deleted after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'upvigil-cli-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A fake server that stops after the test. */
export async function serverForTest(state?: FakeState): Promise<FakeServer> {
  const server = await startFakeServer(state);
  onTestFinished(() => server.close());
  return server;
}

/** Runs a command line against a server, signed in. */
export const runOn = (server: FakeServer, argv: readonly string[], options: RunOptions = {}): Promise<RunResult> =>
  runCommand(argv, {
    ...options,
    environment: { server: server.url, token: server.state.token, ...options.environment },
  });

/** Runs a command line within this process. Draws no live screen. */
export async function runCommand(argv: readonly string[], options: RunOptions = {}): Promise<RunResult> {
  const { tty = false, columns = 80, color = false, unicode = true, stdin = '' } = options;
  const stdout = captured(tty, columns);
  const stderr = captured(tty, columns);
  const exitCode = await main({
    argv,
    environment: {
      server: null,
      defaultServer,
      token: null,
      password: null,
      configDir: options.environment?.configDir ?? temporaryFolder(),
      color,
      unicode,
      canDraw: false,
      ...options.environment,
    },
    streams: { stdin: input(tty && !options.isPiped, stdin), stdout: stdout.stream, stderr: stderr.stream },
    version: '1.2.3',
    now: () => fakeNow,
    onInterrupt: () => () => undefined,
    host: { variables: process.env, onSignal: options.onSignal ?? (() => () => undefined) },
  });
  return { stdout: stdout.text(), stderr: stderr.text(), exitCode };
}

function captured(isTTY: boolean, columns: number): { stream: OutputStream; text(): string } {
  const stream: OutputStream & PassThrough = new PassThrough();
  if (isTTY) Object.assign(stream, { isTTY, columns, rows: 24 });
  const chunks: string[] = [];
  stream.on('data', (chunk) => chunks.push(String(chunk)));
  return { stream, text: () => chunks.join('') };
}

function input(isTTY: boolean, text: string): InputStream {
  const stream: InputStream & PassThrough = new PassThrough();
  if (isTTY) Object.assign(stream, { isTTY, setRawMode: () => undefined });
  stream.end(text);
  return stream;
}
