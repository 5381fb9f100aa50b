import { limits } from '@upvigil/core/limits';
import { expect, it } from 'vitest';
import { newScreenshotName } from '../../checks/screenshots/screenshot-files.ts';
import { type BackupColumn, parts } from './archive/parts.ts';
import { createNewestNames } from './newest-names.ts';

const checks = parts.find(({ table }) => table === 'checks');
if (!checks) throw new Error('there is no part of checks');
const part = checks;

const check = (monitor_id: number, screenshot: string | null): BackupColumn[] =>
  part.columns.map((column) => (column === 'monitor_id' ? monitor_id : column === 'screenshot' ? screenshot : 0));

async function collect(...pages: BackupColumn[][][]) {
  const names = createNewestNames();
  const seen: BackupColumn[][][] = [];
  async function* read(): AsyncGenerator<BackupColumn[][]> {
    yield* pages;
  }
  for await (const page of names.collect(part, read())) seen.push(page);
  return { seen, sorted: names.sorted() };
}

const named = (monitor: number, count: number): string[] =>
  Array.from({ length: count }, (_, at) => newScreenshotName(monitor, 1_700_000_000_000 + at));

it('the newest screenshots of each monitor are kept, up to its limit', async () => {
  const many = named(1, limits.screenshotsPerUrl + 2);
  const few = named(2, 2);
  const rows = [...many.map((name) => check(1, name)), ...few.map((name) => check(2, name))];
  const { sorted } = await collect(rows.slice(0, 3), rows.slice(3));
  expect(sorted).toEqual([...many.slice(2), ...few].sort());
});

it('checks pass unchanged, and a name of two checks is one file', async () => {
  const [name = ''] = named(1, 1);
  const pages = [[check(1, name), check(1, null)], [check(1, name)], [check(1, '../etc/passwd')]];
  const { seen, sorted } = await collect(...pages);
  expect(seen).toEqual(pages);
  expect(sorted).toEqual([name]);
});
