import type { MaintenanceRun, MaintenanceUpdate, MaintenanceWindow } from '@upvigil/core/contract/maintenance';
import type { RunState } from '@upvigil/core/contract/names/states';
import { shortDuration } from '@upvigil/core/format/short-duration';
import { limits } from '@upvigil/core/limits';
import { maintenanceCommandMessages as texts } from '@upvigil/core/texts/maintenance';
import { minuteMs } from '@upvigil/core/time';
import { monitorIds, websiteIds } from '../client/find-target.ts';
import { defineCommand, type Noun } from '../command.ts';
import type { Context } from '../context.ts';
import { CommandError, UsageError } from '../failures.ts';
import { flagOption, idArgument, minutesOption, optionalNumberOption, textOption } from '../options/inputs.ts';
import { monitorsOption, needTarget, tagsOption, websitesOption } from '../options/refs.ts';
import { textOptions, writtenText } from '../options/written-text.ts';
import { timeColumn } from '../output/columns.ts';
import type { Role } from '../output/paint.ts';
import { showList } from '../output/show-list.ts';
import type { Column } from '../output/table.ts';
import { dayAndTime } from '../output/times.ts';
import { removeCommand, showChanged, showCommand, type TimeText } from './kit.ts';
import {
  begin,
  beginOptions,
  lengthOption,
  needBeginning,
  reportNotCovered,
  runInMaintenance,
} from './maintenance-run.ts';

const stateWords: Record<RunState, string> = {
  scheduled: 'scheduled',
  in_progress: 'in progress',
  verifying: 'verifying',
  completed: 'completed',
};
const stateRoles: Record<RunState, Role> = {
  scheduled: 'plain',
  in_progress: 'accent',
  verifying: 'accent',
  completed: 'quiet',
};

/** 'websites 3, 4; monitor 7; tag staging'. */
type Targets = Pick<MaintenanceWindow, 'website_ids' | 'monitor_ids' | 'tags'>;
const targetsOf = ({ website_ids, monitor_ids, tags }: Targets): string =>
  [named('website', website_ids), named('monitor', monitor_ids), named('tag', tags)].filter(Boolean).join('; ');

const named = (what: string, ids: readonly (number | string)[]): string =>
  ids.length === 0 ? '' : `${what}${ids.length === 1 ? '' : 's'} ${ids.join(', ')}`;

const runColumns: readonly Column<MaintenanceRun>[] = [
  { header: 'RUN', text: ({ id }) => String(id), align: 'right' },
  { header: 'WINDOW', text: ({ window_id }) => String(window_id), align: 'right', dropOrder: 2 },
  {
    header: 'STATE',
    text: ({ state }) => stateWords[state],
    raw: ({ state }) => state,
    role: ({ state }) => stateRoles[state],
  },
  timeColumn('STARTS', ({ starts_at }) => starts_at, { dropOrder: 1 }),
  timeColumn('ENDS', ({ ends_at }) => ends_at),
  { header: 'TITLE', text: ({ title }) => title, shrinkTo: 10 },
  { header: 'OF', text: targetsOf, shrinkTo: 10, dropOrder: 3 },
];

/** In the time zone of the window. */
const startsText = ({ starts_at, time_zone }: Pick<MaintenanceWindow, 'starts_at' | 'time_zone'>): string =>
  `${starts_at.replace('T', ' ')} ${time_zone}`;

const lengthText = (minutes: number): string => shortDuration(minutes * minuteMs);

const windowColumns: readonly Column<MaintenanceWindow>[] = [
  { header: 'WINDOW', text: ({ id }) => String(id), align: 'right' },
  { header: 'TITLE', text: ({ title }) => title, shrinkTo: 10 },
  { header: 'STARTS', text: startsText },
  {
    header: 'LENGTH',
    text: ({ duration_minutes }) => lengthText(duration_minutes),
    raw: ({ duration_minutes }) => String(duration_minutes),
    dropOrder: 1,
  },
  { header: 'RULE', text: ({ rrule }) => rrule ?? 'once', raw: ({ rrule }) => rrule ?? '', shrinkTo: 10, dropOrder: 2 },
  { header: 'OF', text: targetsOf, shrinkTo: 10, dropOrder: 3 },
];

const showRun = (context: Context, run: MaintenanceRun, sentence: string): void =>
  showChanged(context, { columns: runColumns, row: run, sentence });

const startMaintenance = defineCommand({
  path: ['maintenance', 'start'],
  summary: 'start maintenance now',
  description:
    'Starts maintenance of websites or monitors now. Checks continue. An outage that begins during maintenance is reported only if it lasts for 2 minutes after the end. An older outage is reported as usual, and stderr names its monitors.\n\nWith --key, a repeated start (for example by a retried deployment) starts nothing new and shows the first run.',
  examples: {
    'upvigil maintenance start --website 3 --for 30m': 'Before work on one website',
    'run=$(upvigil maintenance start --website Shop --for 1h --key "deploy-$CI_JOB_ID" | cut -f1)':
      'In a script, which ends it with upvigil maintenance end "$run"',
    '0 3 * * 0 upvigil maintenance start --monitor 7 --for 20m --title "weekly restart" >/dev/null':
      'In a crontab: during a restart; to plan it on the server, use upvigil maintenance schedule',
  },
  options: { ...beginOptions, key: textOption('--key <key>', 'a key: starting again with it shows the first run') },
  json: 'the run, with its id and the monitors that are not_covered',
  async run(context, { key, ...wanted }) {
    const beginning = needBeginning(wanted);
    const { api } = await context.connect('admin');
    const run = await begin(api, beginning, key);
    const isOver = run.state === 'verifying' || run.state === 'completed';
    if (context.form !== 'json') {
      reportNotCovered(context.terminal, run);
      if (isOver) context.terminal.say(texts.overAlready(run.id));
    }
    showRun(context, run, texts.begun(run.id, dayAndTime(run.ends_at)));
  },
});

const endMaintenance = defineCommand({
  path: ['maintenance', 'end'],
  summary: 'end maintenance early',
  description:
    'Ends a maintenance run now. An outage that began during it is reported if it still lasts after 2 minutes. Later runs of the same window stay planned.',
  examples: {
    'upvigil maintenance end 41': 'After the work; upvigil maintenance list has the ids of runs',
    "0 6 * * * upvigil maintenance list | awk -F'\\t' '$3 == \"in_progress\" {print $1}' | xargs -rn1 upvigil maintenance end":
      'In a crontab: end all runs in the morning',
  },
  arguments: { id: idArgument('<run>', 'id of the run (not of the window)') },
  json: 'the run, with its end',
  async run(context, { id }) {
    const { api } = await context.connect('admin');
    showRun(context, await api.maintenance.end({ params: { runId: id } }), texts.ended(id));
  },
});

const extendMaintenance = defineCommand({
  path: ['maintenance', 'extend'],
  summary: 'extend maintenance that is in progress',
  description: 'Moves the end of a maintenance run that is in progress.',
  examples: {
    'upvigil maintenance extend 41 --by 30m': 'Half an hour longer',
    "50 3 * * 0 pgrep -x reindex >/dev/null && upvigil maintenance list | awk -F'\\t' '$3 == \"in_progress\" {print $1}' | xargs -rn1 upvigil maintenance extend --by 1h":
      'In a crontab: ten minutes before the end, if the work is not finished',
  },
  arguments: { id: idArgument('<run>', 'id of the run; upvigil maintenance list has them') },
  options: {
    minutes: minutesOption('--by <time>', 'additional time, such as 30m; required', limits.maintenance.minutes.max),
  },
  json: 'the run, with its end',
  async run(context, { id, minutes }) {
    if (minutes === null) throw new UsageError('--by <time> is required');
    const { api } = await context.connect('admin');
    const run = (await api.maintenance.runs({ query: {} })).find((each) => each.id === id);
    if (!run) throw new CommandError(texts.noRun(id));
    const ends_at = new Date(Date.parse(run.ends_at) + minutes * minuteMs).toISOString();
    const extended = await api.maintenance.extend({ params: { runId: id }, body: { ends_at } });
    showRun(context, extended, texts.extended(id, dayAndTime(extended.ends_at)));
  },
});

const updateColumns: readonly Column<MaintenanceUpdate>[] = [
  { header: 'UPDATE', text: ({ id }) => String(id), align: 'right' },
  { header: 'RUN', text: ({ run_id }) => String(run_id), align: 'right' },
  timeColumn('WRITTEN', ({ created_at }) => created_at),
];

const updateMaintenance = defineCommand({
  path: ['maintenance', 'update'],
  summary: 'write an update of a maintenance run',
  description:
    'Writes an update of a maintenance run. Public pages, feeds and the status API show it if the maintenance is public. The newest text written after the end is the result.',
  examples: {
    "upvigil maintenance update 41 --body 'The upgrade has started. Customer portal is read-only.'":
      'During the work; upvigil maintenance list has the ids of runs',
    'upvigil maintenance update 41 --body-file result.md': 'After the end, from a file',
    '5 3 * * 0 cat /var/log/restart.txt | upvigil maintenance update 41 --body-file - >/dev/null':
      'In a crontab: from the output of a script',
  },
  arguments: { id: idArgument('<run>', 'id of the run (not of the window)') },
  options: textOptions('text of the update; required'),
  json: 'the update, with its id',
  async run(context, { id, ...text }) {
    const body = await writtenText(context, text);
    if (body === null) throw new UsageError('--body <text> or --body-file <path> is required');
    const { api } = await context.connect('admin');
    const update = await api.maintenance.addUpdate({ params: { runId: id }, body: { body } });
    showChanged(context, { columns: updateColumns, row: update, sentence: texts.updated(id) });
  },
});

const scheduleMaintenance = defineCommand({
  path: ['maintenance', 'schedule'],
  summary: 'plan maintenance, once or repeatedly',
  description:
    'Plans maintenance in a time zone: once, or with a rule such as FREQ=WEEKLY;BYDAY=SU. If a clock change skips the start, the run starts later by the skipped time. Each occurrence is a run, which upvigil maintenance list shows.\n\nA rule has FREQ (DAILY, WEEKLY or MONTHLY), INTERVAL, BYDAY, BYMONTHDAY, and COUNT or UNTIL, as in RFC 5545.',
  examples: {
    "upvigil maintenance schedule --title 'Database upgrade' --starts 2026-12-01T02:30 --zone Europe/Berlin --for 1h --website 3 --public":
      'Once, announced on public pages',
    "upvigil maintenance schedule --title 'Weekly restart' --starts 2026-12-06T03:00 --zone Europe/Berlin --for 20m --rule 'FREQ=WEEKLY;BYDAY=SU' --website Shop":
      'Every Sunday',
    '0 9 1 * * upvigil maintenance schedule --title "Patch day" --starts "$(date -d "+2 days" +\\%FT03:00)" --for 1h --website 3 >/dev/null':
      'In a crontab: announced two days before',
  },
  options: {
    title: textOption('--title <text>', 'title; required'),
    starts: textOption('--starts <time>', 'start in the time zone, such as 2026-12-01T02:30; required'),
    zone: textOption('--zone <zone>', 'a time zone such as Europe/Berlin; default UTC'),
    minutes: lengthOption,
    rule: textOption('--rule <rule>', 'a rule such as FREQ=WEEKLY;BYDAY=SU; default: once'),
    websites: websitesOption('a website under maintenance'),
    monitors: monitorsOption('a URL or network monitor under maintenance'),
    tags: tagsOption('a tag of monitors under maintenance'),
    public: flagOption('--public', 'show the title, text and times on public pages'),
    announce: optionalNumberOption(
      '--announce <hours>',
      'hours before the start to announce it; default 24',
      limits.maintenance.announceHours,
    ),
    notify: flagOption('--notify', 'notify subscribers'),
    ...textOptions('further text'),
  },
  json: 'the window, with its id',
  async run(context, { title, starts, zone, minutes, rule, announce, ...rest }) {
    if (title === null || starts === null || minutes === null) {
      throw new UsageError('--title <text>, --starts <time> and --for <time> are required');
    }
    needTarget(rest.websites, rest.monitors, rest.tags);
    const text = await writtenText(context, rest);
    const { api } = await context.connect('admin');
    const window = await api.maintenance.create({
      body: {
        title,
        body: text ?? '',
        starts_at: starts,
        duration_minutes: minutes,
        rrule: rule,
        website_ids: await websiteIds(api, rest.websites),
        monitor_ids: await monitorIds(api, rest.monitors),
        tags: [...rest.tags],
        public: rest.public,
        notify: rest.notify,
        ...(zone === null ? {} : { time_zone: zone }),
        ...(announce === null ? {} : { announce_hours: announce }),
      },
    });
    showChanged(context, { columns: windowColumns, row: window, sentence: texts.planned(window.id, window.title) });
  },
});

const hint = '(upvigil maintenance schedule)';

const listMaintenance = defineCommand({
  path: ['maintenance', 'list'],
  summary: 'list current and coming maintenance',
  description:
    'Lists maintenance runs that are in progress or start within 30 days, by start. --windows lists the plans instead, with the ids that show and delete take.',
  examples: {
    'upvigil maintenance list': 'Current and coming runs, with their ids',
    'upvigil maintenance list --windows': 'The plans, with their rules',
    "0 8 * * 1 upvigil maintenance list | awk -F'\\t' '{print $4, $6}'":
      'In a crontab: mail the coming runs each Monday',
  },
  options: { windows: flagOption('--windows', 'list plans instead of runs') },
  json: 'the array of runs, or of windows',
  async run(context, { windows }) {
    const { api } = await context.connect('admin');
    if (windows) {
      const rows = await api.maintenance.list();
      await showList(context, { columns: windowColumns, rows, json: rows, empty: `${texts.noWindows}  ${hint}` });
    } else {
      const rows = await api.maintenance.runs({ query: {} });
      await showList(context, { columns: runColumns, rows, json: rows, empty: `${texts.noRuns}  ${hint}` });
    }
  },
});

/** Number of future runs that are shown. */
const nextShown = 5;

const showMaintenance = showCommand({
  path: ['maintenance', 'show'],
  summary: 'show a plan and its next runs',
  description:
    'Shows a maintenance window: its start in its time zone, its targets, and its next five runs. On a terminal, the runs are in local time.',
  examples: {
    'upvigil maintenance show 5': 'One window; upvigil maintenance list --windows has the ids',
    '0 9 * * 5 upvigil maintenance show 5 | grep ^Next': 'In a crontab: mail the next runs each Friday',
  },
  arguments: { id: idArgument('<id>', 'id of the window') },
  json: 'the window, with its next runs as the array runs',
  async read(api, { id }) {
    const window = await api.maintenance.get({ params: { windowId: id } });
    const runs = (await api.maintenance.runs({ query: {} })).filter(({ window_id }) => window_id === id);
    return { ...window, runs: runs.slice(0, nextShown) };
  },
  lines: ({ runs, ...window }, timeText) => windowLines(window, runs, timeText),
});

function windowLines(window: MaintenanceWindow, next: readonly MaintenanceRun[], timeText: TimeText) {
  const { id, title, rrule, duration_minutes, announce_hours, notify, body } = window;
  return [
    `Window: ${id} ${title}`,
    `Starts: ${startsText(window)}`,
    `Length: ${lengthText(duration_minutes)}`,
    `Repeats: ${rrule ?? 'no'}`,
    `Of: ${targetsOf(window)}`,
    `Public: ${window.public ? `announced ${announce_hours} h before` : 'no'}${notify ? ', subscribers are notified' : ''}`,
    ...next.map(({ id: run, starts_at, ends_at, state }) => {
      const word = state === 'in_progress' ? 'Now' : 'Next';
      return `${word}: ${timeText(starts_at)} to ${timeText(ends_at)} (run ${run})`;
    }),
    ...(body === '' ? [] : ['', ...body.split(/\r?\n/)]),
  ];
}

const deleteMaintenance = removeCommand({
  path: ['maintenance', 'delete'],
  summary: 'delete planned maintenance',
  description:
    'Deletes a maintenance window with its runs. Requires confirmation. Refuses a window with a run in progress: end the run first.',
  examples: {
    'upvigil maintenance delete 5': 'One window; upvigil maintenance list --windows has the ids',
    "0 4 1 * * upvigil maintenance list --windows | awk -F'\\t' '$2 == \"Patch day\" {print $1}' | xargs -rn1 upvigil maintenance delete --yes":
      'In a crontab: delete the windows with one title once a month',
  },
  arguments: { id: idArgument('<id>', 'id of the window (not of a run)') },
  find: (api, { id }) => api.maintenance.get({ params: { windowId: id } }),
  question: ({ title }) => texts.confirmDelete(title),
  remove: (api, id) => api.maintenance.remove({ params: { windowId: id } }),
  removed: ({ id, title }) => texts.deleted(id, title),
});

export const maintenanceNoun: Noun = {
  group: { name: 'maintenance', summary: 'start, end and plan maintenance, or run a command in it' },
  commands: [
    startMaintenance,
    endMaintenance,
    extendMaintenance,
    updateMaintenance,
    runInMaintenance,
    scheduleMaintenance,
    listMaintenance,
    showMaintenance,
    deleteMaintenance,
  ],
};
