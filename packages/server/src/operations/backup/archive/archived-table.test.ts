import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { InvalidBackupError } from './archive.ts';
import { openArchivedTable } from './archived-table.ts';
import type { FormatStep } from './format-steps.ts';
import type { BackupColumn, BackupTable } from './parts.ts';

const file = 'tables/websites.ndjson';
/** The table in this version, fixed, so that later columns do not change the test. */
const websites: BackupTable = {
  table: 'websites',
  file,
  columns: ['id', 'name', 'description', 'created_at'],
  key: [0],
  blobs: [],
  references: [],
  row: z.unknown(),
  isRow: (row): row is BackupColumn[] => Array.isArray(row),
};

/**
 * As if version 2 had added the description and a mood, version 3 had removed the mood and an owner and added the
 * time, and version 4 had changed the content of the name.
 */
const steps: readonly FormatStep[] = [
  { tables: [], added: { websites: { description: ({ name }) => `about ${name}`, mood: () => 'good' } }, removed: {} },
  {
    tables: [],
    added: { websites: { created_at: ({ mood }) => (mood === 'good' ? 7 : 8) } },
    removed: { websites: ['owner', 'mood'], alerts: ['colour'] },
  },
  { tables: [], added: { websites: { name: ({ name }) => `The ${name}` } }, removed: { websites: ['name'] } },
];
const open = (version: number, columns: readonly string[]) =>
  openArchivedTable(websites, { file, columns: [...columns] }, version, steps);

describe('a row of an archive', () => {
  it('of this version is unchanged', () => {
    const table = open(4, ['id', 'name', 'description', 'created_at']);
    expect(table.parse('[1,"Shop",null,5]', 1)).toEqual([1, 'Shop', null, 5]);
  });

  it('of an older version gets missing columns, and loses removed ones', () => {
    const second = open(2, ['id', 'name', 'owner', 'description', 'mood']);
    expect(second.parse('[1,"Shop","me","old","bad"]', 1)).toEqual([1, 'The Shop', 'old', 8]);
    expect(open(1, ['id', 'name', 'owner']).parse('[1,"Shop","me"]', 1)).toEqual([1, 'The Shop', 'about Shop', 7]);
  });

  it('gets a new value for a column with a new meaning', () => {
    const third = open(3, ['created_at', 'id', 'name', 'description']);
    expect(third.parse('[5,1,"Shop",null]', 1)).toEqual([1, 'The Shop', null, 5]);
  });

  it("has its values by the archive's column names, in any order", () => {
    expect(open(1, ['owner', 'name', 'id']).parse('["me","Shop",1]', 1)).toEqual([1, 'The Shop', 'about Shop', 7]);
  });

  it.each(['[1,"Shop"]', '[1,"Shop","me",4]', '{"id":1}', 'letter', ''])(
    'is refused with its line when it is not one of that version: %s',
    (line) => {
      const parse = () => open(1, ['id', 'name', 'owner']).parse(line, 12);
      expect(parse).toThrow(new InvalidBackupError(`${file}, line 12: not an array of 3 values`));
    },
  );
});

describe('an archive is refused when it lists', () => {
  it.each([
    ['a column that the table never had', 4, ['id', 'name', 'description', 'created_at', 'colour']],
    ['a column that the version dropped', 3, ['id', 'name', 'description', 'created_at', 'owner']],
    ['no column that the version has', 3, ['id', 'name', 'description']],
    ['a column before it was there', 1, ['id', 'name', 'owner', 'description']],
    ['no column that the version still had', 2, ['id', 'name', 'description', 'mood']],
    ['a column twice', 1, ['id', 'name', 'owner', 'owner']],
    ['two columns as one', 1, ['id,name', 'owner']],
  ])('%s', (_what, version, columns) => {
    const message = `The part ${file} does not have the columns of format version ${version}`;
    expect(() => open(version, columns)).toThrow(new InvalidBackupError(message));
  });

  it('a table in another file', () => {
    const listed = { file: 'tables/alerts.ndjson', columns: [...websites.columns] };
    expect(() => openArchivedTable(websites, listed, 1, [])).toThrow(InvalidBackupError);
  });
});
