import { afterEach, expect, it } from 'vitest';
import { type Clock, systemClock } from '../../base/clock.ts';
import { testNow } from '../../testing/rows.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

const dayMs = 86_400_000;
let test: TestApp;
afterEach(() => test.close());

/** Hourly jobs start with the program, and run again when `due` is called. */
function hurriedClock(): Clock & { due: (() => void)[]; set(now: number): void } {
  const due: (() => void)[] = [];
  let time = testNow;
  return {
    ...systemClock,
    now: () => time,
    after(milliseconds, callback) {
      if (milliseconds === 3_600_000) due.push(callback);
      return systemClock.after(milliseconds === 90_000 ? 0 : milliseconds, callback);
    },
    due,
    set(now) {
      time = now;
    },
  };
}

async function addEvents(times: readonly number[]): Promise<void> {
  const rows = times.map((at) => ({
    at,
    actor_kind: 'owner',
    actor_id: null,
    actor_name: 'owner',
    via: 'api',
    ip: null,
    action: 'website.create',
    target_kind: 'website',
    target_id: 1,
    target_name: 'Shop',
    changes: '[]',
  }));
  await test.db.insertInto('audit_events').values(rows).execute();
}
const kept = async () => {
  const rows = await test.db.selectFrom('audit_events').select('at').where('action', '=', 'website.create').execute();
  return rows.map(({ at }) => at).sort((one, other) => one - other);
};

it.each([
  [400, {}],
  [30, { RETENTION_AUDIT_DAYS: '30' }],
])('audit events are kept for %d days with %j, and older ones are deleted', async (days, env) => {
  const clock = hurriedClock();
  test = await startTestApp({ clock, env });
  const oldest = testNow - days * dayMs;
  await addEvents([oldest - 1, oldest, oldest + 1, testNow]);
  await test.composition.start();
  await expect.poll(kept, { interval: 20 }).toEqual([oldest, oldest + 1, testNow]);
  clock.set(testNow + 1);
  const keptThen = () => {
    for (const callback of clock.due.splice(0)) callback();
    return kept();
  };
  await expect.poll(keptThen, { interval: 20 }).toEqual([oldest + 1, testNow]);
});
