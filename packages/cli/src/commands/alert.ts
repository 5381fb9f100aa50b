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
import { isStatus } from '../client/session.ts';
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

/** Whether each alert was sent on a channel. A narrow terminal leaves out the last columns first. */
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
 * The columns for these alerts. Other channels and acknowledgements have a column only if an alert has them. In a pipe
 * they always have one, so that the position of each column is fixed.
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
  summary: 'list recent alerts',
  description:
    'Lists alerts, newest first, with the notified channels and who acknowledged them. On a terminal this is a live screen with filters. Enter shows the recorded response of the check, as upvigil alerts show prints it. Tab shows the deliveries, A acknowledges, m mutes for an hour, v shows outages instead of alerts, and q quits.',
  examples: {
    'upvigil alerts --hours 72 --type DOWN': 'Outages of the last three days, on the live screen',
    '0 8 * * * upvigil alerts --hours 24 | mail -E -s "alerts" ops@example.org':
      'In a crontab: mail the alerts of the day, if there are any',
  },
  options: {
    hours: numberOption('--hours <n>', 'hours to look back', limits.hours, defaults.hours.alerts),
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
  summary: 'show one alert with its deliveries and recorded response',
  description:
    'Shows an alert: its severity, the route and policy that decided, its start, who acknowledged it, and each delivery with its reason.\n\nThen follows its evidence, without secrets: request, address, phases, response and previous checks. Old alerts have none, and evidence may be deleted to make room.',
  examples: {
    'upvigil alerts show 412': 'Deliveries and recorded response; upvigil alerts --json has the ids',
    "*/10 * * * * upvigil alerts --hours 1 --json | jq '.[] | select(.has_evidence).id' | xargs -rn1 upvigil alerts show":
      'In a crontab: mail the recorded responses',
  },
  arguments: { id: idArgument('<id>', 'id of the alert') },
  json: 'the evidence if it exists, with the alert as alert',
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

interface Acknowledged {
  /** Number of alerts acknowledged by this command. */
  acknowledged: number;
  failed: { id: number; detail: string }[];
}

const ack = defineCommand({
  path: ['ack'],
  summary: 'acknowledge alerts that you take care of',
  description:
    'Acknowledges alerts: Upvigil no longer escalates or repeats them, but still reports their recovery. --all acknowledges every open alert.\n\nAn alert that has ended or does not exist is named on stderr, and the exit code is 1. The others are acknowledged.',
  examples: {
    'upvigil ack 412 413 --note "disk is being replaced"': 'Two alerts; upvigil alerts --json has the ids',
    'upvigil ack --all': 'All open alerts',
    '0 22 * * 5 upvigil ack --all --note "weekend shift has seen them"': 'In a crontab: on Friday evening',
  },
  arguments: { ids: idsArgument('[id...]', 'ids of alerts') },
  options: {
    all: flagOption('--all', 'every open alert that nobody has acknowledged'),
    note: textOption('--note <text>', 'the reason, or who takes care; stored with the alert'),
  },
  json: 'an object with acknowledged, the number of alerts, and failed, an array of id and detail',
  async run(context, { ids, all, note }) {
    if (all === ids.length > 0) throw new UsageError('Give either the ids of alerts or --all');
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

/**
 * One request for each alert, so that each refused alert has its reason.
 * @throws errors that do not concern a single alert
 */
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

const isOfOneAlert = (error: unknown): boolean => isStatus(error, 404) || isStatus(error, 409);

export const alertNoun: Noun = {
  commands: [alerts, showAlert, ack],
};
