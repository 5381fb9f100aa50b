import type { ApiClient } from '@upvigil/core/client/api-client';
import type { IncidentInput, IncidentUpdateInput } from '@upvigil/core/contract/incidents';
import { dayMs, hourMs, minuteMs } from '@upvigil/core/time';

/** Texts and plans of the demo's company. They fit the problems in `demo-company.ts`. */

interface DemoIncident extends Pick<IncidentInput, 'title' | 'impact'> {
  website: string;
  state?: IncidentInput['state'];
  updates: readonly { hoursAgo: number; status: IncidentUpdateInput['status']; body: string }[];
}

const incidents: readonly DemoIncident[] = [
  {
    title: 'The shop is not available',
    impact: 'critical',
    website: 'Shop',
    updates: [
      { hoursAgo: 610.9, status: 'investigating', body: 'The shop and the orders database do not answer.' },
      { hoursAgo: 610.5, status: 'identified', body: 'A disk of the database server is full.' },
      { hoursAgo: 609.6, status: 'monitoring', body: 'The disk was enlarged. **Orders are accepted again.**' },
      { hoursAgo: 608.9, status: 'resolved', body: 'All orders were processed.' },
      {
        hoursAgo: 560,
        status: 'postmortem',
        body: 'Old logs were never deleted.\n\n- They are deleted after 14 days now.\n- A check warns at 80 % of the disk.',
      },
    ],
  },
  {
    title: 'Webmail and mailboxes do not answer',
    impact: 'major',
    website: 'Mail',
    updates: [
      { hoursAgo: 95.9, status: 'investigating', body: 'Sign-in to webmail fails. Incoming mail is kept.' },
      { hoursAgo: 95.2, status: 'resolved', body: 'A failed certificate renewal was repeated. No mail was lost.' },
    ],
  },
  {
    title: 'API 1 answers with errors',
    impact: 'major',
    website: 'API',
    updates: [
      { hoursAgo: 0.6, status: 'investigating', body: 'Requests to version 1 fail with HTTP 503.' },
      { hoursAgo: 0.3, status: 'identified', body: 'Version 2 is not affected: please use it until this is resolved.' },
    ],
  },
  {
    title: 'Search is slow',
    impact: 'minor',
    website: 'Shop',
    state: 'draft',
    updates: [{ hoursAgo: 0.2, status: 'investigating', body: 'Searches take more than a second.' }],
  },
];

/** Changes shortly before some of the problems. */
const marks = [
  { label: 'shop 4.12.0', website: 'Shop', hoursAgo: 390.1 },
  { label: 'api 2.8.1', website: 'API', hoursAgo: 333.1 },
  { label: 'shop 4.13.0', website: 'Shop', hoursAgo: 30.1 },
  { label: 'shop 4.13.1', website: 'Shop', hoursAgo: 29 },
  { label: 'shop 4.14.0', website: 'Shop', hoursAgo: 4.7 },
  { label: 'api 1.19.0', website: 'API', hoursAgo: 0.8 },
] as const;

const startOfDay = (at: number): number => at - (at % dayMs);
/** Local time of a window, in UTC. */
const wallTime = (at: number): string => new Date(at).toISOString().slice(0, 'yyyy-mm-ddThh:mm'.length);

/** Plans maintenance whose runs are over, and some that is ahead. Call it with a clock of 30 days ago. */
export async function planMaintenance(api: ApiClient, present: number): Promise<void> {
  const idOf = await websiteIds(api);
  const today = startOfDay(present);
  const shared = { time_zone: 'UTC', public: true, announce_hours: 7 * 24, notify: false };
  await api.maintenance.create({
    body: {
      ...shared,
      title: 'Upgrade of the orders database',
      body: 'The shop is read-only for some minutes.',
      website_ids: [idOf('Shop')],
      starts_at: wallTime(today - 8 * dayMs + 22 * hourMs),
      duration_minutes: 60,
      rrule: null,
    },
  });
  await api.maintenance.create({
    body: {
      ...shared,
      title: 'Weekly updates of the mail servers',
      website_ids: [idOf('Mail')],
      starts_at: wallTime(today - 26 * dayMs + 3 * hourMs),
      duration_minutes: 30,
      rrule: 'FREQ=WEEKLY',
    },
  });
  await api.maintenance.create({
    body: {
      ...shared,
      title: 'Move to the new data centre',
      body: 'The API and the documentation are moved, one after the other.',
      website_ids: [idOf('API'), idOf('Documentation')],
      starts_at: wallTime(today + 5 * dayMs + 21 * hourMs),
      duration_minutes: 120,
      rrule: null,
    },
  });
}

/** Incidents, deployments, running maintenance, reports and a backup, through the running program. */
export async function enterWork(api: ApiClient): Promise<void> {
  const idOf = await websiteIds(api);
  for (const incident of incidents) await reportIncident(api, incident, idOf(incident.website));
  for (const { label, website, hoursAgo } of marks) {
    await api.marks.create({ body: { label, website_id: idOf(website), at: ago(hoursAgo), public: true } });
  }
  const run = await api.maintenance.start({
    body: { title: 'New firmware of the router', website_ids: [idOf('Office')], minutes: 90, public: true },
  });
  await api.maintenance.addUpdate({
    params: { runId: run.id },
    body: { body: 'The first of two routers is done. The office keeps its connection.' },
  });
  await enterReports(api, idOf('Shop'));
  await api.backup.create({ query: { name: 'before-the-move' } });
}

async function reportIncident(api: ApiClient, incident: DemoIncident, websiteId: number): Promise<void> {
  const { title, impact, state = 'published', updates } = incident;
  const [first, ...later] = updates;
  if (!first) throw new Error(`${title} has no update`);
  const { id } = await api.incidents.create({
    body: {
      title,
      impact,
      state,
      website_ids: [websiteId],
      started_at: ago(first.hoursAgo),
      status: first.status,
      body: first.body,
      display_at: ago(first.hoursAgo),
    },
  });
  for (const { hoursAgo, status, body } of later) {
    await api.incidents.addUpdate({ params: { incidentId: id }, body: { status, body, display_at: ago(hoursAgo) } });
  }
}

async function enterReports(api: ApiClient, shopId: number): Promise<void> {
  const weekly = { name: 'Weekly report', frequency: 'weekly', weekday: 'mon', time: '08:00' } as const;
  const daily = { name: 'Shop, every morning', frequency: 'daily', time: '07:30' } as const;
  const { id } = await api.reports.create({ body: { ...weekly, recipients: ['management@lantern.example'] } });
  await api.reports.create({ body: { ...daily, recipients: ['shop@lantern.example'], website_ids: [shopId] } });
  await api.reports.send({ params: { reportId: id } });
}

const ago = (hours: number): string => new Date(Date.now() - Math.round(hours * 60) * minuteMs).toISOString();

async function websiteIds(api: ApiClient): Promise<(name: string) => number> {
  const ids = new Map((await api.websites.list()).map(({ id, name }) => [name, id]));
  return (name) => {
    const id = ids.get(name);
    if (id === undefined) throw new Error(`There is no website ${name}`);
    return id;
  };
}
