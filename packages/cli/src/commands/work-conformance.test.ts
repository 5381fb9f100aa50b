import { addIncident } from '@upvigil/core/testing/fake-incidents';
import { addMark, addWindow, startFake } from '@upvigil/core/testing/fake-maintenance';
import type { FakeState } from '@upvigil/core/testing/fake-state';
import { expect, test } from 'vitest';
import { type Case, describeCommands, isWork, startServers, time, untestedCommands } from '../testing/conformance.ts';
import { manyWebsites } from '../testing/installations.ts';
import { commands } from './registry.ts';

const cases: readonly Case[] = [
  {
    argv: ['mark', 'v1.4.2', '--website', '2'],
    terminal: /^Marked "v1.4.2" of Website 02\n$/,
    pipe: new RegExp(`^\\d+\tv1.4.2\t${time}\tWebsite 02\tno\t\n$`),
    empty: null,
  },
  {
    argv: ['marks'],
    terminal: /ID {2}MARK +AT +WEBSITE +PUBLIC +URL\n/,
    pipe: new RegExp(`(^|\n)60\tv1.4.1\t${time}\tWebsite 01\tyes\thttps://git.example.org/v1.4.1\n`),
    empty: /^No marks in the chosen hours\n$/,
  },
  {
    argv: ['incident', 'open', '--title', 'Slow orders', '--website', '2', '--body', 'We are looking into it.'],
    terminal: /^Reported incident \d+: Slow orders\n$/,
    pipe: new RegExp(`^\\d+\t${time}\tpublished\tinvestigating\tminor\tSlow orders\t\n$`),
    empty: null,
  },
  {
    argv: ['incident', 'update', '40', '--status', 'monitoring', '--body', 'Back again.'],
    terminal: /^Posted an update of incident 40: monitoring\n$/,
    pipe: new RegExp(`^40\t${time}\tpublished\tmonitoring\tmajor\tCheckout fails\t\n$`),
    empty: null,
  },
  {
    argv: ['incident', 'resolve', '41', '--body', 'It works again.'],
    terminal: /^Posted an update of incident 41: resolved\n$/,
    pipe: new RegExp(`^41\t${time}\tpublished\tresolved\tminor\tOver soon\t${time}\n$`),
    empty: null,
  },
  {
    argv: ['incident', 'publish', '40'],
    terminal: /^Published incident 40: Checkout fails\n$/,
    pipe: new RegExp(`^40\t${time}\tpublished\t\\w+\tmajor\tCheckout fails\t\n$`),
    empty: null,
  },
  {
    argv: ['incident', 'list'],
    terminal: /ID +STARTED +STATE +STATUS +IMPACT +TITLE +RESOLVED\n/,
    pipe: new RegExp(`(^|\n)42\t${time}\tdraft\tinvestigating\tminor\tNot yet published\t\n`),
    empty: /^No incidents found\n$/,
  },
  {
    argv: ['incident', 'show', '42'],
    terminal:
      /^Incident: 42 Not yet published\nState: draft\nStatus: investigating\nImpact: minor\nAffected: Website 01, monitor 2\nStarted: Nov 20 2026 [\d:]+\n\nNov 20 2026 [\d:]+ investigating\nA disk is \*full\*\.\n\nMore soon\.\n$/,
    pipe: new RegExp(`^Incident: 42 Not yet published\n[\\s\\S]*\n\n${time} investigating\nA disk is`),
    empty: null,
  },
  {
    argv: ['maintenance', 'start', '--website', '2', '--for', '30m', '--title', 'Deployment'],
    terminal: /^Maintenance run \d+ until Nov 20 2026 \d\d:54:00\n$/,
    pipe: new RegExp(`^\\d+\t\\d+\tin_progress\t${time}\t${time}\tDeployment\twebsite 2\n$`),
    empty: null,
  },
  {
    argv: ['maintenance', 'extend', '51', '--by', '30m'],
    terminal: /^Maintenance run 51 lasts until Nov 2\d 2026 \d\d:\d4:00\n$/,
    pipe: new RegExp(`^51\t50\tin_progress\t${time}\t${time}\tDisk swap\twebsite 1\n$`),
    empty: null,
  },
  {
    argv: ['maintenance', 'update', '51', '--body', 'The disk is in.'],
    terminal: /^Wrote an update of maintenance run 51\n$/,
    pipe: new RegExp(`^\\d+\t51\t${time}\n$`),
    empty: null,
  },
  {
    argv: ['maintenance', 'list'],
    terminal: /RUN +WINDOW +STATE +STARTS +ENDS +TITLE +OF\n/,
    pipe: new RegExp(`(^|\n)51\t50\tin_progress\t${time}\t${time}\tDisk swap\twebsite 1\n`),
    empty: /^No maintenance is in progress or planned {2}\(upvigil maintenance schedule\)\n$/,
  },
  {
    argv: ['maintenance', 'list', '--windows'],
    terminal: /WINDOW +TITLE +STARTS +LENGTH +RULE +OF\n/,
    pipe: /(^|\n)52\tNightly\t2026-11-20 02:30 Europe\/Berlin\t60\tFREQ=DAILY\tmonitor 2\n/,
    empty: /^No maintenance planned yet {2}\(upvigil maintenance schedule\)\n$/,
  },
  {
    argv: [
      ...['maintenance', 'schedule', '--title', 'Upgrade', '--starts', '2026-12-01T02:30', '--zone', 'Europe/Berlin'],
      ...['--for', '1h', '--website', '2', '--rule', 'FREQ=WEEKLY;BYDAY=TU'],
    ],
    terminal: /^Planned maintenance \d+: Upgrade\n$/,
    pipe: /^\d+\tUpgrade\t2026-12-01 02:30 Europe\/Berlin\t60\tFREQ=WEEKLY;BYDAY=TU\twebsite 2\n$/,
    empty: null,
  },
  {
    argv: ['maintenance', 'show', '52'],
    terminal:
      /^Window: 52 Nightly\nStarts: 2026-11-20 02:30 Europe\/Berlin\nLength: 1 h\nRepeats: FREQ=DAILY\nOf: monitor 2\nPublic: no\n(Next: Nov .* to Nov .* \(run \d+\)\n){5}$/,
    pipe: new RegExp(`^Window: 52 Nightly\n[\\s\\S]*\n(Next: ${time} to ${time} \\(run \\d+\\)\n){5}$`),
    empty: null,
  },
];

/** Incidents, a run in progress, a repeating window, and a mark. */
function addWork(data: FakeState): void {
  const first = {
    title: 'Checkout fails',
    impact: 'major' as const,
    website_ids: [1],
    body: 'We are looking into it.',
  };
  Object.assign(addIncident(data, first), { id: 40 });
  Object.assign(addIncident(data, { title: 'Over soon' }), { id: 41 });
  const targets = { website_ids: [1], monitor_ids: [2] };
  const body = 'A disk is *full*.\n\nMore soon.';
  Object.assign(addIncident(data, { title: 'Not yet published', state: 'draft', body, ...targets }), { id: 42 });
  const run = startFake(data, { title: 'Disk swap', website_ids: [1], monitor_ids: [], public: false }, 60);
  const window = data.windows.find(({ id }) => id === run.window_id);
  Object.assign(window ?? {}, { id: 50 });
  Object.assign(run, { id: 51, window_id: 50 });
  const nightly = addWindow(data, {
    title: 'Nightly',
    body: '',
    website_ids: [],
    monitor_ids: [2],
    tags: [],
    time_zone: 'Europe/Berlin',
    public: false,
    starts_at: '2026-11-20T02:30',
    duration_minutes: 60,
    rrule: 'FREQ=DAILY',
    announce_hours: 24,
    notify: false,
  });
  for (const each of data.runs) if (each.window_id === nightly.id) each.window_id = 52;
  Object.assign(nightly, { id: 52 });
  const url = 'https://git.example.org/v1.4.1';
  Object.assign(addMark(data, { label: 'v1.4.1', website_id: 1, url, public: true }), { id: 60 });
}

describeCommands(
  cases,
  startServers(() => {
    const data = manyWebsites(2);
    addWork(data);
    return data;
  }),
);

test('every command of incidents, maintenance and marks is tried here or in a test of its own', () => {
  const elsewhere = ['unmark', 'incident delete', 'maintenance end', 'maintenance delete', 'maintenance run'];
  const work = commands.filter(({ path }) => isWork(path)).map(({ path }) => path.join(' '));
  expect(untestedCommands(work, cases, elsewhere)).toEqual([]);
});
