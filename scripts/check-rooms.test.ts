import { describe, expect, test } from 'vitest';
import { findFullRooms } from './check-rooms.ts';

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

  test('may be larger with a reason, for as long as the reason is needed', () => {
    expect(findFullRooms(files(13), { [room]: 'a reason' })).toEqual([]);
    expect(findFullRooms(files(12), { [room]: 'a reason' })).toEqual([
      `${room} needs no note in scripts/check-rooms.ts any more`,
    ]);
  });
});
