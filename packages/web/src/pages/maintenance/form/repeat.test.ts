import { parseRecurrence } from '@upvigil/core/contract/fields/recurrence';
import { describe, expect, it } from 'vitest';
import { once, type Repeat, repeatOf, ruleOf } from './repeat.ts';

describe('the rule of the form', () => {
  it.each<[Partial<Repeat>, string | null]>([
    [{}, null],
    [{ every: 'daily' }, 'FREQ=DAILY'],
    [{ every: 'daily', interval: 3, ends: 'count', count: 5 }, 'FREQ=DAILY;INTERVAL=3;COUNT=5'],
    [{ every: 'weekly', weekdays: ['MO', 'TH'] }, 'FREQ=WEEKLY;BYDAY=MO,TH'],
    [{ every: 'weekly', interval: 2 }, 'FREQ=WEEKLY;INTERVAL=2'],
    [{ every: 'monthly', date: '-1' }, 'FREQ=MONTHLY;BYMONTHDAY=-1'],
    [{ every: 'monthly', on: 'weekday', nth: '-1', weekday: 'FR' }, 'FREQ=MONTHLY;BYDAY=-1FR'],
    [{ every: 'weekly', ends: 'until', until: '2027-12-31' }, 'FREQ=WEEKLY;UNTIL=20271231'],
  ])('%j is %s, and is read from it again', (chosen, rule) => {
    const repeat = { ...once, ...chosen };
    expect(ruleOf(repeat)).toBe(rule);
    expect(ruleOf(repeatOf(rule, '2027-03-28T02:30'))).toBe(rule);
    if (rule !== null) expect(parseRecurrence(rule)).not.toHaveProperty('problem');
  });

  it.each<[Partial<Repeat>, string]>([
    [{ interval: Number.NaN }, 'INTERVAL must be between 1 and 52'],
    [{ ends: 'count', count: Number.NaN }, 'COUNT must be between 1 and 9999'],
    [{ ends: 'until', until: '' }, 'UNTIL must be a date or a time, such as 20271231 or 20271231T235959Z'],
  ])('%j, a field left empty, is refused and never forgotten', (chosen, problem) => {
    expect(parseRecurrence(ruleOf({ ...once, every: 'daily', ...chosen }) ?? '')).toEqual({ problem });
  });

  it.each([
    'FREQ=DAILY;BYDAY=MO,TU',
    'FREQ=MONTHLY;BYDAY=1MO,3MO',
    'FREQ=MONTHLY;BYMONTHDAY=1,15',
    'FREQ=MONTHLY;BYDAY=SU',
    'FREQ=WEEKLY;UNTIL=20271231T120000Z',
  ])('%s, which the fields cannot say, stays as it is written', (rule) => {
    const repeat = repeatOf(rule, '2027-03-28T02:30');
    expect(repeat).toMatchObject({ every: 'rule', rule });
    expect(ruleOf(repeat)).toBe(rule);
  });

  it('uses the date of the start for a monthly rule without a day', () => {
    expect(repeatOf('FREQ=MONTHLY', '2027-03-28T02:30')).toMatchObject({ every: 'monthly', on: 'date', date: '28' });
    expect(repeatOf('freq=weekly;interval=1', '2027-03-28T02:30')).toMatchObject({ every: 'weekly', interval: 1 });
  });
});
