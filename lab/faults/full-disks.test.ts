import { expect, test } from 'vitest';
import { runFullDisks } from '../support/faults/run-full-disks.ts';
import { smallDiskProblem } from '../support/faults/small-disk.ts';

/** Numbers of free pages: the disk becomes full at another point of the work for each, and the last is enough. */
const freePages = [0, 12, 33, 60, 300];

test.skipIf(smallDiskProblem() !== null)(
  'loses nothing that it answered, damages nothing and says so, wherever in its work the space of the disk ends',
  async () => {
    const { wrong, refused, whole, rounds } = await runFullDisks({ freePages, wholeRounds: 1 });
    expect(wrong).toEqual([]);
    expect({ whole, rounds }).toEqual({ whole: 1, rounds: freePages.length });
    expect(Object.keys(refused)).toEqual(expect.arrayContaining(['a restore', 'a website', 'a check', 'a backup']));
  },
  180_000,
);
