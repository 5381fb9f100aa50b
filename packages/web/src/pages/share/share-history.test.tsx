import { expect, it } from 'vitest';
import { historyBars } from './share-history.tsx';

const until = Date.parse('2026-11-25T23:16:00Z');
const dot = { tone: 'none', height: 0 };
const piece = (time: string, uptime: number) => ({
  time,
  checks: 10,
  uptime,
  p50_response_time: null,
  p95_response_time: null,
});

it('has a bar for each day, the newest last, and dots for days without checks', () => {
  const history = [piece('2026-11-23T00:00:00.000Z', 50), piece('2026-11-25T00:00:00.000Z', 100)];
  const bars = historyBars(history, { days: 30, until, pieceSeconds: 86_400 });
  expect(bars).toHaveLength(30);
  expect(bars.slice(-4)).toEqual([dot, { tone: 'down', height: 1 }, dot, { tone: 'up', height: expect.any(Number) }]);
  expect(bars.slice(0, -4).every(({ tone }) => tone === 'none')).toBe(true);
});

it('has a bar for each hour of a week', () => {
  const history = [piece('2026-11-25T23:00:00.000Z', 100), piece('2026-11-19T00:00:00.000Z', 100)];
  const bars = historyBars(history, { days: 7, until, pieceSeconds: 3_600 });
  expect(bars).toHaveLength(168);
  expect([bars[0]?.tone, bars.at(-1)?.tone]).toEqual(['up', 'up']);
  expect(bars.slice(1, -1).every(({ tone }) => tone === 'none')).toBe(true);
});

it('omits data before the selected period', () => {
  const bars = historyBars([piece('2026-10-26T00:00:00.000Z', 100)], { days: 30, until, pieceSeconds: 86_400 });
  expect(bars.every(({ tone }) => tone === 'none')).toBe(true);
});
