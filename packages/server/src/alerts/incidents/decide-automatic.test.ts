import { expect, test } from 'vitest';
import { type AutomaticFacts, decideAutomatic, type LastingOutage, type OpenAutomatic } from './decide-automatic.ts';

const minute = 60_000;
const now = Date.UTC(2026, 10, 24, 12);
const settings = { automatic_incidents: 'publish', automatic_after_minutes: 3 } as const;

const outage = (given: Partial<LastingOutage> = {}): LastingOutage => {
  const began_at = given.began_at ?? now - 3 * minute;
  const about = { alert_id: 1, website_id: 1, website_name: 'Shop', monitor_id: 1, sentence: 'Shop: a is down' };
  return { ...about, began_at, publishable_from: began_at, mode: null, isPublished: false, ...given };
};
const openOne = (given: Partial<OpenAutomatic> = {}): OpenAutomatic => ({
  id: 9,
  website_id: 1,
  isTakenOver: false,
  quiet_since: now - minute,
  ...given,
});
const decide = (given: Partial<AutomaticFacts>) =>
  decideAutomatic({ outages: [], open: [], monitors: new Map([[1, 2]]), settings, ...given }, now);

test('an outage opens an incident after the configured time, and not a millisecond earlier', () => {
  expect(decide({ outages: [outage()] }).actions).toMatchObject([{ do: 'open', state: 'published', impact: 'minor' }]);
  expect(decide({ outages: [outage({ began_at: now - 3 * minute + 1 })] })).toEqual({ actions: [], nextAt: now + 1 });
  const atOnce = { ...settings, automatic_after_minutes: 0 };
  expect(decide({ outages: [outage({ began_at: now })], settings: atOnce }).actions).toHaveLength(1);
});

test('it is major when all monitors are down', () => {
  const outages = [outage(), outage({ alert_id: 2, monitor_id: 2, began_at: now })];
  expect(decide({ outages }).actions).toMatchObject([{ do: 'open', impact: 'major', outages }]);
  expect(decide({ outages, monitors: new Map([[1, 3]]) }).actions).toMatchObject([{ impact: 'minor' }]);
});

test.each([
  ['off', null, null],
  ['off', 'publish', 'published'],
  ['publish', 'off', null],
  ['publish', 'draft', 'draft'],
  ['draft', null, 'draft'],
] as const)("the setting %s and the website's %s give %s", (automatic_incidents, mode, state) => {
  const { actions } = decide({ outages: [outage({ mode })], settings: { ...settings, automatic_incidents } });
  expect(actions.map((action) => action.do === 'open' && action.state)).toEqual(state === null ? [] : [state]);
});

test('while one is open, later outages join it at once', () => {
  const outages = [outage({ isPublished: true }), outage({ alert_id: 2, monitor_id: 2, began_at: now })];
  expect(decide({ outages, open: [openOne()] }).actions).toEqual([
    { do: 'join', website_id: 1, incident_id: 9, impact: 'major', outages: [outages[1]] },
  ]);
  expect(decide({ outages: [outage({ isPublished: true })], open: [openOne()] })).toEqual({
    actions: [],
    nextAt: null,
  });
});

test('it is resolved automatically two minutes after all are up, unless a person wrote', () => {
  const quiet_since = now - 2 * minute;
  expect(decide({ open: [openOne({ quiet_since })] }).actions).toEqual([{ do: 'resolve', incident_id: 9 }]);
  expect(decide({ open: [openOne()] })).toEqual({ actions: [], nextAt: now + minute });
  expect(decide({ open: [openOne({ quiet_since, isTakenOver: true })] })).toEqual({ actions: [], nextAt: null });
  expect(decide({ open: [openOne({ quiet_since })], outages: [outage({ isPublished: true })] }).actions).toEqual([]);
  expect(
    decide({ open: [openOne({ quiet_since, website_id: null })], outages: [outage({ isPublished: true })] }),
  ).toEqual({
    actions: [{ do: 'resolve', incident_id: 9 }],
    nextAt: null,
  });
});

test('an outage in maintenance opens none, joins none and holds none open', () => {
  const inMaintenance = outage({ publishable_from: now + 5 * minute });
  expect(decide({ outages: [inMaintenance] })).toEqual({ actions: [], nextAt: now + 5 * minute });
  const quiet = openOne({ quiet_since: now - 2 * minute });
  expect(decide({ outages: [inMaintenance], open: [quiet] }).actions).toEqual([{ do: 'resolve', incident_id: 9 }]);
  const other = outage({ alert_id: 2, monitor_id: 2 });
  expect(decide({ outages: [inMaintenance, other] }).actions).toMatchObject([{ impact: 'major', outages: [other] }]);
  expect(decide({ outages: [outage({ publishable_from: now })] }).actions).toHaveLength(1);
});
