import { beforeEach, describe, expect, it } from 'vitest';
import { type BackupTableName, parts } from './parts.ts';
import { createRowChecker, type RowChecker } from './row-checker.ts';

let checker: RowChecker;
beforeEach(() => {
  checker = createRowChecker();
});

function check(table: BackupTableName, row: unknown[], line = 1): void {
  const part = parts.find((one) => one.table === table);
  if (!part) throw new Error(`no part ${table}`);
  checker.check(part, row, line);
}

const website = (id: unknown) => [id, 'Shop', null, 5, null];
const rollup = (monitor: number, start: number) => [monitor, start, 1, 0, 0, 9, 9, 9, 'AQE=', null, 0, 0, 60];
const slack = (websiteId: number) => [websiteId, '{}'];
const setting = (key: string) => [key, 'null'];

describe('rows of an archive', () => {
  it('are refused with file, line, column and reason', () => {
    expect(() => check('websites', website(0), 7)).toThrow(/^tables\/websites\.ndjson, line 7: id: /);
  });

  it('have ascending keys', () => {
    check('websites', website(2));
    check('websites', website(5));
    expect(() => check('websites', website(5))).toThrow('its key is not greater than the one before');
    expect(() => check('websites', website(4))).toThrow('its key is not greater than the one before');
  });

  it('have text keys in any order, each once', () => {
    check('settings', setting('b'));
    check('settings', setting('a'));
    expect(() => check('settings', setting('b'))).toThrow('its key is not greater than the one before');
  });

  it('refer to earlier rows only', () => {
    check('websites', website(3));
    expect(() => check('slack_settings', slack(4))).toThrow('website_id 4 refers to nothing in websites');
    expect(() => check('rollups_daily', rollup(1, 0))).toThrow('monitor_id 1 refers to nothing in monitors');
  });

  it('may have null references', () => {
    check('websites', website(3));
    check('silences', [1, 3, null, 9, 'Works', 5]);
    expect(() => check('silences', [2, null, 4, 9, 'Works', 5])).toThrow('monitor_id 4 refers to nothing in monitors');
  });

  it('of a referenced table are limited by the memory', () => {
    expect(() => check('websites', website(1), 4_000_001)).toThrow('has more than 4000000 rows');
    check('settings', setting('a'), 4_000_001);
  });
});
