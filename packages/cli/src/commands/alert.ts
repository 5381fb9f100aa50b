import type { ApiClient } from '@upvigil/core/client/api-client';
import type { Alert } from '@upvigil/core/contract/alerts';
import type { Evidence } from '@upvigil/core/contract/evidence';
import { alertTypes } from '@upvigil/core/contract/names/alerts';
import { builtInChannels, channelNames } from '@upvigil/core/contract/names/channels';
import { defaults } from '@upvigil/core/defaults';
import { alertLines, isNotifiedOn, otherNotifiedChannels } from '@upvigil/core/format/alert-lines';
import { evidenceLines } from '@upvigil/core/format/evidence-lines';
import { limits } from '@upvigil/core/limits';
import { alertTone } from '@upvigil/core/status/alert-tone';
import { unacknowledged } from '@upvigil/core/status/outages';
import { alertMessages, commandMessages } from '@upvigil/core/texts/alerts';
import { defineCommand, type Noun } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { failureSentence, UsageError } from '../failures.ts';
import type { Form } from '../options/form.ts';
import { choiceOption, flagOption, idArgument, idsArgument, numberOption, textOption } from '../options/inputs.ts';
import { plainOption } from '../options/plain-option.ts';
import { timeColumn } from '../output/columns.ts';
import { toJson } from '../output/json.ts';
import { roleOfTone } from '../output/paint.ts';
import { showList } from '../output/show-list.ts';
import type { Column } from '../output/table.ts';
import { showCommand } from './kit.ts';

/** Whether each alert was sent on a channel. On a narrow terminal, the last columns are left out first. */
const channelColumns = builtInChannels.map(
  (channel, index): Column<Alert> => ({
    header: channelNames[channel].toUpperCase(),
    text: ({ deliveries }) => (isNotifiedOn(deliveries, channel) ? 'sent' : '-'),
    dropOrder: index + 1,
  }),
);

const otherColumn: Column<Alert> = {
  header: 'OTHER',
  text: (alert) => othersOf(alert).join(', ') || '-',
  shrinkTo: 8,
  dropOrder: channelColumns.length + 2,
};
const acknowledgedColumn: Column<Alert> = {
  header: 'ACKNOWLEDGED',
  text: ({ acknowledged_at, acknowledged_by }) => (acknowledged_at ? (acknowledged_by ?? 'yes') : '-'),
  raw: ({ acknowledged_at }) => acknowledged_at ?? '-',
  shrinkTo: 6,
};

const othersOf = ({ deliveries }: Alert): string[] => otherNotifiedChannels(deliveries);

const usualColumns: readonly Column<Alert>[] = [
  timeColumn('TIME', ({ created_at }) => created_at),
  {
    header: 'TYPE',
    text: ({ alert_type }) => alert_type,
    role: ({ alert_type }) => roleOfTone(alertTone(alert_type)),
  },
  {
    header: 'WEBSITE',
    text: ({ website_name }) => website_name,
    shrinkTo: 8,
    dropOrder: channelColumns.length + 1,
  },
  { header: 'MESSAGE', text: ({ message }) => message, shrinkTo: 30 },
  ...channelColumns,
];

/**
 * The columns for some alerts. Other channels and acknowledgements have theirs only where there are some; in a pipe both then,
 * so that a program finds each at its place.
 */
function alertColumns(alerts: readonly Alert[], form: Form): readonly Column<Alert>[] {
  const hasOthers = alerts.some((alert) => othersOf(alert).length > 0);
  const hasAcknowledged = alerts.some(({ acknowledged_at }) => acknowledged_at !== null);
  const both = form === 'pipe' && (hasOthers || hasAcknowledged);
  return [
    ...usualColumns,
    ...(hasOthers || both ? [otherColumn] : []),
    ...(hasAcknowledged || both ? [acknowledgedColumn] : []),
  ];
}

const alerts = defineCommand({
  path: ['alerts'],
  summary: 'show the alerts of the last hours',
  description:
    'Shows alerts, newest first, with the notified channels and who acknowledged them. On a terminal it is a live screen with filters: Enter shows the recorded response of the check, as upvigil alerts show prints it, Tab the deliveries, A acknowledges, m mutes for an hour, v shows outages instead of alerts, and q leaves.',
  examples: {
    'upvigil alerts --hours 72 --type DOWN': 'Outages of the last three days, live',
    '0 8 * * * upvigil alerts --hours 24 | mail -E -s "alerts" ops@example.org':
      'In a crontab: mail the alerts of the day, if there are any',
  },
  options: {
    hours: numberOption('--hours <n>', 'how far back', limits.hours, defaults.hours.alerts),
    type: choiceOption('--type <type>', 'only this type', alertTypes),
    plain: plainOption,
  },
  json: 'the array of alerts with their deliveries',
  async run(context, { hours, type, plain }) {
    const { terminal, form } = context;
    if (form === 'terminal' && terminal.canDraw && !plain) {
      const { startTui } = await import('../tui/start-tui.tsx');
      return await startTui(context, { screen: 'alerts', hours, type });
    }
    const { api } = await context.connect('admin');
    const all = await api.alerts.list({ query: { hours } });
    const rows = type === null ? all : all.filter(({ alert_type }) => alert_type === type);
    await showList(context, { columns: alertColumns(rows, form), rows, json: rows, empty: alertMessages.none });
  },
});

const showAlert = showCommand({
  path: ['alerts', 'show'],
  summary: 'show one alert: its deliveries and the recorded response',
  description:
    'Shows an alert: its severity, the route and the policy that decided, when it began, who acknowledged it, and each delivery with its reason. Its evidence follows: request, address, phases, response, and the previous checks, without secrets. Older alerts, and those whose evidence was deleted to make room, have none.',
  examples: {
    'upvigil alerts show 412': 'Its deliveries and the recorded response; upvigil alerts --json has the ids',
    "*/10 * * * * upvigil alerts --hours 1 --json | jq '.[] | select(.has_evidence).id' | xargs -rn1 upvigil alerts show":
      'In a crontab: mail what was seen',
  },
  arguments: { id: idArgument('<id>', 'id of the alert') },
  json: 'the evidence, where there is some, with the alert as alert',
  async read(api, { id }) {
    const request = { params: { alertId: id } };
    const alert = await api.alerts.get(request);
    const evidence = alert.has_evidence ? await api.alerts.evidence(request) : null;
    return { ...evidence, alert };
  },
  lines: ({ alert, ...evidence }) => [
    ...alertLines(alert),
    '',
    ...(alert.has_evidence ? evidenceLines(evidence as Evidence) : [commandMessages.alert.noEvidence]),
  ],
});

/** What became of the alerts. */
interface Acknowledged {
  /** How many are acknowledged by this. */
  acknowledged: number;
  failed: { id: number; detail: string }[];
}

const ack = defineCommand({
  path: ['ack'],
  summary: 'acknowledge alerts: you take care of them',
  description:
    'Acknowledges alerts: Upvigil does not escalate or repeat them, and still reports their recovery. With --all: every open alert that is not acknowledged.\n\nAlerts that have ended or do not exist are named on stderr; the others are acknowledged, and the exit code is 1.',
  examples: {
    'upvigil ack 412 413 --note "disk is being replaced"': 'Two alerts; upvigil alerts --json has the ids',
    'upvigil ack --all': 'All that are open',
    '0 22 * * 5 upvigil ack --all --note "weekend shift has seen them"': 'In a crontab: at the end of the week',
  },
  arguments: { ids: idsArgument('[id...]', 'ids of alerts') },
  options: {
    all: flagOption('--all', 'every open alert that nobody has acknowledged'),
    note: textOption('--note <text>', 'why, or who takes care; it stands with the alert'),
  },
  json: 'an object with acknowledged, the number of alerts, and failed, an array of id and detail',
  async run(context, { ids, all, note }) {
    if (all === ids.length > 0) throw new UsageError('Either the ids of alerts or --all is required');
    const { api } = await context.connect('admin');
    const { terminal, form } = context;
    const result = all ? await acknowledgeAll(api, note ?? '') : await acknowledgeEach(api, ids, note ?? '');
    if (form === 'json') terminal.print(toJson(result));
    else if (form === 'pipe') terminal.print(String(result.acknowledged));
    else terminal.print(sentenceOf(result, all));
    if (form !== 'json') for (const { detail } of result.failed) terminal.say(`upvigil: ${detail}`);
    return result.failed.length > 0 ? exitCodes.failed : exitCodes.done;
  },
});

const sentenceOf = ({ acknowledged }: Acknowledged, all: boolean): string =>
  all && acknowledged === 0 ? commandMessages.acknowledge.none : commandMessages.acknowledge.done(acknowledged);

async function acknowledgeAll(api: ApiClient, note: string): Promise<Acknowledged> {
  const ids = unacknowledged(await api.alerts.listOpen()).map(({ id }) => id);
  const most = limits.acknowledgedAtOnce;
  let acknowledged = 0;
  for (let from = 0; from < ids.length; from += most) {
    const answer = await api.alerts.acknowledgeAll({ body: { ids: ids.slice(from, from + most), note } });
    acknowledged += answer.acknowledged;
  }
  return { acknowledged, failed: [] };
}

/** One after the other, so that each that cannot be has its reason. @throws whatever is not about one alert */
async function acknowledgeEach(api: ApiClient, ids: readonly number[], note: string): Promise<Acknowledged> {
  const failed: Acknowledged['failed'] = [];
  for (const id of ids) {
    await api.alerts.acknowledge({ params: { alertId: id }, body: { note } }).catch((error: unknown) => {
      if (!isOfOneAlert(error)) throw error;
      failed.push({ id, detail: failureSentence(error) });
    });
  }
  return { acknowledged: ids.length - failed.length, failed };
}

const isOfOneAlert = (error: unknown): boolean =>
  error instanceof Error && error.name === 'ApiError' && 'status' in error && [404, 409].includes(Number(error.status));

export const alertNoun: Noun = {
  commands: [alerts, showAlert, ack],
};
