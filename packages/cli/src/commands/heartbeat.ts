import type { Heartbeat, HeartbeatChange, HeartbeatInput, HeartbeatPing } from '@upvigil/core/contract/heartbeats';
import { severities } from '@upvigil/core/contract/names/alerts';
import { defaults } from '@upvigil/core/defaults';
import { formatDuration } from '@upvigil/core/format/duration';
import { stripLine } from '@upvigil/core/format/foreign-text';
import { shortDuration } from '@upvigil/core/format/short-duration';
import { heartbeatBadge } from '@upvigil/core/status/heartbeat-state';
import { heartbeatSetups } from '@upvigil/core/texts/heartbeat-setup';
import { heartbeatMessages } from '@upvigil/core/texts/heartbeats';
import { scheduleInWords } from '@upvigil/core/texts/schedules';
import { secondMs } from '@upvigil/core/time';
import { heartbeatId, websiteId } from '../client/find-target.ts';
import { defineCommand, type Noun } from '../command.ts';
import { UsageError } from '../failures.ts';
import {
  choiceField,
  commonFields,
  durationField,
  type FieldTable,
  numberField,
  switchField,
  textField,
} from '../options/fields.ts';
import { optionalNumberOption, textArgument } from '../options/inputs.ts';
import { refArgument } from '../options/refs.ts';
import { idColumn, timeColumn, uptimeColumn } from '../output/columns.ts';
import { toJson } from '../output/json.ts';
import { plainNumber } from '../output/plain-number.ts';
import { showList } from '../output/show-list.ts';
import type { Column } from '../output/table.ts';
import { roleOf } from '../status/states.ts';
import { addCommand, editCommand } from './field-kit.ts';
import {
  confirmUnless,
  listCommand,
  removeCommand,
  requireAnswer,
  showChanged,
  showCommand,
  yesOption,
} from './kit.ts';

const seconds = (value: number | null): string => (value === null ? '-' : shortDuration(value * secondMs));

const heartbeatColumns: readonly Column<Heartbeat>[] = [
  idColumn,
  {
    header: 'STATUS',
    text: (heartbeat) => heartbeatBadge(heartbeat).label,
    role: (heartbeat) => roleOf(heartbeatBadge(heartbeat)),
  },
  { header: 'NAME', text: ({ name }) => name, shrinkTo: 12 },
  { header: 'SCHEDULE', text: scheduleInWords, shrinkTo: 12 },
  timeColumn('LAST RUN', ({ last_run, last_check_time }) => last_run?.ended_at ?? last_check_time, {
    none: 'Never',
    dropOrder: 3,
  }),
  {
    header: 'RUNTIME',
    text: ({ last_run }) => seconds(last_run?.runtime ?? null),
    raw: ({ last_run }) => plainNumber(last_run?.runtime),
    align: 'right',
    dropOrder: 1,
  },
  timeColumn('NEXT DUE', ({ next_due_at }) => next_due_at, { dropOrder: 4 }),
  uptimeColumn,
];

const pingColumns: readonly Column<HeartbeatPing>[] = [
  { header: 'N', text: ({ n }) => String(n), align: 'right' },
  { header: 'TYPE', text: ({ type, ignored }) => (ignored ? `${type}, ignored` : type) },
  timeColumn('RECEIVED', ({ received_at }) => received_at),
  {
    header: 'CODE',
    text: ({ code }) => (code === null ? '-' : String(code)),
    raw: ({ code }) => plainNumber(code),
    align: 'right',
  },
  {
    header: 'RUNTIME',
    text: ({ runtime }) => seconds(runtime),
    raw: ({ runtime }) => plainNumber(runtime),
    align: 'right',
  },
  {
    header: 'OUTPUT',
    text: ({ has_text }) => (has_text ? 'kept' : '-'),
    raw: ({ has_text }) => (has_text ? 'yes' : 'no'),
  },
  { header: 'RID', text: ({ rid }) => rid ?? '-', raw: ({ rid }) => rid ?? '', dropOrder: 1 },
];

const initial = defaults.heartbeat;

/** In the order of help. */
export const heartbeatFields: FieldTable<HeartbeatInput> = {
  name: textField('<name>', 'name'),
  period: durationField('time between two runs: 5m, 1h, 1d; or --cron', null),
  cron: textField('<expression>', "five fields, such as '0 3 * * *'; or --period"),
  time_zone: textField('<zone>', 'time zone of --cron', { initial: initial.time_zone }),
  grace: durationField('allowed delay of a run', initial.grace),
  max_runtime: durationField('a started run must end within it', null),
  slow_runtime: durationField('a longer run is SLOW', null),
  failure_threshold: numberField('<n>', 'failed runs in a row before an alert', initial.failure_threshold),
  severity: choiceField('severity of all its alerts', severities, 'by-type'),
  enabled: switchField('whether missing runs are reported', initial.enabled),
  ...commonFields,
  post_only: switchField('whether only POST requests count', initial.post_only),
  key: textField('<key>', 'secret part of its address; default random'),
  description: textField('<text>', 'description'),
};

const heartbeatArgument = refArgument('<heartbeat>', 'the heartbeat; upvigil heartbeats list lists them');

const list = listCommand({
  path: ['heartbeats', 'list'],
  summary: "list a website's heartbeats with their ids",
  description: 'Lists the heartbeats of one website, by id, with their state and schedule.',
  examples: {
    'upvigil heartbeats list Shop': 'The jobs of the website Shop',
    "0 9 * * * upvigil heartbeats list 3 | awk -F'\\t' '$2 == \"DOWN\"'": 'In a crontab: mail the jobs that failed',
  },
  arguments: { website: refArgument('<website>', 'the website; upvigil websites lists them') },
  json: 'the array of heartbeats',
  columns: heartbeatColumns,
  empty: 'No heartbeats configured  (upvigil heartbeats add)',
  read: async (api, { website }) =>
    api.heartbeats.listByWebsite({ params: { websiteId: await websiteId(api, website) } }),
});

const add = addCommand({
  path: ['heartbeats', 'add'],
  summary: 'add a heartbeat for a job',
  description:
    'Adds a heartbeat to a website: it waits for a job to report each run, and alerts when it does not. Either --period or --cron is required. On a terminal, the address that the job has to request is printed; --json has it as ping_url.',
  examples: {
    "upvigil heartbeats add Shop 'Nightly backup' --cron '0 3 * * *' --time-zone Europe/Berlin --grace 10m":
      'A job that runs at 03:00 in Berlin',
    'upvigil heartbeats add Shop Queue --period 5m --key 4c1d6f0e-queue': 'With the key that a script already has',
    '@reboot upvigil heartbeats list Shop | cut -f3 | grep -qx Backup || upvigil heartbeats add Shop Backup --period 1d >/dev/null':
      'In a crontab: add it if it is missing',
  },
  arguments: { website: refArgument('<website>', 'its website'), name: textArgument('<name>', 'name of the job') },
  json: 'the heartbeat, with its id and addresses',
  fields: heartbeatFields,
  columns: heartbeatColumns,
  complete(given) {
    if (given.has('period') !== given.has('cron')) return given;
    throw new UsageError('One of --period and --cron is required');
  },
  create: async (api, body: HeartbeatInput, { website }) =>
    api.heartbeats.create({ params: { websiteId: await websiteId(api, website) }, body }),
  sentence: (heartbeat) => [`Added heartbeat ${heartbeat.id}: ${heartbeat.name}`, ...addressLines(heartbeat)],
});

/** The address, which the job needs. */
const addressLines = ({ ping_url }: Heartbeat): string[] => (ping_url === null ? [] : [ping_url]);

const edit = editCommand({
  path: ['heartbeats', 'edit'],
  summary: 'change a heartbeat',
  description:
    'Changes a heartbeat. Fields that you do not give stay; an empty value removes a time or a text. A new --period replaces --cron, and the reverse.',
  examples: {
    "upvigil heartbeats edit 'Shop/Nightly backup' --grace 30m --max-runtime 2h": 'More time for the backup',
    '0 22 * * 5 upvigil heartbeats edit Shop/Reports --enabled no >/dev/null': 'In a crontab: not on weekends',
  },
  arguments: { heartbeat: heartbeatArgument },
  json: 'the heartbeat',
  fields: heartbeatFields,
  columns: heartbeatColumns,
  find: (api, { heartbeat }) => heartbeatId(api, heartbeat),
  update: (api, id, body: HeartbeatChange) => api.heartbeats.update({ params: { heartbeatId: id }, body }),
  sentence: ({ id, name }) => `Changed heartbeat ${id}: ${name}`,
});

const show = showCommand({
  path: ['heartbeats', 'show'],
  summary: 'show one heartbeat with its addresses',
  description:
    'Shows a heartbeat with its schedule, its last run, its addresses, and lines for crontab, curl and systemd that report a job. The addresses are secret: who knows them can report a run.',
  examples: {
    "upvigil heartbeats show 'Shop/Nightly backup'": 'Copy the line for the crontab',
    "0 6 * * 1 upvigil heartbeats show 5 | grep '^Last run'": 'In a crontab: mail each Monday when it ran last',
  },
  arguments: { heartbeat: heartbeatArgument },
  json: 'the heartbeat, with its addresses',
  read: async (api, { heartbeat }) =>
    api.heartbeats.get({ params: { heartbeatId: await heartbeatId(api, heartbeat) } }),
  lines(heartbeat, timeText) {
    const { grace, max_runtime, last_run, next_due_at, ping_url, push_url, time_zone_hint } = heartbeat;
    const ended = last_run?.ended_at ?? last_run?.started_at ?? null;
    return [
      `${heartbeat.name}: ${heartbeatBadge(heartbeat).label}`,
      `Schedule: ${scheduleInWords(heartbeat)}, grace period ${formatDuration(grace)}`,
      ...(max_runtime === null ? [] : [`Maximum runtime: ${formatDuration(max_runtime)}`]),
      `Last run: ${ended === null ? 'never' : timeText(ended)}`,
      `Next due: ${next_due_at === null ? '-' : timeText(next_due_at)}`,
      ...(time_zone_hint === null ? [] : [time_zone_hint]),
      ...(heartbeat.secrets_missing ? ['', heartbeatMessages.secretsMissing] : []),
      ...(ping_url === null ? [] : ['', `Ping address: ${ping_url}`, `Push address: ${push_url}`]),
      ...heartbeatSetups(heartbeat).flatMap(({ label, text }) => ['', `${label}:`, ...text.split('\n')]),
    ];
  },
});

const pings = defineCommand({
  path: ['heartbeats', 'pings'],
  summary: 'list the newest pings of a heartbeat',
  description:
    'Lists the newest 100 pings of a heartbeat, newest first. With --output, prints the text of one of them, which is kept for the newest 20.',
  examples: {
    "upvigil heartbeats pings 'Shop/Nightly backup'": 'What the job reported',
    'upvigil heartbeats pings 5 --output 1041': 'The output of the run that ended with ping 1041',
    "0 9 * * * upvigil heartbeats pings 5 | awk -F'\\t' '$2 == \"fail\"' | head -5":
      'In a crontab: mail the newest failures',
  },
  arguments: { heartbeat: heartbeatArgument },
  options: {
    output: optionalNumberOption('--output <n>', 'print the text of this ping', {
      min: 1,
      max: Number.MAX_SAFE_INTEGER,
    }),
  },
  json: 'the array of pings; with --output one ping with its text',
  async run(context, { heartbeat, output }) {
    const { terminal, form } = context;
    // Line ends of a text are kept.
    const { api } = await context.connect('admin', { keepsControls: true });
    const params = { heartbeatId: await heartbeatId(api, heartbeat) };
    if (output === null) {
      const rows = await api.heartbeats.pings({ params });
      await showList(context, { columns: pingColumns, rows, json: rows, empty: 'No pings yet' });
      return;
    }
    const ping = await api.heartbeats.ping({ params: { ...params, n: output } });
    if (form === 'json') terminal.print(toJson(ping));
    else if (ping.text === null) terminal.say(`Ping ${ping.n} has no text, or it is no longer kept`);
    else terminal.print(ping.text.split('\n').map(stripLine).join('\n').trimEnd());
  },
});

const rotate = defineCommand({
  path: ['heartbeats', 'rotate'],
  summary: 'give a heartbeat a new address',
  description:
    'Gives a heartbeat a new key. Requires confirmation. The old address stops at once: change it in the job too. On a terminal, the new address is printed; --json has it as ping_url.',
  examples: {
    "upvigil heartbeats rotate 'Shop/Nightly backup'": 'After a question',
    '0 4 1 1 * upvigil heartbeats rotate 5 --yes --json >/etc/backup/heartbeat.json':
      'In a crontab: once a year, for a script that reads the file',
  },
  arguments: { heartbeat: heartbeatArgument },
  options: { yes: yesOption },
  json: 'the heartbeat, with its new addresses',
  async run(context, { heartbeat, yes }) {
    requireAnswer(yes, context);
    const { api } = await context.connect('admin');
    const params = { heartbeatId: await heartbeatId(api, heartbeat) };
    const { name } = await api.heartbeats.get({ params });
    await confirmUnless(yes, context, `Give heartbeat ${name} a new address? The old one stops at once`);
    const row = await api.heartbeats.rotate({ params });
    const sentence = [`Heartbeat ${row.id} has a new address: ${row.name}`, ...addressLines(row)];
    showChanged(context, { columns: heartbeatColumns, row, sentence });
  },
});

const remove = removeCommand({
  path: ['heartbeats', 'remove'],
  summary: 'delete a heartbeat',
  description: 'Deletes a heartbeat with its runs and alerts. Requires confirmation. Its address stops at once.',
  examples: {
    'upvigil heartbeats remove Shop/Reports': 'After a question',
    '0 3 * * 0 upvigil heartbeats list Shop | grep preview | cut -f1 | xargs -rn1 upvigil heartbeats remove --yes':
      'In a crontab: delete the previews of the week',
  },
  arguments: { heartbeat: heartbeatArgument },
  find: async (api, { heartbeat }) =>
    api.heartbeats.get({ params: { heartbeatId: await heartbeatId(api, heartbeat) } }),
  question: ({ name }) => `Delete heartbeat ${name} with its runs and alerts?`,
  remove: (api, id) => api.heartbeats.remove({ params: { heartbeatId: id } }),
  removed: ({ name }) => `Deleted heartbeat ${name}`,
});

export const heartbeatNoun: Noun = {
  group: { name: 'heartbeats', summary: 'jobs that report their runs' },
  commands: [list, add, show, pings, edit, rotate, remove],
};
