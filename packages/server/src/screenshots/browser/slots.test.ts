import { expect, it } from 'vitest';
import { createSlots } from './slots.ts';

const never = new AbortController().signal;

it('lets so many in, and the others in their order as slots are given back', async () => {
  const slots = createSlots(2);
  const entered: string[] = [];
  const enter = async (name: string): Promise<() => void> => {
    const giveBack = await slots.take(never);
    entered.push(name);
    return giveBack;
  };
  const [first, , third, fourth] = [enter('a'), enter('b'), enter('c'), enter('d')];
  (await first)?.();
  await third;
  expect(entered).toEqual(['a', 'b', 'c']);
  (await third)?.();
  await fourth;
  expect(entered).toEqual(['a', 'b', 'c', 'd']);
});

it('counts a slot once, however often it is given back', async () => {
  const slots = createSlots(1);
  const giveBack = await slots.take(never);
  giveBack();
  giveBack();
  const again = await slots.take(never);
  const controller = new AbortController();
  const waiting = slots.take(controller.signal);
  controller.abort(new Error('gone'));
  await expect(waiting).rejects.toThrow('gone');
  again();
  expect(slots.isIdle()).toBe(true);
});

it('lets nobody in who left while waiting', async () => {
  const slots = createSlots(1);
  const giveBack = await slots.take(never);
  const controller = new AbortController();
  const left = slots.take(controller.signal).catch(() => 'left');
  const next = slots.take(never);
  controller.abort();
  giveBack();
  expect(await left).toBe('left');
  (await next)();
  expect(slots.isIdle()).toBe(true);
});
