import { describe, expect, it } from 'vitest';
import { nextDrillAt } from './drill-times.ts';

/** Times as text, such as '2026-03-10T12:00:00Z'. */
async function next(last: string | null, now: string, zone = 'UTC'): Promise<string> {
  const at = await nextDrillAt(last === null ? null : Date.parse(last), zone, Date.parse(now));
  return new Date(at).toISOString().replace('.000', '');
}

describe('the first drill', () => {
  it.each([
    ['on a Tuesday before ten, at ten', '2026-03-10T09:59:59Z', '2026-03-10T10:00:00Z'],
    ['within an hour after ten, at once', '2026-03-10T10:59:59Z', '2026-03-10T10:00:00Z'],
    ['later, at ten of the next day', '2026-03-10T11:00:00Z', '2026-03-11T10:00:00Z'],
    ['on a Friday afternoon, at ten of Monday', '2026-03-13T15:00:00Z', '2026-03-16T10:00:00Z'],
    ['on a Saturday at ten, at ten of Monday', '2026-03-14T10:00:00Z', '2026-03-16T10:00:00Z'],
    ['just after a Friday midnight, at ten of Monday', '2026-03-14T00:10:00Z', '2026-03-16T10:00:00Z'],
  ])('goes %s', async (_, now, at) => {
    expect(await next(null, now)).toBe(at);
  });
});

describe('the next drill', () => {
  it('is sent 30 days after the previous one, whatever its second', async () => {
    expect(await next('2026-03-10T10:00:42Z', '2026-03-11T10:00:00Z')).toBe('2026-04-09T10:00:00Z');
  });

  it('waits for Monday when that is a Sunday', async () => {
    expect(await next('2026-03-13T10:00:00Z', '2026-03-20T10:00:00Z')).toBe('2026-04-13T10:00:00Z');
  });

  it('is sent at the next 10:00 when the program did not run then', async () => {
    expect(await next('2026-01-05T10:00:00Z', '2026-03-10T12:00:00Z')).toBe('2026-03-11T10:00:00Z');
  });

  it('is sent at 10:00 of the time zone, before and after a clock change', async () => {
    expect(await next('2026-02-20T09:00:05Z', '2026-03-10T00:00:00Z', 'Europe/Berlin')).toBe('2026-03-23T09:00:00Z');
    expect(await next('2026-03-03T09:00:05Z', '2026-03-10T00:00:00Z', 'Europe/Berlin')).toBe('2026-04-02T08:00:00Z');
    expect(await next(null, '2026-03-13T22:00:00Z', 'Pacific/Auckland')).toBe('2026-03-15T21:00:00Z');
  });
});
