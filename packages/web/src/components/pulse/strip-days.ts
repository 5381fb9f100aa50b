import type { DailyUptime } from '@upvigil/core/contract/public-status';
import { defaults } from '@upvigil/core/defaults';
import { formatPercent } from '@upvigil/core/format/percent';
import type { Tone } from '@upvigil/core/status/tone';
import { uptimeTone } from '@upvigil/core/status/uptime-level';
import { formatUtcDay } from '../time/time-format.ts';

/** One segment of a day strip. */
export interface StripDay {
  /** 1 is the oldest. */
  number: number;
  /** '2 Nov', or null where the server sent no such day. */
  date: string | null;
  uptime: number | null;
  checks: number;
  /** As the server tells it; else the share of failed checks, as time of the day. */
  downSeconds: number;
  /** Height of the bar: the longer of that and of the failed checks' share: failures too short for an alert are lost time too. */
  lostSeconds: number;
  /** Whether the server told `downSeconds`. */
  isDownTimeKnown: boolean;
  /** Null where the server does not tell it. */
  outages: number | null;
  tone: Tone;
}

/** A day may say how long it was down, and in how many outages. */
type KnownDay = DailyUptime[number] & { down_seconds?: number | undefined; outages?: number | undefined };

const daySeconds = 86_400;

const toneWords: Record<Tone, string> = { up: 'operational', warn: 'degraded', down: 'outage', none: 'no data' };

/** Always 30 days, the newest last. Days that the server did not send have no data. */
export function stripDays(days: DailyUptime): StripDay[] {
  const known = days.slice(-defaults.dayStripDays);
  const missing = defaults.dayStripDays - known.length;
  return Array.from({ length: defaults.dayStripDays }, (_unused, index) => {
    const day: KnownDay | undefined = known[index - missing];
    const uptime = day?.uptime ?? null;
    const failedSeconds = ((100 - (uptime ?? 100)) / 100) * daySeconds;
    const downSeconds = day?.down_seconds ?? failedSeconds;
    return {
      number: index + 1,
      date: day ? formatUtcDay(day.date, 'dayMonth') : null,
      uptime,
      checks: day?.checks ?? 0,
      downSeconds,
      lostSeconds: Math.max(downSeconds, failedSeconds),
      isDownTimeKnown: day?.down_seconds !== undefined,
      outages: day?.outages ?? null,
      tone: uptimeTone(uptime),
    };
  });
}

export const dayStateWord = (day: StripDay): string => toneWords[day.tone];

/** 'Day 12, 2 Nov: 97.40% uptime, degraded' */
export function describeDay(day: StripDay): string {
  const name = day.date ? `Day ${day.number}, ${day.date}` : `Day ${day.number}`;
  return day.uptime === null
    ? `${name}: no data`
    : `${name}: ${formatPercent(day.uptime)} uptime, ${dayStateWord(day)}`;
}

/** Uptime over all days of a strip, each day weighed by its checks. Null without data. */
export function stripUptime(days: readonly StripDay[]): number | null {
  const known = days.filter((day) => day.uptime !== null);
  const checks = known.reduce((sum, day) => sum + day.checks, 0);
  if (checks === 0) return null;
  return known.reduce((sum, day) => sum + (day.uptime ?? 0) * day.checks, 0) / checks;
}

/** 'Day strip of Checkout, 98.94%, 2 days with an outage, 1 degraded day' */
export function describeStrip(label: string, days: readonly StripDay[]): string {
  const count = (tone: Tone) => days.filter((day) => day.tone === tone).length;
  const parts = [
    label,
    formatPercent(stripUptime(days)),
    countOf(count('down'), 'day with an outage', 'days with an outage'),
    countOf(count('warn'), 'degraded day', 'degraded days'),
    countOf(count('none'), 'day without data', 'days without data'),
  ];
  return parts.filter((part) => part !== '').join(', ');
}

const countOf = (count: number, one: string, many: string): string =>
  count === 0 ? '' : `${count} ${count === 1 ? one : many}`;
