import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  checkBar,
  checkBars,
  dayBar,
  leastPitchPx,
  mergeBars,
  type PulseBar,
  pulsePaths,
  worseBar,
} from './pulse-geometry.ts';

const tones: PulseBar['tone'][] = ['up', 'info', 'warn', 'down', 'none'];
const anyBar = fc.record({ tone: fc.constantFrom(...tones), height: fc.double({ min: 0, max: 1, noNaN: true }) });
const anyBars = fc.array(anyBar, { minLength: 1, maxLength: 90 });
const anyRoom = fc.integer({ min: 1, max: 600 });
const worstOf = (bars: readonly PulseBar[]) => bars.reduce(worseBar).tone;

describe('a day in maintenance', () => {
  it('is two dots, distinct from all other bars without colour', () => {
    const shapes = tones.map(
      (tone) => pulsePaths([dayBar(tone, tone === 'warn' ? 3600 : 0)], { heightPx: 36, barPx: 9 })[0]?.d,
    );
    expect(new Set(shapes).size).toBe(tones.length);
    expect(shapes[1]?.match(/M/g)).toHaveLength(2);
  });

  it('ranks between an up day and a slow day', () => {
    const bar = (tone: PulseBar['tone']) => dayBar(tone, 0);
    expect(worseBar(bar('up'), bar('info')).tone).toBe('info');
    expect(worseBar(bar('info'), bar('warn')).tone).toBe('warn');
  });
});

describe('the height of a bar', () => {
  it('grows with the downtime, from 48 percent without any to full height for an outage', () => {
    expect(dayBar('up', 0).height).toBe(0.48);
    expect(dayBar('warn', 96 * 60).height).toBeCloseTo(0.807, 3);
    expect(dayBar('warn', 86_400).height).toBe(1);
    expect(dayBar('down', 60).height).toBe(1);
    expect(dayBar('none', 86_400)).toEqual({ tone: 'none', height: 0 });
  });

  it('grows with the square root of the response time, and slow checks are taller than all others', () => {
    expect(checkBar('u', 0, 5).height).toBe(0.16);
    expect(checkBar('u', 1250, 5).height).toBeCloseTo(0.46);
    expect(checkBar('d', 10, 5)).toEqual({ tone: 'down', height: 1 });
    fc.assert(
      fc.property(fc.nat(60_000), fc.nat(60_000), (good, slow) => {
        expect(checkBar('s', slow, 5).height).toBeGreaterThan(checkBar('u', good, 5).height);
      }),
    );
  });

  it('is a dot before the first check', () => {
    const bars = checkBars({ states: 'ud', ms: [100, null] }, 5, 4);
    expect(bars.map((bar) => bar.tone)).toEqual(['none', 'none', 'up', 'down']);
    expect(checkBars({ states: 'uuud', ms: [] }, 5, 2).map((bar) => bar.tone)).toEqual(['up', 'down']);
  });
});

describe('bars without enough space', () => {
  it('merge until each has 5 px, and do not merge with enough space', () => {
    fc.assert(
      fc.property(anyBars, anyRoom, (bars, room) => {
        const merged = mergeBars(bars, room);
        expect(merged.length).toBeGreaterThan(0);
        if (merged.length > 1) expect(room / merged.length).toBeGreaterThanOrEqual(leastPitchPx);
        if (room / bars.length >= leastPitchPx) expect(merged).toEqual(bars);
      }),
    );
  });

  it('keep the worst state of each group, and the newest bar at the end', () => {
    fc.assert(
      fc.property(anyBars, anyRoom, (bars, room) => {
        const merged = mergeBars(bars, room);
        expect(worstOf(merged)).toBe(worstOf(bars));
        const together = Math.ceil(bars.length / Math.max(1, Math.floor(room / leastPitchPx)));
        expect(merged.at(-1)?.tone).toBe(worstOf(bars.slice(-together)));
      }),
    );
  });
});

describe('the paths of a strip', () => {
  const box = { heightPx: 36, barPx: 9 };
  const numbers = (d: string) =>
    [...d.matchAll(/M([\d.]+) ([\d.]+)V([\d.]+)/g)].map((match) => match.slice(1).map(Number));

  it('are one for each state, with every bar in position and inside the box', () => {
    fc.assert(
      fc.property(anyBars, (bars) => {
        const paths = pulsePaths(bars, box);
        expect(paths.length).toBeLessThanOrEqual(5);
        const places = new Set(paths.flatMap(({ d }) => numbers(d).map(([x]) => x)));
        expect(places.size).toBe(bars.length);
        for (const { d, strokeWidth } of paths) {
          for (const [, from = -1, to = -1] of numbers(d)) {
            expect(from).toBeLessThanOrEqual(to);
            expect(from - strokeWidth / 2).toBeGreaterThanOrEqual(-0.01);
            expect(to + strokeWidth / 2).toBeLessThanOrEqual(box.heightPx + 0.01);
          }
        }
      }),
    );
  });

  it('split a failed bar in the middle with a visible gap', () => {
    const [path] = pulsePaths([{ tone: 'down', height: 1 }], box);
    const [upper = [], lower = []] = numbers(path?.d ?? '');
    expect([upper[1], lower[2]]).toEqual([4.5, 31.5]);
    expect((lower[1] ?? 0) - (upper[2] ?? 0) - box.barPx).toBeGreaterThan(2.4);
    expect(numbers(pulsePaths([{ tone: 'warn', height: 1 }], box)[0]?.d ?? '')).toHaveLength(1);
  });

  it('draw missing data as a dot at any height', () => {
    const [path] = pulsePaths([{ tone: 'none', height: 1 }], box);
    const [[, from = 0, to = 1] = []] = numbers(path?.d ?? '');
    expect(path?.strokeWidth).toBe(3);
    expect(to - from).toBeLessThan(0.1);
  });

  it('draw the fastest check longer than wide, so that it is no dot', () => {
    const small = { heightPx: 20, barPx: 3.5 };
    const [path] = pulsePaths([checkBar('u', 0, 5)], small);
    const [[, from = 0, to = 0] = []] = numbers(path?.d ?? '');
    expect(to - from + small.barPx).toBeGreaterThan(2 * small.barPx);
  });
});
