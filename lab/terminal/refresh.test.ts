import headless from '@xterm/headless';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { keys, type TerminalSession } from '../support/terminal/terminal-session.ts';
import { startWatchedTerminal, type WatchedTerminal } from '../support/terminal/watched-terminal.ts';

const size = { columns: 120, rows: 40 } as const;
let watched: WatchedTerminal;

beforeAll(async () => {
  watched = await startWatchedTerminal(6);
});
afterEach(() => watched.endSessions());
afterAll(() => watched.close());

/**
 * Replays a refresh code by code. Returns the rows that it changed, the rows that it wrote to, and the rows that were
 * blank meanwhile.
 */
async function replay(before: string, refresh: string) {
  const emulator = new headless.Terminal({ cols: size.columns, rows: size.rows, allowProposedApi: true });
  const write = (codes: string): Promise<void> => new Promise((resolve) => emulator.write(codes, resolve));
  const screen = (): string[] =>
    Array.from(
      { length: size.rows },
      (_unused, row) => emulator.buffer.active.getLine(row)?.translateToString(true).trimEnd() ?? '',
    );
  await write(before);
  const start = screen();
  const written = new Set<number>();
  const blanked = new Set<number>();
  for (const code of refresh.match(/\u001b\[[?\d;]*[A-Za-z]|[^\u001b]+/g) ?? []) {
    if (/^[^\u001b\s]/.test(code)) written.add(emulator.buffer.active.cursorY);
    await write(code);
    for (const [row, text] of screen().entries()) if (text === '' && start[row] !== '') blanked.add(row);
  }
  const end = screen();
  return {
    changed: end.filter((text, row) => text !== start[row]).length,
    written: written.size,
    blanked: [...blanked].filter((row) => end[row] !== '').length,
  };
}

let length = 0;
/** Whether little more than the countdown was written since the last call. */
function isQuiet({ raw }: TerminalSession): boolean {
  const before = length;
  length = raw().length;
  return length - before < 600;
}

test('a refresh writes only the rows that change, and no row is blank in between', async () => {
  const terminal = watched.open(['dashboard'], size);
  await terminal.sees(/next in \d+s/);
  await expect.poll(() => isQuiet(terminal), { interval: 700, timeout: 10_000 }).toBe(true);
  const atRest = terminal.raw();
  await expect.poll(() => terminal.raw().slice(atRest.length), { timeout: 5000 }).toMatch(/next in[\s\S]*next in/);
  const ticks = terminal.raw().slice(atRest.length);
  expect(await replay(atRest, ticks)).toEqual({ changed: 1, written: 1, blanked: 0 });
  expect(ticks.length / ticks.split('\u001b[?2026l').length).toBeLessThan(400);

  const selected = terminal.raw();
  terminal.press(keys.down);
  await expect.poll(() => terminal.raw().length - selected.length, { interval: 100 }).toBeGreaterThan(500);
  expect(await replay(selected, terminal.raw().slice(selected.length))).toMatchObject({ blanked: 0 });
});

test('after each change of size the screen is whole', async () => {
  const terminal = watched.open(['dashboard'], size);
  await terminal.sees(/Updated/);
  for (const [columns, rows] of [
    [120, 30],
    [90, 30],
    [90, 45],
    [130, 20],
    [120, 40],
  ] as const) {
    terminal.resize(columns, rows);
    // The last row stays empty. The rest is the frame, from its title to its keys.
    await expect
      .poll(() => terminal.screen().join('\n'), { message: `${columns}x${rows}`, timeout: 5000 })
      .toMatch(/^.*Monitoring Dashboard[\s\S]*WEBSITE[\s\S]*RECENT ALERTS[\s\S]*(\? help +q quit|\? q)\n$/);
  }
  expect(terminal.raw()).not.toContain('\u001b[3J');
});
