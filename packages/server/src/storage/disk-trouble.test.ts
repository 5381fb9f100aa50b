import { constants } from 'node:os';
import { expect, it } from 'vitest';
import { diskTroubleOf } from './disk-trouble.ts';

const error = (fields: object, message = 'write failed') => Object.assign(new Error(message), fields);
const { ENOSPC, EROFS, EIO } = constants.errno;

it.each([
  ['of a file', error({ code: 'ENOSPC' })],
  ['of a quota', error({ code: 'EDQUOT' })],
  ['of PostgreSQL', error({ code: '53100' })],
  ['of the driver of SQLite', error({ systemErrno: ENOSPC })],
  ['of SQLite in words', error({}, 'SQLITE_FULL: database or disk is full')],
  ['that caused another one', new Error('not written', { cause: error({ code: 'ENOSPC' }) })],
])('an error %s says that the disk is full', (_what, full) => {
  expect(diskTroubleOf(full)).toBe('The disk is full');
});

it.each([
  ['of a file', error({ code: 'EROFS' })],
  ['of the driver of SQLite', error({ errcode: 778, systemErrno: EROFS }, 'disk I/O error')],
  ['of SQLite that may not write its file', error({}, 'attempt to write a readonly database')],
])('an error %s says that the disk is read-only', (_what, readOnly) => {
  expect(diskTroubleOf(readOnly)).toBe('The disk is read-only');
});

it('an error of the hardware says that the disk is broken', () => {
  expect(diskTroubleOf(error({ systemErrno: EIO }, 'disk I/O error'))).toBe('The disk fails to read or write');
  expect(diskTroubleOf(error({}, 'disk I/O error'))).toBe('The disk fails to read or write');
  expect(diskTroubleOf(error({ code: 'EIO' }))).toBe('The disk fails to read or write');
});

it('a file that another program has locked is named', () => {
  const locked = error({ code: 'ERR_SQLITE_ERROR', errcode: 5 }, 'database is locked');
  expect(diskTroubleOf(locked)).toBe('Another program has locked the database file');
});

it('other errors, and what is none, say nothing of the disk', () => {
  const others = [error({ code: 'ENOENT' }), error({ code: '53200' }), error({ systemErrno: 24 }), 'ENOSPC', null];
  expect(others.map(diskTroubleOf)).toEqual(others.map(() => null));
});
