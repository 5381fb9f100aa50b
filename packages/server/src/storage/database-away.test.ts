import { expect, it } from 'vitest';
import { DatabaseAwayError, isDatabaseAway } from './database-away.ts';
import { SilentConnectionError } from './postgres/silence-detector.ts';

const withCode = (code: string): Error => Object.assign(new Error('refused'), { code });

it.each([
  ['a connection that went silent', new SilentConnectionError('PostgreSQL did not answer')],
  ['a connection that broke', new Error('Connection terminated unexpectedly')],
  ['no connection', new DatabaseAwayError('connect ECONNREFUSED 127.0.0.1:5432')],
  ['a server that shuts down', withCode('57P01')],
  ['a server that starts', withCode('57P03')],
  ['a lost connection, by the server', withCode('08006')],
])('%s means an unreachable database', (_, error) => {
  expect(isDatabaseAway(error)).toBe(true);
});

it.each([
  ['a constraint', withCode('23505')],
  ['a statement that took too long', withCode('57014')],
  ['a refused connection with something else', withCode('ECONNREFUSED')],
  ['a bug', new TypeError('undefined is not a function')],
  ['no error', undefined],
])('%s does not', (_, error) => {
  expect(isDatabaseAway(error)).toBe(false);
});
