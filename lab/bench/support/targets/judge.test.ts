import { describe, expect, it } from 'vitest';
import { judge, tableOf } from './judge.ts';
import type { Figure } from './report-figure.ts';
import type { Limit } from './targets.ts';

/** The verdict on one figure of the target `restart`, which has this limit here. */
function verdictOn(limit: Limit, figure: Omit<Figure, 'target'>) {
  const [judgement] = judge({ restart: { by: 'memory', what: 'restart', unit: 's', limit } }, [
    { target: 'restart', ...figure },
  ]);
  return judgement?.verdict;
}

const beside = { name: 'bare loop', measured: 2 };

describe('a figure is judged by its limit', () => {
  it.each<[Limit, Omit<Figure, 'target'>, string]>([
    [{ most: 5 }, { measured: 5 }, 'met'],
    [{ most: 5 }, { measured: 5.01 }, 'MISSED'],
    [{ least: 100 }, { measured: 100 }, 'met'],
    [{ least: 100 }, { measured: 99 }, 'MISSED'],
    [{ mostTimes: 1.5 }, { measured: 3, beside }, 'met'],
    [{ mostTimes: 1.5 }, { measured: 3.1, beside }, 'MISSED'],
  ])('%j of %j: %s', (limit, figure, verdict) => {
    expect(verdictOn(limit, figure)).toBe(verdict);
  });

  it('meets a target with two limits when one holds', () => {
    expect(verdictOn({ most: 1, mostTimes: 1.5 }, { measured: 3, beside })).toBe('met');
    expect(verdictOn({ most: 4, mostTimes: 1.1 }, { measured: 3, beside })).toBe('met');
    expect(verdictOn({ most: 1, mostTimes: 1.1 }, { measured: 3, beside })).toBe('MISSED');
  });

  it('misses a ratio when nothing was measured beside it', () => {
    expect(verdictOn({ mostTimes: 1.5 }, { measured: 3 })).toBe('MISSED');
  });

  it('misses what could not be measured', () => {
    expect(verdictOn({ most: 5 }, { measured: Number.NaN })).toBe('MISSED');
    expect(verdictOn({ least: 5 }, { measured: Number.NaN })).toBe('MISSED');
  });
});

describe('the table', () => {
  const restart = { by: 'memory', what: 'restart', unit: 's', limit: { most: 5, mostTimes: 1.5 } };

  it('has a line for each of several figures of one target', () => {
    const table = tableOf(
      judge({ restart }, [
        { target: 'restart', measured: 1.2345, of: 'small', beside },
        { target: 'restart', measured: 1234.5, of: 'large' },
      ]),
    );
    expect(table).toEqual([
      'what            limit              measured  beside            ratio  verdict',
      'restart: small  <= 5 s or <= 1.5x  1.23 s    bare loop 2.00 s  0.62x  met',
      'restart: large  <= 5 s or <= 1.5x  1235 s                             MISSED',
    ]);
  });

  it('has a line for a target that nothing was reported of', () => {
    expect(judge({ restart }, [])).toMatchObject([{ what: 'restart', verdict: 'NOT MEASURED' }]);
  });
});
