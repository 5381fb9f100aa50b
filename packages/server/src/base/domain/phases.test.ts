import { phaseNames } from '@upvigil/core/contract/names/states';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decodePhases, encodePhases, noPhases, type PhaseTimes, storedPhases, wirePhases } from './phases.ts';

/** Microseconds, up to five minutes. */
const time = fc.option(fc.integer({ min: 0, max: 300_000_000 }));
const times: fc.Arbitrary<PhaseTimes> = fc.record({
  dns: time,
  connect: time,
  tls: time,
  first_byte: time,
  transfer: time,
});

it('comes back within 4 percent, and a phase that was not stays none', () => {
  fc.assert(
    fc.property(times, (given) => {
      const encoded = encodePhases(given);
      const decoded = encoded === null ? noPhases : decodePhases(encoded);
      for (const phase of phaseNames) {
        const before = given[phase];
        const after = decoded[phase];
        if (before === null || after === null) expect(after).toBe(before);
        else expect(Math.abs(after - Math.max(1, before))).toBeLessThanOrEqual(Math.max(1, before) * 0.04);
      }
    }),
  );
});

it('is encoded to itself', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2 ** 40 - 1 }), (encoded) => {
      expect(encodePhases(decodePhases(encoded))).toBe(encoded);
    }),
  );
});

it('keeps the order of times', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e9 }), fc.integer({ min: 0, max: 1e9 }), (one, other) => {
      const code = (dns: number): number => Number(encodePhases({ ...noPhases, dns }));
      expect(Math.sign(code(one) - code(other)) * Math.sign(one - other)).toBeGreaterThanOrEqual(0);
    }),
  );
});

it('has dns in the lowest byte and fits into five', () => {
  expect(encodePhases({ ...noPhases, dns: 1 })).toBe(1);
  expect(encodePhases({ ...noPhases, transfer: 1 })).toBe(256 ** 4);
  const longest = 1e12;
  const all: PhaseTimes = { dns: longest, connect: longest, tls: longest, first_byte: longest, transfer: longest };
  expect(encodePhases(all)).toBe(2 ** 40 - 1);
});

it('is null on the wire without any phase, and in seconds with one', () => {
  expect(encodePhases(noPhases)).toBeNull();
  expect(storedPhases(null)).toBeNull();
  expect(wirePhases(noPhases)).toBeNull();
  expect(wirePhases({ ...noPhases, connect: 1234 })).toEqual({ ...noPhases, connect: 0.001234 });
});
