import { expect, it } from 'vitest';
import { keepStartedParts } from './started-parts.ts';

it('ends what is started and what is still starting, the youngest first, and passes over what never started', async () => {
  const ended: string[] = [];
  const end = async (name: string) => ended.push(name);
  const { begin, endAll } = keepStartedParts();
  await begin(async () => 'database', end);
  await expect(begin(() => Promise.reject(new Error('no room')), end)).rejects.toThrow('no room');
  let started = (_name: string): void => undefined;
  const starting = new Promise<string>((resolve) => {
    started = resolve;
  });
  const late = begin(() => starting, end);
  const over = endAll();
  started('product');
  await over;
  expect(await late).toBe('product');
  expect(ended).toEqual(['product', 'database']);
});

it('starts nothing once it is over', async () => {
  const { begin, endAll } = keepStartedParts();
  await endAll();
  let isStarted = false;
  const start = async () => {
    isStarted = true;
  };
  await expect(begin(start, async () => undefined)).rejects.toThrow('the test is over');
  expect(isStarted).toBe(false);
});
