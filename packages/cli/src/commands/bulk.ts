import type { ApiClient } from '@upvigil/core/client/api-client';
import type { BulkAction, BulkChanges, BulkInput, BulkResult } from '@upvigil/core/contract/monitors';
import { defaults } from '@upvigil/core/defaults';
import { type BulkDeed, bulkPreview, bulkQuestion, bulkResult } from '@upvigil/core/texts/bulk-changes';
import { monitorIds, websiteId } from '../client/find-target.ts';
import { filterOf } from '../client/listed-monitors.ts';
import {
  type Command,
  type Definition,
  defineCommand,
  type Noun,
  type OptionSpecs,
  type Specs,
  type Values,
} from '../command.ts';
import type { Context } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { UsageError } from '../failures.ts';
import {
  checkFields,
  commonFields,
  editOptions,
  type FieldTable,
  givenFields,
  requireChange,
  switchField,
  toBody,
} from '../options/fields.ts';
import { type Argument, flagOption, oneWord, textOption } from '../options/inputs.ts';
import { isFiltered, selectionOptions } from '../options/monitor-filter.ts';
import { monitorsOption, parseRef, type Ref } from '../options/refs.ts';
import type { Column } from '../output/table.ts';
import { dayAndTime } from '../output/times.ts';
import { bulkCreate } from './bulk-create.ts';
import { confirmUnless, requireAnswer, showChanged, yesOption } from './kit.ts';
import { muteOptions } from './silence.ts';

const options = {
  ...selectionOptions,
  monitors: monitorsOption('one monitor, instead of a filter; may be repeated'),
  all: flagOption('--all', 'all monitors'),
  dryRun: flagOption('--dry-run', 'only say what would change'),
  yes: yesOption,
};
type Selection = Values<typeof options>;

/** The action of a command on the selected monitors. */
interface Plan {
  changes?: BulkChanges;
  /** The website to which they move. */
  toWebsite?: Ref;
  /** The words of its sentences. */
  deed: BulkDeed;
}

/** A command that changes the selected monitors: first a dry run, then a question with its numbers. */
function bulkCommand<
  Arguments extends Specs = Record<never, never>,
  Options extends OptionSpecs = Record<never, never>,
>({
  action,
  plan,
  ...definition
}: Omit<Definition<Arguments, Options>, 'path' | 'json'> & {
  action: BulkAction;
  /** @throws UsageError when something is missing */
  plan(input: Values<Arguments> & Values<Options>, context: Context): Plan;
}): Command {
  return defineCommand<Arguments, Options & typeof options>({
    ...definition,
    path: ['bulk', action.replace('_', '-')],
    description: `${definition.description} Monitors that cannot be changed are named, and the exit code is then 1.`,
    options: { ...definition.options, ...options } as Options & typeof options,
    json: 'an object with changed, unchanged, websites and the array refused',
    async run(context, input) {
      const selection = input as unknown as Selection;
      requireSelection(selection);
      const planned = plan(input as unknown as Values<Arguments> & Values<Options>, context);
      if (!selection.dryRun) requireAnswer(selection.yes, context);
      const { api } = await context.connect('admin');
      return await changeSelected(context, api, { action, planned, selection });
    },
  });
}

/** @throws UsageError unless there is a filter, or --monitor, or --all */
function requireSelection({ monitors, all, ...filter }: Selection): void {
  const given = [isFiltered(filter), monitors.length > 0, all].filter(Boolean).length;
  if (given === 0) throw new UsageError('A filter such as --tag <tag>, or --monitor <id>, or --all is required');
  if (given > 1) throw new UsageError('Filters, --monitor <id> and --all cannot be combined');
}

interface BulkChange {
  action: BulkAction;
  planned: Plan;
  selection: Selection;
}

async function changeSelected(
  context: Context,
  api: ApiClient,
  { action, planned, selection }: BulkChange,
): Promise<number> {
  const { monitors, dryRun, yes } = selection;
  const selected =
    monitors.length > 0 ? { ids: await monitorIds(api, monitors) } : { filter: await filterOf(api, selection) };
  const moved = planned.toWebsite === undefined ? {} : { website_id: await websiteId(api, planned.toWebsite) };
  const body = { ...selected, action, changes: { ...planned.changes, ...moved } };
  const counted = action === 'delete' ? { expected_count: await countSelected(api, selected) } : {};
  const preview = await api.monitors.bulk({ body: { ...body, ...counted, dry_run: true } });
  sayRefused(context, preview.refused);
  const { deed } = planned;
  if (dryRun || preview.changed === 0) return showOutcome(context, preview, bulkPreview(deed, preview));
  await confirmUnless(yes, context, bulkQuestion(deed, preview));
  const result = await api.monitors.bulk({ body: { ...body, ...counted, ...expectedCount(selected, preview) } });
  const known = new Set(preview.refused.map(({ id }) => id));
  sayRefused(
    context,
    result.refused.filter(({ id }) => !known.has(id)),
  );
  return showOutcome(context, result, bulkResult(deed, result));
}

function sayRefused({ terminal }: Context, refused: BulkResult['refused']): void {
  for (const { id, name, message } of refused) {
    terminal.say(name === '' ? message : `Refused: ${name} (${id}): ${message}`);
  }
}

function showOutcome(context: Context, row: BulkResult, sentence: string): number {
  showChanged(context, { columns, row, sentence });
  return row.refused.length === 0 ? exitCodes.done : exitCodes.failed;
}

type Selected = Pick<BulkInput, 'ids' | 'filter'>;

/** The server previews a deletion only with the number of monitors. */
async function countSelected(api: ApiClient, { ids, filter }: Selected): Promise<number> {
  if (ids !== undefined) return ids.length;
  return (await api.monitors.list({ query: { ...filter, limit: 1, sort: 'name' } })).total;
}

/** A filter may match others by now: then nothing changes. */
const expectedCount = ({ filter }: Selected, { changed, unchanged, refused }: BulkResult) =>
  filter === undefined ? {} : { expected_count: changed + unchanged + refused.length };

const columns: readonly Column<BulkResult>[] = [
  { header: 'CHANGED', text: ({ changed }) => String(changed) },
  { header: 'UNCHANGED', text: ({ unchanged }) => String(unchanged) },
  { header: 'REFUSED', text: ({ refused }) => String(refused.length) },
  { header: 'WEBSITES', text: ({ websites }) => String(websites) },
];

const enable = bulkCommand({
  action: 'enable',
  summary: 'enable many monitors',
  description: 'Enables the selected monitors, which are then checked again.',
  examples: {
    'upvigil bulk enable --tag env:staging': 'After a question with the number of monitors',
    '0 7 * * 1-5 upvigil bulk enable --tag office --yes >/dev/null': 'In a crontab: check them in office hours',
  },
  plan: () => ({ deed: { action: 'enable' } }),
});

const disable = bulkCommand({
  action: 'disable',
  summary: 'disable many monitors',
  description: 'Disables the selected monitors, which are then not checked.',
  examples: {
    'upvigil bulk disable --tag env:staging --dry-run': 'Only say how many there are',
    'upvigil bulk disable --website Shop --kind ICMP_PING --yes': 'Without a question',
    '0 19 * * 1-5 upvigil bulk disable --tag office --yes >/dev/null': 'In a crontab: no checks at night',
  },
  plan: () => ({ deed: { action: 'disable' } }),
});

const check = bulkCommand({
  action: 'check',
  summary: 'start checks of many monitors',
  description:
    'Starts checks of the selected monitors and does not wait for the results. upvigil check shows results instead.',
  examples: {
    'upvigil bulk check --state down --yes': 'Check everything that is down again',
    '5 4 * * * upvigil bulk check --tag backup --yes >/dev/null': 'In a crontab: after the nightly restart',
  },
  plan: () => ({ deed: { action: 'check' } }),
});

const remove = bulkCommand({
  action: 'delete',
  summary: 'delete many monitors',
  description: 'Deletes the selected monitors with their checks and alerts.',
  examples: {
    'upvigil bulk delete --tag preview': 'After a question with the number of monitors',
    '0 3 * * 0 upvigil bulk delete --tag preview --yes >/dev/null': 'In a crontab: delete the previews of the week',
  },
  plan: () => ({ deed: { action: 'delete' } }),
});

/** Not named `tags` in a command: that is the filter. */
const tagsArgument: Argument<string[]> = {
  syntax: '<tags>',
  about: 'tags, separated by commas',
  parse: (given) => commonFields.tags.parse('<tags>', oneWord(given)),
};

const addTags = bulkCommand({
  action: 'add_tags',
  summary: 'add tags to many monitors',
  description: 'Adds tags to the selected monitors, which keep their other tags.',
  examples: {
    'upvigil bulk add-tags owner:ann --website Shop': 'All monitors of a website',
    "upvigil bulk add-tags owner:ops --tag '!owner:'": 'The monitors that have no owner',
    "0 6 * * * upvigil bulk add-tags owner:ops --tag '!owner:' --yes >/dev/null":
      'In a crontab: no monitor without one',
  },
  arguments: { changed: tagsArgument },
  plan: ({ changed: tags }) => ({ changes: { tags }, deed: { action: 'add_tags', tags } }),
});

const removeTags = bulkCommand({
  action: 'remove_tags',
  summary: 'remove tags from many monitors',
  description: 'Removes tags from the selected monitors, which keep their other tags.',
  examples: {
    'upvigil bulk remove-tags new --all': 'All monitors that have it',
    '0 6 1 * * upvigil bulk remove-tags new --tag new --yes >/dev/null': 'In a crontab: on the first of each month',
  },
  arguments: { changed: tagsArgument },
  plan: ({ changed: tags }) => ({ changes: { tags }, deed: { action: 'remove_tags', tags } }),
});

type UpdateField =
  | 'check_interval'
  | 'timeout'
  | 'response_time_threshold'
  | 'failure_threshold'
  | 'recovery_threshold'
  | 'severity'
  | 'cert_alerts'
  | 'parent_id'
  | 'website_id';

const { enabled: _enabled, tags: _tags, ...sharedFields } = checkFields(defaults.networkMonitor);

const updateFields: FieldTable<Pick<BulkChanges, UpdateField>> = {
  ...sharedFields,
  cert_alerts: switchField('whether their certificates are watched', true),
  website_id: {
    about: 'website to which they move, with their open alerts; id or name',
    value: '<id>',
    option: 'to-website',
    parse: parseRef,
  },
};

const update = bulkCommand({
  action: 'update',
  summary: 'change fields of many monitors',
  description:
    'Changes fields of the selected monitors. Fields that you do not give stay. A monitor whose kind lacks a given field is refused.',
  examples: {
    'upvigil bulk update --tag env:staging --check-interval 300': 'Check them less often',
    'upvigil bulk update --monitor 12 --monitor 17 --to-website Shop --parent 7': 'Move two, and set their parent',
    '0 20 * * 5 upvigil bulk update --tag office --severity info --yes >/dev/null': 'In a crontab: for the weekend',
  },
  options: editOptions(updateFields),
  plan(input) {
    const given = givenFields(updateFields, input);
    requireChange(updateFields, given);
    const fields = [...given].map(
      ([path, value]) => `${path.replace(/_id$/, '').replaceAll('_', ' ')} ${value ?? 'none'}`,
    );
    const toWebsite = given.get('website_id') as Ref | undefined;
    given.delete('website_id');
    return {
      changes: toBody(given) as BulkChanges,
      ...(toWebsite === undefined ? {} : { toWebsite }),
      deed: { action: 'update', fields: fields.join(', ') },
    };
  },
});

const mute = bulkCommand({
  action: 'mute',
  summary: 'mute many monitors for a while',
  description:
    'Mutes the selected monitors: checks continue and alerts are recorded, but nobody is notified until the mute ends. It replaces earlier mutes of these monitors.',
  examples: {
    'upvigil bulk mute --tag env:staging --for 1h --reason deploy': 'For an hour',
    '55 1 * * 0 upvigil bulk mute --tag rack:7 --for 90m --yes >/dev/null': 'In a crontab: during a weekly restart',
  },
  options: muteOptions,
  plan({ length, reason }, context) {
    const until = new Date(context.now() + length).toISOString();
    return {
      changes: { until, reason: reason ?? '' },
      deed: { action: 'mute', until: dayAndTime(until) },
    };
  },
});

const unmute = bulkCommand({
  action: 'unmute',
  summary: 'end the mutes of many monitors',
  description: 'Ends the mutes of the selected monitors early. Problems that still last are reported.',
  examples: {
    'upvigil bulk unmute --tag env:staging --yes': 'After a deployment',
    '0 6 * * * upvigil bulk unmute --all --yes >/dev/null': 'In a crontab: nothing stays muted by day',
  },
  plan: () => ({ deed: { action: 'unmute' } }),
});

const acknowledge = bulkCommand({
  action: 'acknowledge',
  summary: 'acknowledge the open alerts of many monitors',
  description: 'Acknowledges the open alerts of the selected monitors, so that nobody else is notified of them.',
  examples: {
    'upvigil bulk acknowledge --tag rack:7 --note "power is back at 18:00"': 'All alerts of a rack',
    '*/5 8-18 * * 1-5 upvigil bulk acknowledge --tag lab --yes >/dev/null': 'In a crontab: the people are in the lab',
  },
  options: { note: textOption('--note <text>', 'note, shown with the alerts') },
  plan: ({ note }) => ({
    changes: note === null ? {} : { note },
    deed: { action: 'acknowledge' },
  }),
});

export const bulkNoun: Noun = {
  group: { name: 'bulk', summary: 'add or change many monitors of all kinds at once' },
  commands: [bulkCreate, enable, disable, check, update, addTags, removeTags, mute, unmute, acknowledge, remove],
};
