import { plannedRuns } from '@upvigil/core/rules/maintenance-runs';
import { expect, it } from 'vitest';
import { placeIn } from '../../packages/server/src/alerts/maintenance/place-times.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;
const perDay = 1440;

const zones = [
  ...['UTC', 'Europe/Berlin', 'Europe/London', 'Europe/Dublin', 'America/New_York', 'America/St_Johns'],
  ...['America/Sao_Paulo', 'America/Santiago', 'America/Havana', 'America/Los_Angeles', 'Asia/Kolkata'],
  ...['Asia/Kathmandu', 'Asia/Tehran', 'Asia/Beirut', 'Asia/Tokyo', 'Africa/Casablanca', 'Africa/Cairo'],
  ...['Australia/Lord_Howe', 'Australia/Sydney', 'Pacific/Chatham'],
];

/** The days of one zone are walked minute by minute. */
const first = Date.UTC(2026, 11, 30);
const last = Date.UTC(2028, 0, 3);

/** The wall minutes shown at each minute of UTC, in order. */
interface Arrivals {
  utc: Int32Array;
  wall: Int32Array;
}

/**
 * Walks through all minutes like a person who watches a clock in that zone. A wall time counts when it is first shown.
 * A time that a clock change skips counts later, by as much as it is after the last minute shown before.
 */
function walk(timeZone: string): Arrivals {
  const parts = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const;
  const format = new Intl.DateTimeFormat('sv-SE', { ...parts, hourCycle: 'h23', timeZone });
  const arrivals: [utc: number, wall: number][] = [];
  let newest = Number.NEGATIVE_INFINITY;
  let shown = 0;
  for (let at = first / minuteMs; at < last / minuteMs; at++) {
    // Clocks change only at quarters of an hour.
    shown = at % 15 === 0 ? Date.parse(`${format.format(at * minuteMs).replace(' ', 'T')}Z`) / minuteMs : shown + 1;
    if (shown <= newest) continue;
    const skipped = Number.isFinite(newest) ? shown - newest - 1 : 0;
    for (let ahead = 0; ahead < skipped; ahead++) arrivals.push([at + ahead, newest + 1 + ahead]);
    arrivals.push([at, shown]);
    newest = shown;
  }
  arrivals.sort(([one], [other]) => one - other);
  return { utc: Int32Array.from(arrivals, ([utc]) => utc), wall: Int32Array.from(arrivals, ([, wall]) => wall) };
}

/** Pseudo-random numbers, the same in each run: mulberry32. */
function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const names = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];

interface Rule {
  text: string;
  /** Whether a day is one of the rule's days. `day` and `start` in days since 1970. */
  isDay(day: number, start: number): boolean;
  count: number;
}

const monthsOf = (day: number): number => {
  const date = new Date(day * dayMs);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
};
const weekday = (day: number): number => (new Date(day * dayMs).getUTCDay() + 6) % 7;
const dayOfMonth = (day: number): number => new Date(day * dayMs).getUTCDate();
const isLastOf = (day: number): boolean => dayOfMonth(day + 1) === 1;

function anyRule(pick: (below: number) => number): Rule {
  const interval = 1 + pick(3);
  const count = pick(2) === 0 ? 1 + pick(6) : Number.POSITIVE_INFINITY;
  const ending =
    (count === Number.POSITIVE_INFINITY ? '' : `;COUNT=${count}`) + (interval > 1 ? `;INTERVAL=${interval}` : '');
  const days = [pick(7), pick(7)];
  const byDay = `;BYDAY=${[...new Set(days)].map((one) => names[one]).join(',')}`;
  const monthDay = 1 + pick(31);
  const nth = 1 + pick(4);
  const name = names[days[0] ?? 0];
  const kinds: Rule[] = [
    { text: 'FREQ=DAILY', count, isDay: (day, start) => (day - start) % interval === 0 },
    {
      text: `FREQ=WEEKLY${byDay}`,
      count,
      isDay: (day, start) =>
        days.includes(weekday(day)) && ((day - weekday(day) - (start - weekday(start))) / 7) % interval === 0,
    },
    {
      text: `FREQ=MONTHLY;BYMONTHDAY=${monthDay},-1`,
      count,
      isDay: (day, start) =>
        (monthsOf(day) - monthsOf(start)) % interval === 0 && (dayOfMonth(day) === monthDay || isLastOf(day)),
    },
    {
      text: `FREQ=MONTHLY;BYDAY=${nth}${name},-1${name}`,
      count,
      isDay: (day, start) =>
        (monthsOf(day) - monthsOf(start)) % interval === 0 &&
        weekday(day) === days[0] &&
        (Math.floor((dayOfMonth(day) - 1) / 7) === nth - 1 || monthsOf(day + 7) !== monthsOf(day)),
    },
  ];
  const rule = kinds[pick(kinds.length)] as Rule;
  return { ...rule, text: rule.text + ending };
}

/** The expected runs: each minute whose wall time is that of the rule, on one of its days. */
function expected({ utc, wall }: Arrivals, rule: Rule, start: number, startMinute: number, to: number): number[] {
  const found: number[] = [];
  let counted = 0;
  for (let at = 0; at < wall.length && (utc[at] ?? 0) < to; at++) {
    const shown = wall[at] ?? 0;
    if (shown % perDay !== startMinute) continue;
    const day = (shown - startMinute) / perDay;
    if (day < start || !rule.isDay(day, start)) continue;
    counted += 1;
    if (counted > rule.count) break;
    found.push((utc[at] ?? 0) * minuteMs);
  }
  return found;
}

it('24.1: 10,000 seeded rules in 20 zones agree with a walk minute by minute', async () => {
  const wrong: string[] = [];
  for (const [number, zone] of zones.entries()) {
    const arrivals = walk(zone);
    const place = await placeIn(zone);
    const pick = seeded(number + 1);
    for (let times = 0; times < 500; times++) {
      const rule = anyRule(pick);
      const start = Date.UTC(2027, pick(12), 1 + pick(28)) / dayMs;
      // Half of them near midnight and the hours in which clocks change.
      const minute = pick(2) === 0 ? pick(perDay) : pick(4 * 60);
      const to = Math.min(start * perDay + 120 * perDay, Date.UTC(2027, 11, 31) / minuteMs);
      const starts_at = new Date(start * dayMs + minute * minuteMs).toISOString().slice(0, 16);
      const schedule = { starts_at, rrule: rule.text, duration_minutes: 1 };
      const runs = plannedRuns(schedule, place, { from: 0, to: to * minuteMs }).map((run) => run.starts_at);
      const met = expected(arrivals, rule, start, minute, to);
      if (JSON.stringify(runs) !== JSON.stringify(met)) wrong.push(`${zone} ${starts_at} ${rule.text}: ${runs} ${met}`);
    }
  }
  expect(wrong.slice(0, 3)).toEqual([]);
}, 120_000);
