import type { ApiClient } from '@upvigil/core/client/api-client';
import {
  type Incident,
  type IncidentImpact,
  type IncidentUpdate,
  incidentImpacts,
  incidentStates,
  incidentStatuses,
} from '@upvigil/core/contract/incidents';
import { incidentCommandMessages as incidentMessages } from '@upvigil/core/texts/incidents';
import { monitorIds, websiteIds } from '../client/find-target.ts';
import { defineCommand, type Noun } from '../command.ts';
import { UsageError } from '../failures.ts';
import { choiceOption, flagOption, idArgument, textOption } from '../options/inputs.ts';
import { monitorsOption, websitesOption } from '../options/refs.ts';
import { textOptions, writtenText } from '../options/written-text.ts';
import { idColumn, timeColumn } from '../output/columns.ts';
import type { Role } from '../output/paint.ts';
import type { Column } from '../output/table.ts';
import { listCommand, removeCommand, showChanged, showCommand, type TimeText } from './kit.ts';

const impactRoles: Record<IncidentImpact, Role> = { none: 'plain', minor: 'warn', major: 'bad', critical: 'bad' };

const statusOf = ({ updates }: Pick<Incident, 'updates'>): string => updates[0]?.status ?? '';

const incidentColumns: readonly Column<Incident>[] = [
  idColumn,
  timeColumn('STARTED', ({ started_at }) => started_at, { dropOrder: 1 }),
  {
    header: 'STATE',
    text: ({ state }) => state,
    role: ({ state }) => (state === 'draft' ? 'quiet' : 'plain'),
    dropOrder: 2,
  },
  { header: 'STATUS', text: statusOf, role: ({ resolved_at }) => (resolved_at === null ? 'warn' : 'good') },
  { header: 'IMPACT', text: ({ impact }) => impact, role: ({ impact }) => impactRoles[impact] },
  { header: 'TITLE', text: ({ title }) => title, shrinkTo: 16 },
  timeColumn('RESOLVED', ({ resolved_at }) => resolved_at, { dropOrder: 3 }),
];

const openIncident = defineCommand({
  path: ['incident', 'open'],
  summary: 'report an incident',
  description:
    'Reports an incident on the public pages, with its first update. With --draft, only signed-in people see it until upvigil incident publish. The text is CommonMark without HTML, images and headings. Incidents change neither checks nor uptime.',
  examples: {
    'upvigil incident open --title "Checkout fails" --website 3 --impact major --body "We are looking into it."':
      'Public at once',
    'upvigil incident open --title "Database is slow" --website Shop --draft --body-file - <text.md':
      'A draft with its text from a file',
    '0 22 * * 5 upvigil incident open --title "Support is closed until Monday" --impact none --status monitoring':
      'In a crontab: an announcement that is not an outage',
  },
  options: {
    title: textOption('--title <text>', 'title, one line; required'),
    websites: websitesOption('an affected website'),
    monitors: monitorsOption('an affected URL or network monitor'),
    impact: choiceOption('--impact <impact>', 'severity for visitors; default minor', incidentImpacts),
    status: choiceOption('--status <status>', 'status of the first update; default investigating', incidentStatuses),
    draft: flagOption('--draft', 'show it to signed-in people only'),
    ...textOptions('text of the first update'),
  },
  json: 'the incident, with its id',
  async run(context, { title, websites, monitors, impact, status, draft, ...text }) {
    if (title === null) throw new UsageError('--title <text> is required');
    const body = await writtenText(context, text);
    const { api } = await context.connect('admin');
    const incident = await api.incidents.create({
      body: {
        title,
        state: draft ? 'draft' : 'published',
        website_ids: await websiteIds(api, websites),
        monitor_ids: await monitorIds(api, monitors),
        body: body ?? '',
        ...(impact ? { impact } : {}),
        ...(status ? { status } : {}),
      },
    });
    showChanged(context, { columns: incidentColumns, row: incident, sentence: incidentMessages.reported(incident) });
  },
});

const updateIncident = defineCommand({
  path: ['incident', 'update'],
  summary: 'post an update of an incident',
  description:
    'Posts an update of an incident: a status, a text, or both. Without --status the status stays the same. resolved ends the incident. Only a postmortem can follow it; any other status opens the incident again.',
  examples: {
    'upvigil incident update 12 --status identified --body "A disk is full. We are making space."':
      'With new findings; upvigil incident list has the ids',
    'upvigil incident update 12 --status monitoring --body-file - <text.md': 'With its text from a file',
    '0 * * * * upvigil incident update 12 --body "We are still working on it. The next update follows in an hour."':
      'In a crontab: an update every hour',
  },
  arguments: { id: idArgument('<id>', 'id of the incident') },
  options: {
    status: choiceOption('--status <status>', 'new status; default: unchanged', incidentStatuses),
    ...textOptions('text of the update'),
  },
  json: 'the incident with all its updates',
  async run(context, { id, status, ...text }) {
    const body = await writtenText(context, text);
    if (status === null && body === null)
      throw new UsageError('--status <status>, --body <text> or --body-file <path> is required');
    const { api } = await context.connect('admin');
    const params = { incidentId: id };
    const now = status ?? (await api.incidents.get({ params })).updates[0]?.status ?? 'investigating';
    const incident = await api.incidents.addUpdate({ params, body: { status: now, body: body ?? '' } });
    showChanged(context, { columns: incidentColumns, row: incident, sentence: incidentMessages.updated(id, now) });
  },
});

const resolveIncident = defineCommand({
  path: ['incident', 'resolve'],
  summary: 'resolve an incident',
  description: 'Posts an update that ends the incident: the same as upvigil incident update --status resolved.',
  examples: {
    'upvigil incident resolve 12': 'Without a text; upvigil incident list has the ids',
    'upvigil incident resolve 12 --body "All orders are processed."': 'With a closing text',
    "0 8 * * 1 upvigil incident list | grep 'Support is closed' | awk -F'\\t' '$7 == \"\" {print $1}' | xargs -rn1 upvigil incident resolve":
      'In a crontab: on Monday, end the incident of the weekend',
  },
  arguments: { id: idArgument('<id>', 'id of the incident') },
  options: textOptions('text of the last update'),
  json: 'the incident with all its updates',
  async run(context, { id, ...text }) {
    const body = await writtenText(context, text);
    const { api } = await context.connect('admin');
    const request = { params: { incidentId: id }, body: { status: 'resolved' as const, body: body ?? '' } };
    showChanged(context, {
      columns: incidentColumns,
      row: await api.incidents.addUpdate(request),
      sentence: incidentMessages.updated(id, 'resolved'),
    });
  },
});

const publishIncident = defineCommand({
  path: ['incident', 'publish'],
  summary: 'publish a draft',
  description:
    'Publishes a draft with its updates, so that everybody can read it. Does nothing if it is already published.',
  examples: {
    'upvigil incident publish 12': 'Publish draft 12; upvigil incident list --state draft has the ids',
    '0 6 1 12 * upvigil incident publish 12': 'In a crontab: publish a prepared text on a later day',
  },
  arguments: { id: idArgument('<id>', 'id of the incident') },
  json: 'the incident with all its updates',
  async run(context, { id }) {
    const { api } = await context.connect('admin');
    const incident = await api.incidents.publish({ params: { incidentId: id } });
    showChanged(context, { columns: incidentColumns, row: incident, sentence: incidentMessages.published(incident) });
  },
});

const listIncidents = listCommand({
  path: ['incident', 'list'],
  summary: 'list incidents and drafts, with their ids',
  description:
    'Lists the newest 100 incidents and drafts by start, latest first. --month selects those that started in a month (UTC).',
  examples: {
    'upvigil incident list': 'The newest, with their ids',
    'upvigil incident list --month 2026-11 --state published': 'Those published in November',
    "0 9 * * * upvigil incident list --state published | awk -F'\\t' '$7 == \"\"'": 'In a crontab: mail open incidents',
  },
  options: {
    state: choiceOption('--state <state>', 'only drafts, or only published incidents', incidentStates),
    month: textOption('--month <month>', 'only incidents that started in this month, such as 2026-11'),
  },
  json: 'the array of incidents with their updates',
  columns: incidentColumns,
  empty: incidentMessages.none,
  read: (api, { state, month }) =>
    api.incidents.list({ query: { ...(state ? { state } : {}), ...(month === null ? {} : { month }) } }),
});

const showIncident = showCommand({
  path: ['incident', 'show'],
  summary: 'show one incident with its updates',
  description: 'Shows an incident and its updates, newest first. Texts are shown as they were written, in CommonMark.',
  examples: {
    'upvigil incident show 12': 'All updates; upvigil incident list has the ids',
    '0 9 * * * upvigil incident show 12 | mail -s "incident 12" ops@example.org':
      'In a crontab: mail its state every morning',
  },
  arguments: { id: idArgument('<id>', 'id of the incident') },
  json: 'the incident with its updates',
  read: (api, { id }) => api.incidents.get({ params: { incidentId: id } }),
  lines: async (incident, timeText, api) => [
    ...factLines(incident, await affected(api, incident), timeText),
    ...incident.updates.flatMap((update) => updateLines(update, timeText)),
  ],
});

async function affected(api: ApiClient, { website_ids, monitor_ids }: Incident): Promise<string> {
  const websites = website_ids.length === 0 ? [] : await api.websites.list();
  const names = website_ids.map((id) => websites.find((each) => each.id === id)?.name ?? `website ${id}`);
  return [...names, ...monitor_ids.map((id) => `monitor ${id}`)].join(', ');
}

function factLines(incident: Incident, who: string, timeText: TimeText): string[] {
  const { id, title, impact, state, origin, started_at, resolved_at } = incident;
  const facts: [string, string | null][] = [
    ['Incident', `${id} ${title}`],
    ['State', origin === 'automatic' ? `${state}, opened automatically` : state],
    ['Status', statusOf(incident)],
    ['Impact', impact],
    ['Affected', who || null],
    ['Started', timeText(started_at)],
    ['Resolved', resolved_at === null ? null : timeText(resolved_at)],
  ];
  return facts.flatMap(([label, text]) => (text === null ? [] : [`${label}: ${text}`]));
}

function updateLines({ status, body, display_at, edited_at }: IncidentUpdate, timeText: TimeText): string[] {
  const edited = edited_at === null ? '' : `  edited ${timeText(edited_at)}`;
  return ['', `${timeText(display_at)} ${status}${edited}`, ...(body === '' ? [] : body.split(/\r?\n/))];
}

const deleteIncident = removeCommand({
  path: ['incident', 'delete'],
  summary: 'delete an incident with its updates',
  description:
    'Deletes an incident with its updates. Requires confirmation. Its page and its entries in feeds disappear. If an incident has ended, resolve it instead.',
  examples: {
    'upvigil incident delete 12': 'Delete one; upvigil incident list has the ids',
    '30 2 1 * * upvigil incident list --state draft | cut -f1 | xargs -rn1 upvigil incident delete --yes':
      'In a crontab: delete unpublished drafts once a month',
  },
  arguments: { id: idArgument('<id>', 'id of the incident') },
  find: (api, { id }) => api.incidents.get({ params: { incidentId: id } }),
  question: ({ title }) => incidentMessages.confirmDelete(title),
  remove: (api, id) => api.incidents.remove({ params: { incidentId: id } }),
  removed: incidentMessages.deleted,
});

export const incidentNoun: Noun = {
  group: { name: 'incident', summary: 'report and update incidents' },
  commands: [
    openIncident,
    updateIncident,
    resolveIncident,
    publishIncident,
    listIncidents,
    showIncident,
    deleteIncident,
  ],
};
