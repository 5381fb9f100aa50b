import type { BulkCreateInput, BulkCreateResult, ListedLine } from '@upvigil/core/contract/monitors';
import { defaults } from '@upvigil/core/defaults';
import { websiteId } from '../client/find-target.ts';
import { defineCommand } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { UsageError } from '../failures.ts';
import { checkFields, editOptions, type FieldTable, givenFields, toBody } from '../options/fields.ts';
import { fileOption, flagOption } from '../options/inputs.ts';
import { readTexts } from '../options/read-texts.ts';
import { refArgument } from '../options/refs.ts';
import type { Role } from '../output/paint.ts';
import { showList } from '../output/show-list.ts';
import type { Column } from '../output/table.ts';

const statusRoles: Readonly<Record<ListedLine['status'], Role>> = { new: 'good', exists: 'quiet', invalid: 'bad' };

const columns: readonly Column<ListedLine>[] = [
  { header: 'LINE', text: ({ line }) => String(line), align: 'right' },
  { header: 'STATUS', text: ({ status }) => status, role: ({ status }) => statusRoles[status] },
  { header: 'KIND', text: ({ kind }) => kind ?? '-', raw: ({ kind }) => kind ?? '', dropOrder: 2 },
  { header: 'TARGET', text: ({ target }) => target, shrinkTo: 16 },
  { header: 'NAME', text: ({ name }) => name ?? '-', raw: ({ name }) => name ?? '', shrinkTo: 8, dropOrder: 1 },
  { header: 'TAGS', text: ({ tags }) => tags.join(','), shrinkTo: 8, dropOrder: 3 },
  { header: 'PROBLEM', text: ({ problem }) => problem ?? '-', raw: ({ problem }) => problem ?? '', shrinkTo: 16 },
];

const { check_interval, response_time_threshold, tags } = checkFields(defaults.networkMonitor);
const defaultFields: FieldTable<BulkCreateInput['defaults']> = {
  check_interval,
  response_time_threshold,
  tags: { ...tags, about: 'tags of all of them, separated by commas, in addition to those of a line' },
};

/** 'Created 18 monitors; 1 exists, 2 lines are invalid'. */
function summary({ lines, created }: BulkCreateResult, isDryRun: boolean): string {
  const count = (wanted: ListedLine['status']): number => lines.filter(({ status }) => status === wanted).length;
  const others = [
    ...(count('exists') === 0 ? [] : [`${count('exists')} already there`]),
    ...(count('invalid') === 0 ? [] : [`${count('invalid')} invalid`]),
  ];
  const made = `${isDryRun ? 'Would create' : 'Created'} ${created} ${created === 1 ? 'monitor' : 'monitors'}`;
  return others.length === 0 ? made : `${made}; ${others.join(', ')}`;
}

export const bulkCreate = defineCommand({
  path: ['bulk', 'create'],
  summary: 'add a monitor for each line of a text',
  description:
    "Adds monitors to a website, one for each line: a target, then optionally a name, then #tags. A target is an address with https:// or http://, a host name, HOST:PORT, or a kind and its target, such as 'ping 10.0.0.1', 'heartbeat 1d Nightly backup' or 'command disk'. Empty lines and lines that start with '# ' are ignored.\n\nPrints each line with its status: new, exists (the website has this monitor, which stays unchanged), or invalid with the problem. Valid lines are created even if others are invalid; the exit code is then 1.",
  examples: {
    'upvigil bulk create Shop --file monitors.txt --dry-run': 'What the lines would create',
    "echo 'https://shop.example.org/cart Cart #env:prod' | upvigil bulk create Shop --file -": 'From a pipe',
    '0 5 * * * upvigil bulk create Shop --file /etc/upvigil/shop.txt --tags env:prod >/dev/null':
      'In a crontab: add what is new in the list',
  },
  arguments: { website: refArgument('<website>', 'the website') },
  options: {
    file: fileOption('--file <path>', 'file with the lines, - for stdin; required'),
    ...editOptions(defaultFields),
    dryRun: flagOption('--dry-run', 'only say what the lines would create'),
  },
  json: 'an object with created and lines, an array with the status and problem of each',
  async run(context, { website, file, dryRun, ...input }) {
    if (file === null) throw new UsageError('--file <path> is required');
    const typed = `@${file}`;
    const text = (await readTexts([typed], context.terminal.streams.stdin, context.signal))(typed);
    const { api } = await context.connect('admin');
    const result = await api.monitors.bulkCreate({
      params: { websiteId: await websiteId(api, website) },
      body: { text, defaults: toBody(givenFields(defaultFields, input)), dry_run: dryRun },
    });
    await showList(context, { columns, rows: result.lines, json: result, empty: 'The text has no lines' });
    if (context.form === 'terminal') context.terminal.say(summary(result, dryRun));
    return result.lines.some(({ status }) => status === 'invalid') ? exitCodes.failed : exitCodes.done;
  },
});
