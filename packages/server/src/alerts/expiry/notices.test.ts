import { dayMs } from '@upvigil/core/time';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { daysLeft, dueOfCertificate, dueOfDomain, newNotices, withSentNotices } from './notices.ts';

const days = [30, 14, 7, 1];
const now = Date.UTC(2026, 10, 23);
const certificate = (lifetimeDays: number, leftDays: number) => ({
  valid_from: now + (leftDays - lifetimeDays) * dayMs,
  valid_to: now + leftDays * dayMs,
});

describe('a certificate', () => {
  it('has a notice at each threshold that it has passed', () => {
    expect(dueOfCertificate(certificate(365, 31), days, now)).toEqual([]);
    expect(dueOfCertificate(certificate(365, 29), days, now)).toEqual([30]);
    expect(dueOfCertificate(certificate(365, 6), days, now)).toEqual([30, 14, 7]);
  });

  it('has no notice at a threshold above 30 % of its lifetime: of 45 days, of one day', () => {
    expect(dueOfCertificate(certificate(45, 12), days, now)).toEqual([]);
    expect(dueOfCertificate(certificate(1, 0.9), days, now)).toEqual([]);
  });

  it('14.4: of 90 days with 20 left, should have been renewed: late renewal only', () => {
    expect(dueOfCertificate(certificate(90, 20), days, now)).toEqual(['late']);
    expect(dueOfCertificate(certificate(90, 23), days, now)).toEqual([]);
    expect(dueOfCertificate(certificate(365, 20), days, now)).toEqual([30]);
  });

  it('that has expired raises unsent notices, even with a lifetime shorter than every threshold', () => {
    expect(dueOfCertificate(certificate(365, -1), days, now)).toEqual([30, 14, 7, 1]);
    expect(dueOfCertificate(certificate(90, 0), days, now)).toEqual([14, 7, 1, 'late']);
    expect(dueOfCertificate(certificate(1, -1), days, now)).toEqual(['late']);
    expect(
      newNotices(dueOfCertificate(certificate(365, -1), days, now), withSentNotices(null, [30, 14, 7, 1])),
    ).toEqual([]);
    expect(dueOfCertificate(certificate(365, -1), [], now)).toEqual([]);
  });
});

it('a domain has a notice at each threshold that it has passed', () => {
  expect(dueOfDomain(now + 10 * dayMs, days, now)).toEqual([30, 14]);
  expect(dueOfDomain(now - dayMs, days, now)).toEqual([30, 14, 7, 1]);
});

it('each notice is new once', () => {
  expect(newNotices([30, 14], null)).toEqual([30, 14]);
  const sent = withSentNotices(null, [30, 14]);
  expect(newNotices([30, 14, 7, 'late'], sent)).toEqual([7, 'late']);
  expect(newNotices([30, 14, 7, 'late'], withSentNotices(sent, [7, 'late']))).toEqual([]);
});

it('notices are only added over time, each once, whatever the lifetime', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 800 }),
      fc.uniqueArray(fc.integer({ min: 1, max: 365 })),
      (lifetime, some) => {
        let sent: string | null = null;
        const all: unknown[] = [];
        for (let left = lifetime; left > 0; left -= 0.5) {
          const fresh = newNotices(dueOfCertificate(certificate(lifetime, left), some, now), sent);
          sent = withSentNotices(sent, fresh);
          all.push(...fresh);
        }
        expect(new Set(all).size).toBe(all.length);
      },
    ),
    { numRuns: 50 },
  );
});

it('counts whole days', () => {
  expect(daysLeft(now + 6.9 * dayMs, now)).toBe(6);
  expect(daysLeft(now - 1, now)).toBe(-1);
});
