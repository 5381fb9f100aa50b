import { describe, expect, it } from 'vitest';
import { freeAt, isFull, outageFreeAt } from './pace.ts';

const second = 1_000;
const start = Date.UTC(2026, 2, 10, 12);
const at = (seconds: number): number => start + seconds * second;

describe('a message that names an outage', () => {
  it('is sent at once when it is the first', () => {
    expect(outageFreeAt([], start)).toBe(start);
  });

  it('is sent 10 s, 30 s and then 60 s after the previous one, while outages continue', () => {
    const went = [at(3)];
    for (const expected of [13, 43, 103, 163, 223]) {
      expect(outageFreeAt(went, at(expected - 5))).toBe(at(expected));
      went.push(at(expected));
    }
  });

  it('is not delayed after its pause', () => {
    expect(outageFreeAt([at(3)], at(60))).toBe(at(60));
  });

  it('counts as the first after two minutes without one', () => {
    const went = [at(3), at(13), at(43)];
    expect(outageFreeAt(went, at(162))).toBe(at(162));
    expect(outageFreeAt(went, at(43 + 59))).toBe(at(103));
    expect(outageFreeAt([...went, at(163)], at(164))).toBe(at(173));
    expect(outageFreeAt([...went, at(163), at(173)], at(174))).toBe(at(203));
  });
});

describe('a limit of messages', () => {
  const limit = { most: 3, milliseconds: 60_000 };

  it('allows its number of messages, then waits until the oldest leaves the window', () => {
    expect(freeAt(limit, [], 100_000)).toBe(100_000);
    expect(isFull(limit, [90_000, 95_000], 100_000)).toBe(false);
    expect(freeAt(limit, [90_000, 95_000, 99_000], 100_000)).toBe(150_000);
    expect(isFull(limit, [90_000, 95_000, 99_000], 149_999)).toBe(true);
    expect(isFull(limit, [90_000, 95_000, 99_000], 150_000)).toBe(false);
  });

  it('counts from the newest ones when more were sent than it allows, as after it was lowered', () => {
    expect(freeAt(limit, [50_000, 90_000, 95_000, 99_000], 100_000)).toBe(150_000);
  });
});
