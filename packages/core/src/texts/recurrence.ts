import { parseRecurrence, type Recurrence } from '../contract/fields/recurrence.ts';

const dayWords = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const nthWords: Readonly<Record<number, string>> = { 1: 'first', 2: 'second', 3: 'third', 4: 'fourth', [-1]: 'last' };
const units = { DAILY: 'day', WEEKLY: 'week', MONTHLY: 'month' } as const;

const listOf = (words: readonly string[]): string => new Intl.ListFormat('en').format(words);

/**
 * A rule in words: 'Every 2 weeks on Tue and Thu, 5 times', 'Every month on the last Fri'; 'Once' without a rule. An
 * invalid rule is returned as it is.
 */
export function ruleInWords(rrule: string | null): string {
  if (rrule === null) return 'Once';
  const parsed = parseRecurrence(rrule);
  if ('problem' in parsed) return rrule;
  const { frequency, interval } = parsed.recurrence;
  const unit = units[frequency];
  const every = interval === 1 ? `Every ${unit}` : `Every ${interval} ${unit}s`;
  return [every, ...daysInWords(parsed.recurrence)].join(' ') + endInWords(parsed.recurrence);
}

function daysInWords({ byDay, byMonthDay }: Recurrence): string[] {
  const dates = byMonthDay.map((date) => (date === -1 ? 'the last day' : `day ${date}`));
  const days = byDay.map(({ weekday, nth }) => {
    const name = dayWords[weekday] ?? '';
    return nth === null ? name : `the ${nthWords[nth]} ${name}`;
  });
  if (dates.length === 0 && days.length === 0) return [];
  return [
    'on',
    [dates, days]
      .filter((part) => part.length > 0)
      .map(listOf)
      .join(', if it is '),
  ];
}

function endInWords({ count, until }: Recurrence): string {
  if (count !== null) return count === 1 ? ', 1 time' : `, ${count} times`;
  if (until === null) return '';
  const at = 'wall' in until ? until.wall : until.moment;
  return `, until ${new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' }).format(at)}`;
}
