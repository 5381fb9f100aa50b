import { expect, test } from 'vitest';
import { DeclinedError } from '../failures.ts';
import { capturedOutput, typedInput } from '../testing/fake-terminal.ts';
import { readSecret } from './read-secret.ts';

function ask() {
  const stdin = typedInput(true);
  const stderr = capturedOutput();
  const interruption = new AbortController();
  const secret = readSecret({
    stdin: stdin.stream,
    stderr: stderr.stream,
    question: 'Password: ',
    interrupted: interruption.signal,
  });
  return { secret, stdin, stderr, interruption };
}

test.each([
  ['word\r', 'word'],
  ['wrong\u0015right\n', 'right'],
  ['ab\u007f\bc\n', 'c'],
  ['\u007fa\u001b\tb\r', 'ab'],
  ['päss 🚀x\u007f\n', 'päss 🚀'],
])('keys %j make a secret that is not shown', async (keys, expected) => {
  const { secret, stdin, stderr } = ask();
  expect(stdin.isRaw()).toBe(true);
  for (const key of keys) stdin.type(key);
  expect(await secret).toBe(expected);
  expect([stderr.text(), stdin.isRaw()]).toEqual(['Password: \n', false]);
});

test.each(['\u0003', '\u0004'])('%j gives up, and the terminal shows keys again', async (key) => {
  const { secret, stdin } = ask();
  stdin.type(`half${key}`);
  await expect(secret).rejects.toThrow(DeclinedError);
  expect(stdin.isRaw()).toBe(false);
});

test('an interrupted command stops waiting', async () => {
  const { secret, stdin, interruption } = ask();
  interruption.abort();
  await expect(secret).rejects.toThrow('Interrupted');
  expect(stdin.isRaw()).toBe(false);
});
