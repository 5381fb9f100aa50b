import type { AuditChange, AuditEvent } from '@upvigil/core/contract/audit';
import { defaults } from '@upvigil/core/defaults';
import { limits } from '@upvigil/core/limits';
import { accessMessages, auditActor, auditTarget } from '@upvigil/core/texts/access';
import type { Noun } from '../command.ts';
import { numberOption, textOption } from '../options/inputs.ts';
import { timeColumn } from '../output/columns.ts';
import type { Column } from '../output/table.ts';
import { listCommand } from './kit.ts';

const oneChange = ({ field, before, after }: AuditChange): string => `${field}: ${before ?? '-'} > ${after ?? '-'}`;

const columns: readonly Column<AuditEvent>[] = [
  timeColumn('TIME', ({ at }) => at),
  { header: 'ACTOR', text: auditActor, shrinkTo: 8 },
  { header: 'ACTION', text: ({ action }) => action },
  { header: 'TARGET', text: auditTarget, shrinkTo: 8 },
  { header: 'FROM', text: ({ ip }) => ip ?? '-', raw: ({ ip }) => ip ?? '', dropOrder: 2 },
  { header: 'VIA', text: ({ via }) => via, dropOrder: 3 },
  { header: 'CHANGES', text: ({ changes }) => changes.map(oneChange).join(', ') || '-', shrinkTo: 10, dropOrder: 1 },
];

const audit = listCommand({
  path: ['audit'],
  summary: 'show who changed what',
  description: `Lists changes, newest first: when, by whom, from where, and the values before and after. Shows up to ${limits.listLimit.max}; use the options to narrow the list.`,
  examples: {
    'upvigil audit --hours 24': 'Changes since yesterday',
    'upvigil audit --action monitor.update --actor owner': 'Edits of monitors by the owner',
    "upvigil audit --target 'website:3' --json": 'Everything that changed on one website',
    '0 8 * * * upvigil audit --hours 24 --action session.refuse':
      'In a crontab: mail refused sign-ins, if there were any',
  },
  options: {
    hours: numberOption('--hours <n>', 'hours to look back', limits.hours, defaults.hours.audit),
    actor: textOption('--actor <actor>', 'owner, token, or the name of a token'),
    action: textOption('--action <action>', 'an action such as monitor.update, or monitor for all actions on monitors'),
    target: textOption('--target <target>', 'a name, or a kind and an id such as website:3'),
  },
  json: 'the array of events, with all changes',
  columns,
  empty: accessMessages.auditEmpty,
  read: (api, { hours, actor, action, target }) =>
    api.audit.list({ query: { hours, limit: limits.listLimit.max, ...given({ actor, action, target }) } }),
});

const given = (filters: Record<string, string | null>): Record<string, string> =>
  Object.fromEntries(Object.entries(filters).flatMap(([name, text]) => (text === null ? [] : [[name, text]])));

export const auditNoun: Noun = {
  commands: [audit],
};
