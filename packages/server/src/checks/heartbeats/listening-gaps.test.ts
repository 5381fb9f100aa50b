import { expect, it } from 'vitest';
import { type ListeningPeriod, listeningPast } from './listening-gaps.ts';

const now = 1_000_000;
const period = (id: string, from_at: number, until_at: number): ListeningPeriod => ({ id, from_at, until_at });
const own = period('own', now - 100_000, now - 8_000);

it('has no gap while this process listens, although its last record is older', () => {
  expect(listeningPast([period('before', 0, now - 50_000), own], own, now)).toEqual({ gaps: [], decidedUntil: now });
});

it('finds the time in which no process listened', () => {
  const others = [period('a', 0, 300_000), period('b', 200_000, 400_000)];
  expect(listeningPast([own, ...others], own, now).gaps).toEqual([{ from: 400_000, to: 900_000 }]);
});

it('lists the time before the first period as a gap', () => {
  expect(listeningPast([], own, now).gaps).toEqual([{ from: 0, to: own.from_at }]);
});

it('decides nothing after the last record of a process that may have died', () => {
  const young = period('own', now - 2_000, now - 2_000);
  const dead = period('dead', 0, now - 5_000);
  expect(listeningPast([dead, young], young, now)).toEqual({ gaps: [], decidedUntil: now - 5_000 });
  expect(listeningPast([dead, young], young, now + 15_000)).toEqual({
    gaps: [{ from: now - 5_000, to: now - 2_000 }],
    decidedUntil: now + 15_000,
  });
});

it('lets a process that accepts no pings wait for the records of others', () => {
  const web = period('web', 0, now - 5_000);
  expect(listeningPast([web], null, now)).toEqual({ gaps: [], decidedUntil: now - 5_000 });
  expect(listeningPast([web], null, now + 15_000).gaps).toEqual([{ from: now - 5_000, to: now + 15_000 }]);
});
