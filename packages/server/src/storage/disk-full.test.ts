import { constants } from 'node:os';
import { expect, it } from 'vitest';
import { isDiskFull } from './disk-full.ts';

const error = (fields: object, message = 'write failed') => Object.assign(new Error(message), fields);

it.each([
  ['of a file', error({ code: 'ENOSPC' })],
  ['of a quota', error({ code: 'EDQUOT' })],
  ['of PostgreSQL', error({ code: '53100' })],
  ['of the driver of SQLite', error({ systemErrno: constants.errno.ENOSPC })],
  ['of SQLite in words', error({}, 'SQLITE_FULL: database or disk is full')],
  ['that caused another one', new Error('not written', { cause: error({ code: 'ENOSPC' }) })],
])('an error %s says that the disk is full', (_what, full) => {
  expect(isDiskFull(full)).toBe(true);
});

it('other errors, and what is none, say nothing of the disk', () => {
  expect(
    [error({ code: 'EIO' }), error({ code: '53200' }), error({ systemErrno: 5 }), 'ENOSPC', null].some(isDiskFull),
  ).toBe(false);
});
