import { describe, expect, test } from 'vitest';
import { findFullRooms, findTestImports } from './check-rooms.ts';

const room = 'packages/server/src/engine';
const files = (count: number, ending = '.ts'): string[] =>
  Array.from({ length: count }, (_, index) => `${room}/file-${index}${ending}`);

describe('the size of a room', () => {
  test('is twelve source files, tests and what helps them apart', () => {
    const beside = [...files(9, '.test.ts'), `${room}/testing/sink.ts`, `${room}/thread/thread.ts`];
    expect(findFullRooms([...files(12), ...beside], {})).toEqual([]);
    expect(findFullRooms([...files(13), ...beside], {})).toEqual([
      `${room} holds 13 source files, and a room holds 12: arrange it in rooms`,
    ]);
  });

  test('holds for what helps tests and tools too, and not for the lists of what can be run', () => {
    const many = (folder: string): string[] => Array.from({ length: 13 }, (_, index) => `${folder}/file-${index}.ts`);
    expect(findFullRooms([...many('e2e'), ...many('scripts'), ...many('bench')], {})).toEqual([]);
    expect(findFullRooms(many('e2e/support/kills'), {})).toHaveLength(1);
  });

  test('may be larger with a reason, for as long as the reason is needed', () => {
    expect(findFullRooms(files(13), { [room]: 'a reason' })).toEqual([]);
    expect(findFullRooms(files(12), { [room]: 'a reason' })).toEqual([
      `${room} needs no note in scripts/check-rooms.ts any more`,
    ]);
  });
});

test('what only tests use is imported by tests and by what helps them', () => {
  const text = "import { createFakeApi } from '@upvigil/core/testing/fake-api';";
  const allowed = [`${room}/engine.test.ts`, `${room}/testing/lab.ts`, `${room}/probes/conformance.ts`];
  expect(findTestImports([...allowed, `${room}/engine.ts`], () => text)).toEqual([
    `${room}/engine.ts imports from a folder testing, which is for tests only`,
  ]);
  expect(findTestImports([`${room}/engine.ts`], () => "import './testing.ts';")).toEqual([]);
});
