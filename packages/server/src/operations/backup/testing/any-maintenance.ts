import { maintenanceInput } from '@upvigil/core/contract/maintenance';
import { limits } from '@upvigil/core/limits';
import fc from 'fast-check';

/** Rows of maintenance and deployment marks that a backup accepts. */

const time = fc.integer({ min: 0, max: 4_000_000_000_000 });
const id = fc.integer({ min: 1, max: 2_000_000_000 });

const content = fc
  .record({
    title: fc.constantFrom('Database', 'Umzug der Büros'),
    monitor_ids: fc.array(id, { minLength: 1, maxLength: 3 }),
    tags: fc.constantFrom([], ['env:', 'db']),
    rrule: fc.constantFrom(null, 'FREQ=WEEKLY;BYDAY=SU'),
    duration_minutes: fc.integer(limits.maintenance.minutes),
    time_zone: fc.constantFrom('UTC', 'Europe/Berlin'),
  })
  .map((given) => JSON.stringify(maintenanceInput.parse({ ...given, starts_at: '2027-03-28T02:30' })));

/** Keys are unique, so that no row is dropped. */
export const anyWindow = fc.record({
  content,
  start_key: fc.option(fc.uuid(), { nil: null }),
  created_at: time,
  updated_at: time,
});

export const anyRun = fc.record({
  starts_at: time,
  ends_at: time,
  tagged_ids: fc.option(
    fc.array(id, { maxLength: 3 }).map((ids) => JSON.stringify(ids)),
    { nil: null },
  ),
});

export const anyRunUpdate = fc.record({
  body: fc.string({ maxLength: 60 }).map((value) => value.replaceAll('\0', '')),
  created_at: time,
});

export const anyMark = fc.record({
  label: fc.string({ maxLength: limits.mark.maxLength }).map((value) => value.replaceAll('\0', '')),
  url: fc.option(fc.webUrl(), { nil: null }),
  at: time,
  public: fc.constantFrom(0 as const, 1 as const),
  created_at: time,
});
