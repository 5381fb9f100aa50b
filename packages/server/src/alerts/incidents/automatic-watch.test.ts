import { defaultGeneralSettings, type GeneralSettings } from '@upvigil/core/contract/settings';
import { limits } from '@upvigil/core/limits';
import { automaticTexts } from '@upvigil/core/texts/incidents';
import type { Insertable } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { addUpdate, changeIncident, publishIncident, removeIncident } from '../../api/routes/incident-changes.ts';
import { createChangeFeed } from '../../base/domain/change-feed.ts';
import type { CoveringRun } from '../../base/domain/maintenance.ts';
import { finishDeletions, markWebsite } from '../../checks/monitors/delete-monitors.ts';
import type { DatabaseTransaction } from '../../storage/database.ts';
import { generalSettings } from '../../storage/settings/general-settings-store.ts';
import type { MonitorTable } from '../../storage/tables/monitor-tables.ts';
import type { MonitorRow } from '../../storage/tables.ts';
import { changeOn } from '../../testing/change-on.ts';
import { channelRules } from '../../testing/channel-rules.ts';
import { startRecording, type TestRecording } from '../../testing/recording.ts';
import { finishedCheck, makeMonitor, makeWebsite, testNow } from '../../testing/rows.ts';
import { createTestClock, type TestClock } from '../../testing/test-clock.ts';
import { openTestStorage, type TestStorage } from '../../testing/test-storage.ts';
import { deleteAlert } from '../decide/alert-list-store.ts';
import { createRaiseAlerts } from '../decide/raise-alerts.ts';
import { type AutomaticWatch, createAutomaticWatch } from './automatic-watch.ts';
import { readIncidents } from './incident-store.ts';

const minute = 60_000;
let test: TestStorage;
let clock: TestClock;
let recording: TestRecording;
let watches: AutomaticWatch[];
let errors: unknown[];
let runs: CoveringRun[];
beforeEach(async () => {
  test = await openTestStorage();
  [watches, errors, runs] = [[], [], []];
  clock = createTestClock(testNow, settled);
  const runsAt = () => runs.filter(({ starts_at, ends_at }) => starts_at <= clock.now() && clock.now() < ends_at);
  const raiseAlerts = createRaiseAlerts({ clock, channels: channelRules, runsAt });
  recording = startRecording({ db: test.db, clock, raiseAlerts, runsAt });
  await set({ automatic_incidents: 'publish' });
  await startWatch();
});
afterEach(async () => {
  for (const watch of watches) await watch.stop();
  await test.close();
  expect(errors).toEqual([]);
});

const settled = async () => void (await Promise.all(watches.map((watch) => watch.settled())));
async function startWatch(changes = recording.changes): Promise<void> {
  const watch = createAutomaticWatch({ db: test.db, clock, changes, onError: (error) => errors.push(error) });
  watches.push(watch);
  await watch.start();
}
async function set(change: Partial<GeneralSettings>): Promise<void> {
  await generalSettings.save(test.db, { ...defaultGeneralSettings, ...change });
  await hear();
}
async function hear(): Promise<void> {
  recording.changes.publish({ is_structural: true });
  await settled();
}
async function act(work: (trx: DatabaseTransaction, now: number) => Promise<unknown>): Promise<void> {
  await test.db.transaction().execute((trx) => work(trx, clock.now()));
  await hear();
}
async function shop(count: number, given: Partial<Insertable<MonitorTable>> = {}): Promise<MonitorRow[]> {
  const website_id = given.website_id ?? (await makeWebsite(test.db)).id;
  const made: MonitorRow[] = [];
  for (let place = 1; place <= count; place++) {
    const own = { website_id, target: `https://shop.example.com/${place}`, failure_threshold: 1, is_up: 1 as const };
    made.push(await makeMonitor(test.db, { ...own, ...given }));
  }
  return made;
}
const check = async (monitors: readonly MonitorRow[], given: object) => {
  await recording.record(...monitors.map((one) => finishedCheck(one, { checked_at: clock.now(), ...given })));
  await settled();
};
const down = (...monitors: MonitorRow[]) =>
  check(monitors, { is_up: false, status_code: 503, error_message: 'HTTP 503', response_time_us: null });
const up = (...monitors: MonitorRow[]) => check(monitors, {});
const incidents = () => readIncidents(test.db, (query) => query.clearOrderBy().orderBy('id'));
const ids = (monitors: readonly MonitorRow[]) => monitors.map(({ id }) => id);

it('23.4: two outages of one website make one incident', async () => {
  const [first, second, third] = (await shop(3)) as [MonitorRow, MonitorRow, MonitorRow];
  const began = clock.now();
  await down(first);
  await clock.advance(3 * minute - 1);
  expect(await incidents()).toEqual([]);
  await clock.advance(1);
  expect(await incidents()).toMatchObject([
    {
      title: 'Outage of Shop',
      state: 'published',
      origin: 'automatic',
      impact: 'minor',
      resolved_at: null,
      started_at: began,
      website_ids: [],
      monitor_ids: [first.id],
      automatic_website_id: first.website_id,
      updates: [
        {
          status: 'investigating',
          origin: 'automatic',
          display_at: began + 3 * minute,
          body: 'Opened automatically: Shop: https://shop.example.com/1 is down: HTTP 503',
        },
      ],
    },
  ]);
  await down(second);
  expect(await incidents()).toMatchObject([{ impact: 'minor', monitor_ids: ids([first, second]), updates: [{}] }]);
  await down(third);
  expect(await incidents()).toMatchObject([{ impact: 'major', monitor_ids: ids([first, second, third]) }]);
  // Another website has its own incident.
  await down(...(await shop(1)));
  await clock.advance(3 * minute);
  expect(await incidents()).toMatchObject([{}, { impact: 'major' }]);
});

it('23.4: processes that see an outage at once open one incident', async () => {
  for (let others = 0; others < 4; others++) await startWatch(createChangeFeed((error) => errors.push(error)));
  await down(...(await shop(2)));
  await clock.advance(3 * minute);
  // The others evaluate when their minute is over; now all evaluate at once.
  clock.leap(2 * minute);
  await settled();
  expect(await incidents()).toMatchObject([{ impact: 'major', updates: [{}] }]);
});

it('23.4: processes that open, extend and resolve at the same time do it once', async () => {
  const feeds = [0, 1, 2].map(() => createChangeFeed((error) => errors.push(error)));
  for (const feed of feeds) await startWatch(feed);
  const all = async () => {
    for (const { publish } of [recording.changes, ...feeds]) publish({ is_structural: true });
    await settled();
  };
  const [first, second] = (await shop(2)) as [MonitorRow, MonitorRow];
  await set({ automatic_incidents: 'publish', automatic_after_minutes: 0 });
  await down(first);
  await all();
  await down(second);
  await all();
  expect(await incidents()).toMatchObject([{ impact: 'major', monitor_ids: ids([first, second]), updates: [{}] }]);
  await up(first, second);
  clock.leap(2 * minute);
  await all();
  expect(await incidents()).toMatchObject([{ updates: [{ status: 'resolved' }, { status: 'investigating' }] }]);
});

it('none opens when that is off, and a website may override the setting', async () => {
  await set({});
  const [off] = await shop(1);
  const [draft] = await shop(1, { website_id: (await makeWebsite(test.db, { automatic_incidents: 'draft' })).id });
  await hear();
  if (!off || !draft) throw new Error('no monitors');
  await down(off, draft);
  await clock.advance(10 * minute);
  expect(await incidents()).toMatchObject([{ state: 'draft', monitor_ids: [draft.id] }]);
  await act((trx, now) => publishIncident(trx, 1, now));
  await set({ automatic_incidents: 'publish' });
  expect(await incidents()).toMatchObject([{ state: 'published' }, { state: 'published', monitor_ids: [off.id] }]);
});

it('it is resolved automatically when all have been up for two minutes', async () => {
  const [first, second] = (await shop(2)) as [MonitorRow, MonitorRow];
  await down(first, second);
  await clock.advance(3 * minute);
  await up(first);
  await clock.advance(5 * minute);
  expect(await incidents()).toMatchObject([{ resolved_at: null }]);
  await up(second);
  await clock.advance(minute);
  // Down and up again: the same incident.
  await down(first);
  await clock.advance(minute);
  await up(first);
  await clock.advance(2 * minute - 1);
  expect(await incidents()).toMatchObject([{ resolved_at: null, impact: 'major', monitor_ids: ids([first, second]) }]);
  await clock.advance(1);
  expect(await incidents()).toMatchObject([
    { resolved_at: clock.now(), updates: [{ status: 'resolved', body: automaticTexts.resolved }, {}] },
  ]);
  // A later outage opens another incident.
  await down(first);
  await clock.advance(3 * minute);
  expect(await incidents()).toMatchObject([{}, { resolved_at: null, monitor_ids: [first.id] }]);
});

it("an incident with a person's update is resolved by a person, and later outages still join", async () => {
  const [first, second, third] = (await shop(3)) as [MonitorRow, MonitorRow, MonitorRow];
  await down(first);
  await clock.advance(3 * minute);
  await act((trx, now) => addUpdate(trx, 1, { status: 'identified', body: 'A disk.' }, now));
  await up(first);
  await clock.advance(10 * minute);
  await down(second);
  expect(await incidents()).toMatchObject([{ resolved_at: null, monitor_ids: ids([first, second]) }]);
  await act((trx, now) => addUpdate(trx, 1, { status: 'resolved', body: '' }, now));
  // Its open outages open none; a new outage does.
  await clock.advance(10 * minute);
  expect(await incidents()).toHaveLength(1);
  await down(third);
  await clock.advance(3 * minute);
  expect(await incidents()).toMatchObject([{}, { monitor_ids: [third.id] }]);
});

it('the impact chosen by a person is kept', async () => {
  const [first, second] = (await shop(2)) as [MonitorRow, MonitorRow];
  await down(first);
  await clock.advance(3 * minute);
  await act((trx, now) => changeIncident(trx, 1, { impact: 'none' }, now));
  await down(second);
  expect(await incidents()).toMatchObject([{ impact: 'none', monitor_ids: ids([first, second]) }]);
});

it('an outage in maintenance opens none until its alert is sent, and none if it ended before', async () => {
  const content = { content: '{}', start_key: null, created_at: testNow, updated_at: testNow };
  await test.db.insertInto('maintenance_windows').values(content).execute();
  const run = { window_id: 1, starts_at: testNow, ends_at: testNow + 10 * minute };
  await test.db.insertInto('maintenance_runs').values(run).execute();
  runs.push({ id: 1, ...run });
  const [first, second] = (await shop(2)) as [MonitorRow, MonitorRow];
  await clock.advance(minute);
  await down(first, second);
  await clock.advance(5 * minute);
  await up(second);
  await clock.advance(6 * minute - 1);
  expect(await incidents()).toEqual([]);
  await clock.advance(1);
  expect(await incidents()).toMatchObject([{ monitor_ids: [first.id], started_at: testNow + minute }]);
});

it('the outage of an incident that was deleted opens no second one', async () => {
  const [first, second] = (await shop(2)) as [MonitorRow, MonitorRow];
  await down(first);
  await clock.advance(3 * minute);
  await act((trx) => removeIncident(trx, 1));
  await clock.advance(60 * minute);
  expect(await incidents()).toEqual([]);
  await down(second);
  await clock.advance(3 * minute);
  expect(await incidents()).toMatchObject([{ monitor_ids: [second.id] }]);
});

it('a reopened incident belongs to its person, also while another is open', async () => {
  const [first, second] = (await shop(2)) as [MonitorRow, MonitorRow];
  await down(first);
  await clock.advance(3 * minute);
  await up(first);
  await clock.advance(2 * minute);
  await down(second);
  await clock.advance(3 * minute);
  await act((trx, now) => addUpdate(trx, 1, { status: 'monitoring', body: '' }, now));
  expect(await incidents()).toMatchObject([
    { resolved_at: null, automatic_website_id: null },
    { resolved_at: null, automatic_website_id: second.website_id },
  ]);
  await up(second);
  await clock.advance(2 * minute);
  expect(await incidents()).toMatchObject([{ resolved_at: null }, { resolved_at: clock.now() }]);
});

it('the open incident of a deleted website is resolved automatically', async () => {
  const [first] = (await shop(1)) as [MonitorRow];
  await down(first);
  await clock.advance(3 * minute);
  await changeOn(test.db)((trx) => markWebsite(trx, first.website_id, clock.now()));
  await hear();
  expect(await incidents()).toMatchObject([{ resolved_at: clock.now(), monitor_ids: [] }]);
  await finishDeletions({ db: test.db, removeScreenshots: async () => undefined, isStopped: () => false });
  expect(await incidents()).toMatchObject([{ automatic_website_id: null }]);
});

it('a monitor whose alert was deleted keeps it open, and opens none', async () => {
  const [first, second] = (await shop(2)) as [MonitorRow, MonitorRow];
  await down(first);
  await clock.advance(3 * minute);
  await deleteAlert(test.db, (await test.db.selectFrom('alerts').select('id').executeTakeFirstOrThrow()).id);
  await hear();
  await clock.advance(10 * minute);
  expect(await incidents()).toMatchObject([{ resolved_at: null }]);
  await act((trx) => removeIncident(trx, 1));
  await down(second);
  await clock.advance(3 * minute);
  expect(await incidents()).toMatchObject([{ monitor_ids: [second.id] }]);
});

it('it is resolved automatically when its monitor is disabled, also after a backward clock change', async () => {
  const [first] = (await shop(1)) as [MonitorRow];
  await down(first);
  await clock.advance(3 * minute);
  // Nothing evaluates it any more, and by the clock it was opened in the future.
  await test.db.updateTable('stored_monitors').set({ enabled: 0 }).where('id', '=', first.id).execute();
  clock.setBack(minute / 2);
  await hear();
  const [incident] = await incidents();
  expect(incident).toMatchObject({ updates: [{ status: 'resolved' }, { status: 'investigating' }] });
  expect(incident?.resolved_at).not.toBeNull();
});

it('it names the website of too many monitors, and cuts long text', async () => {
  const { id: website_id } = await makeWebsite(test.db, { name: 'W'.repeat(250) });
  const row = { ...(await shop(1, { website_id }))[0] };
  const { id: _id, ...same } = row as MonitorRow;
  const rest = Array.from({ length: limits.incidentTargets }, () => ({ ...same }));
  for (let at = 0; at < rest.length; at += 20) {
    await test.db
      .insertInto('stored_monitors')
      .values(rest.slice(at, at + 20))
      .execute();
  }
  const all = await test.db.selectFrom('monitors').selectAll().orderBy('id').execute();
  await down(...all.slice(0, limits.incidentTargets));
  await clock.advance(3 * minute);
  expect(await incidents()).toMatchObject([{ impact: 'minor', website_ids: [] }]);
  await down(...all.slice(limits.incidentTargets));
  const [incident] = await incidents();
  expect(incident).toMatchObject({ impact: 'major', website_ids: [website_id] });
  expect(incident?.monitor_ids).toHaveLength(limits.incidentTargets - 1);
  expect(incident?.title).toHaveLength(limits.incidentTitle.maxLength);
});
