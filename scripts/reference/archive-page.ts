import { formatVersion } from '@upvigil/server/operations/backup/archive/archive';
import { tables } from '@upvigil/server/storage/tables';
import type { Column } from '@upvigil/server/storage/tables/columns';
import type { Table } from '@upvigil/server/storage/tables/table';
import { madeBy, page, table } from './markdown.ts';

/** The tables of the backup archive, and the valid values of every column. */
export function archivePage(): string {
  const archived = Object.entries<Table>(tables).filter(([, { keptBy }]) => keptBy === 'archive');
  return page(
    madeBy,
    '# Tables of the backup archive',
    `The parts of format version ${formatVersion} in their order. [The backup archive](../backup-format.md) explains the format and the values.`,
    ...archived.flatMap(([name, described]) => [`## \`${name}\``, headOf(described), columnsOf(described)]),
  );
}

function headOf({ key, since }: Table): string {
  const keyNames = key.map((column) => `\`${column}\``).join(', ');
  return `Key: ${keyNames}.${since > 1 ? ` Since version ${since}.` : ''}`;
}

const columnsOf = ({ columns }: Table): string =>
  table(
    ['column', 'value', 'since'],
    Object.entries(columns).map(([name, column]) => [
      `\`${name}\``,
      describeValue(column),
      String(column.added?.in ?? ''),
    ]),
  );

const describeValue = ({ form, references }: Column<unknown>): string =>
  references === undefined ? form : `${form}, of \`${references}\``;
