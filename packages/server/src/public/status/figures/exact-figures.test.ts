import { afterEach, beforeEach, expect, it } from 'vitest';
import { createRaiseAlerts } from '../../../alerts/decide/raise-alerts.ts';
import { type Clock, systemClock } from '../../../base/clock.ts';
import { deleteCheck } from '../../../checks/record/check-store.ts';
import { bucketStart, day, hour, quarterHour } from '../../../checks/record/rollups/rollup.ts';
import type { MonitorRow } from '../../../storage/tables.ts';
import { channelRules } from '../../../testing/channel-rules.ts';
import { startRecording, type TestRecording } from '../../../testing/recording.ts';
import { finishedCheck, makeMonitor, makeWebsite, testNow } from '../../../testing/rows.ts';
import { openTestStorage, type TestStorage } from '../../../testing/test-storage.ts';
import { describeWebsite, newsOf, statusDetail } from './describe-website.ts';
import { type KnownWebsites, nothingKnown } from './known.ts';
import { type Outdated, refreshKnown } from './known-websites.ts';
import { totalsOf } from './website-totals.ts';

const minute = 60_000;

let test: TestStorage;
let now: number;
let known: KnownWebsites;
let due: Outdated;
let here: TestRecording;
let elsewhere: TestRecording;
beforeEach(async () => {
  test = await openTestStorage();
  now = testNow;
  known = nothingKnown();
  due = nothingDue();
  const clock: Clock = { ...systemClock, now: () => now };
  const raiseAlerts = createRaiseAlerts({ clock, channels: channelRules });
  here = startRecording({ db: test.db, clock, raiseAlerts });
  elsewhere = startRecording({ db: test.db, clock, raiseAlerts });
  here.changes.subscribe(({ monitors, website_ids }) => {
    expect(monitors).not.toBeNull();
    due = { ...due, monitors: [...due.monitors, ...(monitors ?? [])] };
    expect(website_ids.length).toBeGreaterThan(0);
  });
  elsewhere.changes.subscribe(({ website_ids }) => {
    due = { ...due, website_ids: new Set([...due.website_ids, ...website_ids]) };
  });
});
afterEach(() => test.close());

const nothingDue = (): Outdated => ({
  ...{ monitors: [], website_ids: new Set<number>(), is_structural: false, has_slid: false },
});
const allDue: Outdated = { ...nothingDue(), is_structural: true };

/** All that documents are made of, from what is known. */
const shownOf = (of: KnownWebsites) =>
  [...of.websites].map(([id, website]) => {
    const totals = of.totals.get(id) ?? totalsOf(website.monitors, of.figures, now);
    of.totals.set(id, totals);
    const described = describeWebsite(website, of.figures, now, totals);
    return { described, detail: statusDetail(described, of.figures, now), news: newsOf(website, now) };
  });

/** Brings what is known up to date, and compares it with what is read of an unknown database. */
async function refreshAndCompare(history: readonly string[]): Promise<void> {
  const taken = due;
  due = nothingDue();
  await refreshKnown(known, test.db, taken, now);
  const fresh = nothingKnown();
  await refreshKnown(fresh, test.db, allDue, now);
  expect(shownOf(known), history.join(', ')).toEqual(shownOf(fresh));
}

/** Numbers from 0 to below 1 that are the same in each run (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const monitors = (): Promise<MonitorRow[]> => test.db.selectFrom('monitors').selectAll().orderBy('id').execute();

/** Things that happen; each returns after what it did was told, or is to be told with the next refresh. */
function happenings(random: () => number): Record<string, () => Promise<unknown>> {
  const below = (most: number): number => Math.floor(random() * most);
  const check = (monitor: MonitorRow, ago: number) =>
    finishedCheck(monitor, {
      ...{ checked_at: now - ago, is_up: random() < 0.8, response_time_us: 1000 + below(900_000) },
      is_slow: random() < 0.2,
    });
  const record = async (recording: TestRecording, latest: number): Promise<void> => {
    const all = await monitors();
    const some = all.filter(() => random() < 0.5);
    if (some.length > 0) await recording.record(...some.map((one) => check(one, below(latest))));
  };
  const one = async (): Promise<MonitorRow | undefined> => {
    const all = await monitors();
    return all[below(all.length)];
  };
  const tellAll = (): void => {
    due = { ...due, is_structural: true };
  };
  const pass = (milliseconds: number) => async () => {
    now += milliseconds;
  };
  return {
    checks: () => record(here, minute),
    'checks that waited': () => record(here, 3 * day),
    'checks elsewhere': () => record(elsewhere, minute),
    'two batches': async () => {
      await record(here, minute);
      await record(here, minute);
    },
    'checks of before an edit': async () => {
      await record(here, minute);
      const edited = await one();
      if (!edited) return;
      const revision = edited.revision + 1;
      await test.db.updateTable('stored_monitors').set({ revision }).where('id', '=', edited.id).execute();
      tellAll();
    },
    'a monitor is turned off or on': async () => {
      const edited = await one();
      if (!edited) return;
      const change = { revision: edited.revision + 1, enabled: edited.enabled === 1 ? 0 : 1 } as const;
      await test.db.updateTable('stored_monitors').set(change).where('id', '=', edited.id).execute();
      tellAll();
    },
    'the last check is deleted': async () => {
      const of = await one();
      const checks = test.db.selectFrom('checks').selectAll().orderBy('id', 'desc');
      const last = of && (await checks.where('monitor_id', '=', of.id).executeTakeFirst());
      if (last) await deleteCheck(test.db, last);
      tellAll();
    },
    'a monitor comes': async () => {
      const website_id = (await one())?.website_id ?? (await makeWebsite(test.db)).id;
      await makeMonitor(test.db, { website_id, failure_threshold: 1 });
      tellAll();
    },
    'a monitor goes': async () => {
      const gone = await one();
      if (gone && (await monitors()).length > 2)
        await test.db.deleteFrom('stored_monitors').where('id', '=', gone.id).execute();
      tellAll();
    },
    'windows slide': async () => {
      due = { ...due, has_slid: true };
    },
    'a minute passes': pass(minute),
    'a quarter passes': pass(quarterHour),
    'an hour and more passes': pass(hour + 7 * minute),
    'days pass': pass(2 * day + hour),
    'midnight comes': async () => {
      now = bucketStart(now, day) + day + below(1000);
    },
    'the clock is set back by minutes': pass(-10 * minute),
    'the clock is set back by a day': pass(-day),
  };
}

it.each(Array.from({ length: 6 }, (_, index) => index + 1))(
  'figures grown by checks are what the roll-ups say, whatever happens (%i)',
  async (seed) => {
    const random = randomFrom(seed);
    for (let website = 0; website < 2; website++) {
      const { id: website_id } = await makeWebsite(test.db);
      await makeMonitor(test.db, { website_id, failure_threshold: 1 });
      await makeMonitor(test.db, { website_id, kind: 'TCP_PORT' });
    }
    await refreshKnown(known, test.db, allDue, now);
    const things = Object.entries(happenings(random));
    const history: string[] = [];
    for (let step = 0; step < 60; step++) {
      const [name, happen] = things[Math.floor(random() * things.length)] ?? [];
      if (!name || !happen) continue;
      history.push(name);
      await happen();
      if (random() < 0.7) await refreshAndCompare(history);
    }
    await refreshAndCompare(history);
  },
  60_000,
);
