import { PassThrough } from 'node:stream';
import headless from '@xterm/headless';
import { Box, render, Text } from 'ink';
import { expect, onTestFinished, test } from 'vitest';
import type { OutputStream } from '../streams.ts';
import { createTerminal } from '../terminal.ts';
import { enterAlternateScreen } from './alternate-screen.ts';
import type { Size } from './components/stage.ts';

/** A terminal emulator behind the terminal of a command. */
function emulated(columns: number, rows: number) {
  const emulator = new headless.Terminal({ cols: columns, rows, allowProposedApi: true, convertEol: true });
  const stdout: OutputStream & PassThrough = Object.assign(new PassThrough(), { isTTY: true, columns, rows });
  let written = '';
  stdout.on('data', (chunk) => {
    written += String(chunk);
    emulator.write(String(chunk));
  });
  const terminal = createTerminal({
    stdin: new PassThrough(),
    stdout,
    stderr: new PassThrough(),
    color: true,
    unicode: true,
    canDraw: true,
    interrupted: new AbortController().signal,
  });
  const screen = (): string[] =>
    Array.from(
      { length: emulator.rows },
      (_unused, row) => emulator.buffer.active.getLine(row)?.translateToString(true) ?? '',
    );
  const resize = (newColumns: number, newRows: number): void => {
    emulator.resize(newColumns, newRows);
    Object.assign(stdout, { columns: newColumns, rows: newRows });
    stdout.emit('resize');
  };
  return { emulator, terminal, screen, resize, written: () => written };
}

const lines = (texts: readonly string[], { rows }: Size) => (
  <Box flexDirection="column" height={rows} overflow="hidden">
    {texts.map((text) => (
      <Text key={text}>{text}</Text>
    ))}
  </Box>
);

/** Draws with Ink on the alternate screen of an emulator. */
function drawn(columns: number, rows: number, texts: readonly string[]) {
  const emulation = emulated(columns, rows);
  emulation.terminal.print('$ upvigil');
  const screen = enterAlternateScreen(emulation.terminal);
  const app = render(lines(texts, screen.size()), {
    stdout: screen.stream,
    // `as never`: Ink uses only these members of the input.
    stdin: Object.assign(new PassThrough(), {
      isTTY: true,
      setRawMode: () => undefined,
      ref() {},
      unref() {},
    }) as never,
    incrementalRendering: true,
    maxFps: 1000,
    patchConsole: false,
  });
  let shown = texts;
  const show = (next: readonly string[]): void => {
    shown = next;
    app.rerender(lines(shown, screen.size()));
  };
  screen.stream.prependListener('resize', () => show(shown));
  onTestFinished(() => {
    app.unmount();
    screen.leave();
  });
  const shows = (expected: readonly string[]) =>
    expect
      .poll(() =>
        emulation
          .screen()
          .map((text) => text.trimEnd())
          .filter(Boolean),
      )
      .toEqual(expected);
  return {
    ...emulation,
    leave: screen.leave,
    show,
    shows,
  };
}

test('frames replace each other in place, and only a line that changed is written', async () => {
  const { show, shows, written } = drawn(20, 6, ['one', 'two', 'three']);
  await shows(['one', 'two', 'three']);
  const before = written().length;
  show(['one', '2', 'three']);
  await shows(['one', '2', 'three']);
  expect(written().slice(before)).not.toMatch(/one|three|\u001b\[2K/);
  show(['1', '2', '3', '4']);
  await shows(['1', '2', '3', '4']);
  show(['last']);
  await shows(['last']);
});

test('after each change of size the whole frame is there, and the scrollback is not erased', async () => {
  const { show, shows, resize, written } = drawn(20, 6, ['one', 'two']);
  await shows(['one', 'two']);
  for (const [columns, rows] of [
    [20, 4],
    [20, 12],
    [10, 12],
    [30, 12],
    [12, 5],
  ] as const) {
    resize(columns, rows);
    await shows(['one', 'two']);
    show(['one', `${columns}`]);
    await shows(['one', `${columns}`]);
    show(['one', 'two']);
    await shows(['one', 'two']);
  }
  expect(written()).not.toContain('\u001b[3J');
});

test('leaving gives back the screen and the cursor, once', async () => {
  const { emulator, screen, written, shows, show, leave } = drawn(20, 4, ['frame']);
  await shows(['frame']);
  leave();
  await expect.poll(() => emulator.buffer.active.type).toBe('normal');
  expect(screen()[0]).toMatch(/^\$ upvigil/);
  expect(written()).toMatch(/\u001b\[\?25h\u001b\[\?1049l$/);
  const before = written();
  leave();
  show(['late frame']);
  expect(written()).toBe(before);
});
