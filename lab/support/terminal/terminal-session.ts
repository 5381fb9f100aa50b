import { fileURLToPath } from 'node:url';
import pty from '@lydell/node-pty';
import headless from '@xterm/headless';
import { expect } from 'vitest';

const ownBin = fileURLToPath(new URL('../../../packages/cli/dist/bin.js', import.meta.url));

export const keys = {
  up: '\u001b[A',
  down: '\u001b[B',
  enter: '\r',
  escape: '\u001b',
  tab: '\t',
  pageDown: '\u001b[6~',
  controlC: '\u0003',
} as const;

export interface SessionOptions {
  columns?: number;
  rows?: number;
  environment?: Record<string, string>;
  /** File to run; default: the command line of this repository. */
  bin?: string;
}

export type TerminalSession = ReturnType<typeof openTerminal>;

/** Runs `upvigil` in a real pseudo-terminal; a terminal emulator keeps its screen. */
export function openTerminal(argv: readonly string[], options: SessionOptions = {}) {
  const { columns = 80, rows = 24, environment = {}, bin = ownBin } = options;
  const emulator = new headless.Terminal({ cols: columns, rows, allowProposedApi: true });
  let text = '';
  const child = pty.spawn(process.execPath, [bin, ...argv], {
    // The pseudo-terminal sets TERM to this name, whatever the environment says.
    name: environment.TERM ?? 'xterm-256color',
    cols: columns,
    rows,
    env: {
      PATH: process.env.PATH ?? '',
      HOME: '/nonexistent',
      LANG: 'C.UTF-8',
      ...environment,
    },
  });
  child.onData((data) => {
    text += data;
    emulator.write(data);
  });
  const end = new Promise<{ exitCode: number; signal: number | undefined }>((resolve) => {
    child.onExit(({ exitCode, signal }) => resolve({ exitCode, signal: signal || undefined }));
  });
  const screen = (): string[] => {
    const buffer = emulator.buffer.active;
    return Array.from({ length: emulator.rows }, (_unused, row) =>
      (buffer.getLine(buffer.viewportY + row)?.translateToString(true) ?? '').trimEnd(),
    );
  };
  return {
    /** Presses keys: text or control sequences. */
    press: (pressed: string): void => child.write(pressed),
    resize: (newColumns: number, newRows: number): void => {
      emulator.resize(newColumns, newRows);
      child.resize(newColumns, newRows);
    },
    /** The visible lines, without trailing spaces. */
    screen,
    /** Waits until the screen contains a text. */
    sees: async (wanted: string | RegExp, timeoutMs: number = 10_000): Promise<void> => {
      await expect.poll(() => screen().join('\n'), { timeout: timeoutMs, interval: 25 }).toMatch(wanted);
    },
    /** Whether the alternate screen is active, instead of the shell's. */
    isAlternate: (): boolean => emulator.buffer.active.type === 'alternate',
    isCursorShown: (): boolean => text.lastIndexOf('\u001b[?25h') >= text.lastIndexOf('\u001b[?25l'),
    /** The output so far, with control codes. */
    raw: (): string => text,
    /** Waits for the end; resolves with the exit code, or the signal. */
    ended: (): Promise<{ exitCode: number; signal: number | undefined }> => end,
    kill: (signal?: string): void => child.kill(signal),
  };
}
