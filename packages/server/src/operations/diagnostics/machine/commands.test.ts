import { expect, it } from 'vitest';
import { commandsFinding } from './commands.ts';

const facts = { own: ['disk', 'web'], known: ['disk', 'web'], needed: ['disk'], missing: [] };

it('finds monitors whose command no server has', () => {
  expect(commandsFinding({ ...facts, known: ['web'] })).toMatchObject({
    status: 'fail',
    message: 'Monitors have commands that no server has: disk',
  });
  expect(commandsFinding({ ...facts, own: [], known: [] })).toMatchObject({ status: 'fail' });
  expect(commandsFinding({ ...facts, own: [] })).toMatchObject({ status: 'skipped' });
});

it('warns of limits that do not apply, and counts the commands', () => {
  expect(commandsFinding({ ...facts, missing: ['prlimit'] })).toMatchObject({ status: 'warn' });
  expect(commandsFinding(facts)).toMatchObject({ status: 'ok', message: '2 commands' });
});
