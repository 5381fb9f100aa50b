import type { DailyUptime } from '@upvigil/core/contract/public-status';
import { defaults } from '@upvigil/core/defaults';
import { shortDuration } from '@upvigil/core/format/short-duration';
import { days as english } from '@upvigil/core/languages/compiled/english/days';
import { dayTone } from '@upvigil/core/status/day-tone';
import type { InfoTone, Tone } from '@upvigil/core/status/tone';
import { meanUptime, uptimeTone } from '@upvigil/core/status/uptime-level';
import { translated } from '../../language/catalogue.ts';
import { figures } from '../../language/figures.ts';
import { formatUtcDay } from '../time/time-format.ts';

export interface StripDay {
  /** 1 is the oldest. */
  number: number;
  /** '2 Nov', or null if the server did not send the day. */
  date: string | null;
  uptime: number | null;
  checks: number;
  /** Number of checks that the uptime is based on. */
  countedChecks: number;
  /** From the server; otherwise the proportion of failed checks applied to a day. */
  downSeconds: number;
  /**
   * Height of the bar: the maximum of `downSeconds` and the proportion of failed checks, to include failures too short
   * for an alert.
   */
  lostSeconds: number;
  /** True if `downSeconds` is from the server. */
  isDownTimeKnown: boolean;
  /** Null if the server does not know it. */
  outages: number | null;
  /** 0 if the server does not know it. */
  maintenanceSeconds: number;
  /** How long the day was slow though its uptime is green; else 0. */
  slowSeconds: number;
  tone: Tone | InfoTone;
}

/** Downtime and number of outages of a day are optional. */
type KnownDay = DailyUptime[number] & { down_seconds?: number | undefined; outages?: number | undefined };

const daySeconds = 86_400;

export const dayWords = () => translated('days', english);

/** Always 30 days, newest last. Days missing in the response have no data. */
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
      countedChecks: day?.counted_checks ?? day?.checks ?? 0,
      downSeconds,
      lostSeconds: Math.max(downSeconds, failedSeconds),
      isDownTimeKnown: day?.down_seconds !== undefined,
      outages: day?.outages ?? null,
      maintenanceSeconds: day?.maintenance_seconds ?? 0,
      slowSeconds: uptimeTone(uptime) === 'up' ? (day?.slow_seconds ?? 0) : 0,
      tone: day ? dayTone(day) : 'none',
    };
  });
}

function dayStateWord({ tone, maintenanceSeconds, slowSeconds }: StripDay): string {
  const words = dayWords();
  if (tone === 'warn' && slowSeconds > 0) return words.slowFor({ duration: shortDuration(slowSeconds * 1000) });
  if (tone === 'info' && maintenanceSeconds > 0) return maintenanceWords(maintenanceSeconds);
  return tone === 'down' ? words.outage : words[tone];
}

/** 'maintenance 35 min' */
export const maintenanceWords = (seconds: number): string =>
  dayWords().maintenanceFor({ duration: shortDuration(seconds * 1000) });

/** '97.40% uptime, degraded'; without a figure, the state alone. */
export function dayFigure(day: StripDay): string {
  const state = dayStateWord(day);
  return day.uptime === null ? state : dayWords().uptimeAndState({ percent: figures().percent(day.uptime), state });
}

/** 'Day 12, 2 Nov: 97.40% uptime, degraded' */
export function describeDay(day: StripDay): string {
  const words = dayWords();
  const number = words.day({ number: day.number });
  return words.dayIs({ day: day.date ? `${number}, ${day.date}` : number, state: dayFigure(day) });
}

/** Uptime over all days of a strip; null without data. */
export const stripUptime = (days: readonly StripDay[]): number | null =>
  meanUptime(days.map(({ uptime, countedChecks: checks }) => ({ uptime, checks })));

/** 'Day strip of Checkout, 98.94%, 2 days with an outage, 1 degraded day' */
export function describeStrip(label: string, days: readonly StripDay[]): string {
  const words = dayWords();
  const count = (tone: StripDay['tone'], say: (of: { count: number }) => string): string[] => {
    const count = days.filter((day) => day.tone === tone).length;
    return count === 0 ? [] : [say({ count })];
  };
  return [
    ...[label, figures().percent(stripUptime(days))],
    ...count('down', words.withOutage),
    ...count('warn', words.degraded),
    ...count('info', words.withMaintenance),
    ...count('none', words.withoutData),
  ].join(', ');
}
