import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CommandMonitor, commandChange } from './command-share.ts';

const workers = [
  { id: 'a', commands: ['disk'] },
  { id: 'b', commands: ['disk', 'web'] },
  { id: 'c', commands: [] },
];
const monitors = (command: string, owner: string | null): CommandMonitor[] =>
  Array.from({ length: 6 }, (_, id) => ({ id, command, owner }));

describe('the monitors with a command', () => {
  it('go only to workers that have it, in equal parts', () => {
    const taken = (id: string, command: string) => commandChange(id, monitors(command, null), workers).take.length;
    expect(['a', 'b', 'c'].map((id) => taken(id, 'disk'))).toEqual([3, 3, 0]);
    expect(['a', 'b', 'c'].map((id) => taken(id, 'web'))).toEqual([0, 6, 0]);
  });

  it('go to any worker if none has it', () => {
    const taken = (id: string) => commandChange(id, monitors('raid', null), workers).take.length;
    expect(['a', 'b', 'c'].map(taken)).toEqual([2, 2, 2]);
  });

  it('are given back by a worker that lacks it as soon as another has it', () => {
    expect(commandChange('c', monitors('web', 'c'), workers)).toEqual({ take: [], give: [0, 1, 2, 3, 4, 5] });
    expect(commandChange('b', monitors('web', 'b'), workers)).toEqual({ take: [], give: [] });
  });

  it('are never left without a worker, nor checked by two', () => {
    const worker = fc.record({ commands: fc.subarray(['disk', 'web']) });
    fc.assert(
      fc.property(fc.array(worker, { minLength: 1, maxLength: 4 }), fc.integer({ min: 0 }), (given, id) => {
        const all = given.map(({ commands }, at) => ({ id: `w${at}`, commands }));
        const free = [{ id, command: 'disk', owner: null }];
        expect(all.filter((each) => commandChange(each.id, free, all).take.length > 0)).toHaveLength(1);
      }),
      { numRuns: 50 },
    );
  });
});
