import { formatBytes } from '@upvigil/core/format/bytes';
import { stripControls } from '@upvigil/core/format/foreign-text';
import type { Context } from '../context.ts';
import { CommandError } from '../failures.ts';
import { type Line, line, span } from '../output/paint.ts';
import { dayAndTime } from '../output/times.ts';

export interface ArchiveContent {
  format_version: number;
  product_version: string;
  created: string;
  /** In bytes. */
  size: number;
  /** Number of rows by table. */
  rows: Record<string, number>;
  screenshots: number;
}

/**
 * Reads a backup file completely and checks it as a restore would.
 * @throws CommandError with the reason when it is damaged
 */
export async function readArchive({ terminal }: Context, file: string): Promise<ArchiveContent> {
  const { verifyBackup } = await import('@upvigil/server/operations/backup/verify-backup');
  const progress = terminal.progress('Checking', (rows) => `${rows} rows`);
  try {
    const { product_version, ...content } = await verifyBackup(file, {
      onProgress: (rows) => progress.update(rows, null),
    });
    return { ...content, product_version: stripControls(product_version) };
  } catch (error) {
    throw new CommandError(`${file} is not a valid backup: ${(error as Error).message}`, { cause: error });
  } finally {
    progress.end();
  }
}

/** For programs: a row with `rows`, table and count for each table, then the other figures by name. */
export const contentRows = ({ rows, created, product_version, size, screenshots }: ArchiveContent): string[][] => [
  ['created', created],
  ['product_version', product_version],
  ['size', String(size)],
  ['screenshots', String(screenshots)],
  ...Object.entries(rows).map(([table, count]) => ['rows', table, String(count)]),
];

export function contentLines(
  file: string,
  { rows, created, product_version, size, screenshots }: ArchiveContent,
): Line[] {
  const tables = Object.entries(rows).filter(([, count]) => count > 0);
  const nameWidth = Math.max('Screenshots'.length, ...tables.map(([table]) => table.length));
  const entry = (name: string, value: string): Line => line(span(`  ${name.padEnd(nameWidth)}  `, 'quiet'), value);
  return [
    line(span(`${file} is a valid backup`, 'good')),
    entry('Created', `${dayAndTime(created)}, by version ${product_version}`),
    entry('Size', formatBytes(size)),
    entry('Screenshots', String(screenshots)),
    ...tables.map(([table, count]) => entry(table, `${count} ${count === 1 ? 'row' : 'rows'}`)),
  ];
}
