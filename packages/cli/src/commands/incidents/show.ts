import type { ApiClient } from '@upvigil/core/api-client';
import type { Incident, IncidentUpdate } from '@upvigil/core/contract/incidents';
import { stripLine } from '@upvigil/core/format/foreign-text';
import { defineCommand } from '../../command.ts';
import { exitCodes } from '../../exit-codes.ts';
import { idArgument } from '../../options/inputs.ts';
import { toJson } from '../../output/json.ts';
import { printText } from '../../output/print-text.ts';
import { dayAndTime } from '../../output/times.ts';
import { statusOf } from './columns.ts';

export const showIncident = defineCommand({
  path: ['incident', 'show'],
  summary: 'show one incident with its updates',
  description:
    'Shows an incident and its updates, the newest first. Their texts are shown as they were written: CommonMark, not what becomes of it on the pages.',
  examples: [
    { command: 'upvigil incident show 12', about: 'All that was said; upvigil incident list has the ids' },
    {
      command: '0 9 * * * upvigil incident show 12 | mail -s "incident 12" ops@example.org',
      about: 'In a crontab: mail where it stands each morning',
    },
  ],
  arguments: { id: idArgument('<id>', 'id of the incident') },
  options: {},
  exitCodes: 'plain',
  json: 'the incident with its updates',
  async run(context, { id }) {
    const { api } = await context.connect('admin');
    const incident = await api.incidents.get({ params: { incidentId: id } });
    const { terminal, form } = context;
    if (form === 'json') terminal.print(toJson(incident));
    else {
      const timeText: TimeText = form === 'terminal' ? dayAndTime : (time) => time;
      const lines = [
        ...factLines(incident, await affected(api, incident), timeText),
        ...incident.updates.flatMap((update) => updateLines(update, timeText)),
      ];
      await printText(context, lines.map(stripLine));
    }
    return exitCodes.done;
  },
});

async function affected(api: ApiClient, { website_ids, monitor_ids }: Incident): Promise<string> {
  const websites = website_ids.length === 0 ? [] : await api.websites.list();
  const names = website_ids.map((id) => websites.find((each) => each.id === id)?.name ?? `website ${id}`);
  return [...names, ...monitor_ids.map((id) => `monitor ${id}`)].join(', ');
}

type TimeText = (time: string) => string;

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
