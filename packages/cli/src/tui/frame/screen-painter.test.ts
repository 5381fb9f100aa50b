import { PassThrough } from 'node:stream';
import headless from '@xterm/headless';
import { expect, test } from 'vitest';
import type { OutputStream } from '../../streams.ts';
import { createTerminal } from '../../terminal.ts';
import { changes, createScreenPainter } from './screen-painter.ts';

test('only the lines that changed are written', () => {
  expect(changes(['a', 'b', 'c'], ['a', 'x', 'c'])).toBe('\u001b[?2026h\u001b[2;1Hx\u001b[0m\u001b[K\u001b[?2026l');
  expect(changes(['a', 'b'], ['a', 'b'])).toBe('');
});

test('a shorter frame takes away what was below it', () => {
  expect(changes(['a', 'b'], ['a'])).toContain('\u001b[2;1H\u001b[0m\u001b[K');
});

/** A terminal emulator behind the terminal of a command. */
function emulated(columns: number, rows: number) {
  const emulator = new headless.Terminal({ cols: columns, rows, allowProposedApi: true });
  const stdout: OutputStream & PassThrough = Object.assign(new PassThrough(), { isTTY: true, columns, rows });
  let written = 0;
  stdout.on('data', (chunk) => {
    written += String(chunk).length;
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

test('frames replace each other in place, whatever their height', async () => {
  const { terminal, screen } = emulated(20, 6);
  const painter = createScreenPainter(terminal);
  for (const frame of ['one\ntwo\nthree', 'one\n2\nthree\nfour', 'last']) {
    painter.stream.write(frame);
    await expect.poll(() => screen().filter(Boolean)).toEqual(frame.split('\n'));
  }
  painter.leave();
});

test('after a change of size the whole frame is drawn again', async () => {
  const { terminal, screen, resize } = emulated(20, 6);
  const painter = createScreenPainter(terminal);
  painter.stream.write('one\ntwo');
  await expect.poll(() => screen().filter(Boolean)).toEqual(['one', 'two']);
  const heard = new Promise((resolve) => painter.stream.once('resize', resolve));
  resize(10, 3);
  await heard;
  painter.stream.write('one\ntwo');
  await expect.poll(() => screen().filter(Boolean)).toEqual(['one', 'two']);
  painter.leave();
});

test('fast frames are joined, and the last one is always shown', async () => {
  const { terminal, screen, written } = emulated(20, 4);
  const painter = createScreenPainter(terminal);
  for (let number = 0; number < 500; number += 1) painter.stream.write(`frame ${number}`);
  await expect.poll(() => screen()[0]).toBe('frame 499');
  expect(written()).toBeLessThan(500);
  painter.leave();
});

test('leaving gives back the screen and the cursor, once', async () => {
  const { emulator, terminal, screen, written } = emulated(20, 4);
  terminal.print('$ upvigil');
  const painter = createScreenPainter(terminal);
  painter.stream.write('frame');
  await expect.poll(() => screen()[0]).toBe('frame');
  painter.leave();
  await expect.poll(() => emulator.buffer.active.type).toBe('normal');
  expect(screen()[0]).toBe('$ upvigil');
  const before = written();
  painter.leave();
  painter.stream.write('late frame');
  expect(written()).toBe(before);
});
