import type { DeliveryChannel } from '@upvigil/core/contract/names/channels';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestClock, type TestClock } from '../../../testing/test-clock.ts';
import { createKindRunners, type KindRunners } from './kind-runners.ts';

let used: Set<DeliveryChannel>;
let happened: string[];
let errors: unknown[];
let runners: KindRunners;
let clock: TestClock;
beforeEach(() => {
  used = new Set(['email', 'ntfy']);
  happened = [];
  errors = [];
  clock = createTestClock(0, () => runners.settled());
  const note = (text: string) => void happened.push(text);
  runners = createKindRunners({
    clock,
    readUsedKinds: async () => new Set(used),
    createRunner: (kind) =>
      kind === 'jsm'
        ? null
        : { wake: () => note(`${kind} looks`), settled: async () => undefined, stop: async () => note(`${kind} ends`) },
    onError: (error) => void errors.push(error),
  });
});
afterEach(() => runners.stop());

it('only kinds that are used poll for due rows', async () => {
  runners.wake();
  expect(happened).toEqual([]);
  runners.refresh();
  await runners.settled();
  expect(happened).toEqual(['email looks', 'ntfy looks']);
  runners.wake();
  expect(happened).toHaveLength(4);
});

it('a kind starts with its first channel and stops after its last, with or without an event', async () => {
  runners.refresh();
  await runners.settled();
  used = new Set(['email', 'discord']);
  runners.refresh();
  await runners.settled();
  expect(happened.slice(2)).toEqual(['ntfy ends', 'discord looks']);
  used = new Set(['email']);
  await clock.advance(60_000);
  expect(happened.slice(4)).toEqual(['discord ends']);
});

it('an unknown kind runs nothing, and a refused query is retried', async () => {
  used = new Set(['jsm']);
  runners.refresh();
  await runners.settled();
  expect(happened).toEqual([]);
  let refusals = 1;
  const cautious = createKindRunners({
    clock,
    readUsedKinds: async () => {
      refusals -= 1;
      if (refusals >= 0) throw new Error('the database is away');
      return used;
    },
    createRunner: () => ({ wake: () => undefined, settled: async () => undefined, stop: async () => undefined }),
    onError: (error) => void errors.push(error),
  });
  cautious.refresh();
  await cautious.settled();
  await clock.advance(5_000);
  await cautious.stop();
  expect(errors).toHaveLength(1);
  expect(refusals).toBe(-1);
});

it('a stop ends all of them', async () => {
  runners.refresh();
  await runners.settled();
  await runners.stop();
  expect(happened.slice(2).sort()).toEqual(['email ends', 'ntfy ends']);
  runners.refresh();
  await runners.settled();
  expect(happened).toHaveLength(4);
});
