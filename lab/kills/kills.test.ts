import { expect, it } from 'vitest';
import { runKills } from '../support/kills/run-kills.ts';

const count = 6;

it(`loses nothing that it answered, damages nothing and sends nothing twice in ${count} kills at moments of a seed`, async () => {
  const { wrong, kills, answered } = await runKills({ count, seed: 20_261_123, database: 'sqlite' });
  expect(wrong).toEqual([]);
  expect(kills.starting + kills.working).toBe(count);
  expect(answered).toBeGreaterThan(20);
}, 180_000);
