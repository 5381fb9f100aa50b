import { beforeEach, describe, expect, test } from 'vitest';
import { DeclinedError, UsageError } from './failures.ts';
import { line, span } from './output/paint.ts';
import { createTerminal, requireYes, type Terminal } from './terminal.ts';
import { capturedOutput, typedInput } from './testing/fake-terminal.ts';

let interruption: AbortController;
beforeEach(() => {
  interruption = new AbortController();
});

/** A terminal of 40 columns, pipes, or a mix of both. */
function open({ isTyped = true, isTerminal = true, hasTalk = true, unicode = true } = {}) {
  const size = { columns: 40, rows: 10 };
  const stdin = typedInput(isTyped);
  const stdout = capturedOutput(isTerminal ? { isTTY: true, ...size } : {});
  const stderr = capturedOutput(hasTalk ? { isTTY: true, ...size } : {});
  const streams = { stdin: stdin.stream, stdout: stdout.stream, stderr: stderr.stream };
  const terminal: Terminal = createTerminal({
    ...streams,
    color: true,
    unicode,
    canDraw: true,
    interrupted: interruption.signal,
  });
  return { terminal, stdin, stdout, stderr };
}

describe('what is shown', () => {
  test('writes data to stdout and messages to stderr, in colour only on a terminal', () => {
    const seen = open();
    seen.terminal.printLines([line(span('UP', 'good')), line('end')]);
    seen.terminal.printLines([]);
    seen.terminal.say('talk');
    expect([seen.stdout.text(), seen.stderr.text()]).toEqual(['\u001b[32mUP\u001b[39m\nend\n', 'talk\n']);
    const piped = open({ isTerminal: false });
    piped.terminal.printLines([line(span('UP', 'good'))]);
    expect(piped.stdout.text()).toBe('UP\n');
  });

  test('assumes 80 columns and 24 lines if the terminal does not report its size', () => {
    const { terminal } = open({ isTerminal: false });
    expect([terminal.width(), terminal.height()]).toEqual([80, 24]);
    expect([open().terminal.width(), open().terminal.height()]).toEqual([40, 10]);
  });

  test('draws a screen only if output and input are terminals', () => {
    const drawn = [open(), open({ isTerminal: false }), open({ isTyped: false })];
    expect(drawn.map(({ terminal }) => terminal.canDraw)).toEqual([true, false, false]);
  });

  test('a reader that went away is no error, any other trouble is', () => {
    const { stdout } = open();
    const trouble = (code: string) => () => stdout.stream.emit('error', Object.assign(new Error(code), { code }));
    expect(trouble('EPIPE')).not.toThrow();
    expect(trouble('EIO')).toThrow('EIO');
  });
});

describe('a question', () => {
  test.each([
    ['y\n', true],
    ['YES\r\n', true],
    ['\n', false],
    ['n\n', false],
    ['yesterday\n', false],
  ])('that is answered with %j is answered %s', async (typed, answer) => {
    const { terminal, stdin, stderr } = open();
    const confirmed = terminal.confirm('Delete?');
    stdin.type(typed);
    expect(await confirmed).toBe(answer);
    expect(stderr.text()).toBe('Delete? [y/N] ');
  });

  test('is not asked without a terminal', async () => {
    for (const terminal of [open({ isTyped: false }).terminal, open({ hasTalk: false }).terminal]) {
      expect(terminal.canAsk).toBe(false);
      await expect(terminal.confirm('Delete?')).rejects.toThrow(UsageError);
      await expect(terminal.askSecret('Password: ')).rejects.toThrow('--password-stdin');
      expect(terminal.requireTerminal).toThrow('--yes');
    }
  });

  test('ends when the command is interrupted', async () => {
    const confirmed = open().terminal.confirm('Delete?');
    interruption.abort();
    await expect(confirmed).rejects.toThrow(DeclinedError);
  });

  test('that is answered no ends the command without a change', () => {
    expect(() => requireYes(true)).not.toThrow();
    expect(() => requireYes(false)).toThrow('Nothing was changed');
  });
});

test('a line is read up to its end, from whatever pieces it comes in', async () => {
  const { terminal, stdin } = open({ isTyped: false });
  const first = terminal.readLine();
  stdin.type('sec');
  stdin.type('ret\r\nmore');
  expect(await first).toBe('secret');
  const last = terminal.readLine();
  stdin.stream.end('no line end');
  expect(await last).toBe('no line end');
});

describe('a progress bar', () => {
  const shownAfter = (...updates: [number, number | null][]): string => {
    const { terminal, stderr } = open({ unicode: false });
    const progress = terminal.progress('Up', (value) => `${value} B`);
    for (const [done, total] of updates) progress.update(done, total);
    progress.end();
    return stderr.text();
  };
  const erase = '\r\u001b[2K';

  test('shows share and figures in the available width, and disappears at the end', () => {
    expect(shownAfter([50, 100])).toBe(`${erase}Up ############............  50% 50 B ~${erase}`);
    expect(shownAfter([300, 100])).toContain('######################## 100% ');
  });

  test('shows only figures if the total is unknown', () => {
    expect(shownAfter([7, null], [7, null], [0, 0])).toBe(`${erase}Up 7 B${erase}Up 0 B of 0 B${erase}`);
  });

  test('shows nothing without a terminal', () => {
    const { terminal, stderr } = open({ hasTalk: false });
    const progress = terminal.progress('Up', String);
    progress.update(1, 2);
    progress.end();
    expect(stderr.text()).toBe('');
  });
});
