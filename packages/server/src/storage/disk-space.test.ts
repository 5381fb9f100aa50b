import os from 'node:os';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../clock.ts';
import type { StatementListener } from './database.ts';
import { createDiskSpace, type DiskSigns, isFull } from './disk-space.ts';

const now = 1_000_000;
const fine: DiskSigns = { free: 1e9, refusedAt: null, storedAt: null, failingSince: null };

describe('the disk is taken for full', () => {
  it.each<[string, Partial<DiskSigns>, boolean]>([
    ['nothing is known', { free: null }, false],
    ['hardly a byte is free', { free: 4096 }, true],
    ['something was refused just now', { refusedAt: now - 5_000 }, true],
    ['something was stored since', { refusedAt: now - 5_000, storedAt: now - 1_000 }, false],
    [
      'results still wait although something small was stored',
      { refusedAt: now - 5_000, storedAt: now - 1_000, failingSince: now - 9_000 },
      true,
    ],
    ['results wait for another reason', { refusedAt: now - 90_000, failingSince: now - 9_000 }, false],
    ['nobody tried to write for a while', { refusedAt: now - 90_000 }, false],
  ])('when %s: %o is %s', (_what, signs, expected) => {
    expect(isFull({ ...fine, ...signs }, now)).toBe(expected);
  });

  it('and named in one line of the log, with another when there is space again', () => {
    const lines: object[] = [];
    const note = (fields: object, message: string): void => void lines.push({ ...fields, message });
    let tell: StatementListener = () => undefined;
    const hear = (listener: StatementListener): void => {
      tell = listener;
    };
    createDiskSpace({
      storage: { dialect: 'sqlite', onStatement: hear },
      dataDir: os.tmpdir(),
      clock: { ...systemClock, now: () => now, monotonic: () => 0 },
      log: { warn: note, error: note },
      failingSince: () => null,
    });
    const full = new Error('database or disk is full');
    tell('insert into checks', full, 1);
    tell('rollback', null, 1);
    tell('insert into checks', full, 1);
    tell('commit', null, 1);
    expect(lines).toEqual([
      {
        disk: os.tmpdir(),
        err: full,
        message: `The disk is full: nothing can be stored in ${os.tmpdir()}; results wait`,
      },
      { disk: os.tmpdir(), message: 'There is space on the disk again' },
    ]);
  });
});
