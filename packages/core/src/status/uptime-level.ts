import { defaults } from '../defaults.ts';
import type { Tone } from './tone.ts';

/** Colour of an uptime percentage: 99 or more green, 95 to below 99 yellow, below 95 red, no checks grey. */
export function uptimeTone(percent: number | null): Tone {
  if (percent === null) return 'none';
  if (percent >= defaults.uptimeLevels.goodPercent) return 'up';
  return percent >= defaults.uptimeLevels.fairPercent ? 'warn' : 'down';
}

/** Successful / all x 100, cut (not rounded) to 2 decimals, so that 100 means no failure. Null with no checks. */
export function uptimePercent(successful: number, total: number): number | null {
  if (total === 0) return null;
  return Math.floor((successful * 10_000) / total) / 100;
}

/** A day as means are made of it: see `dailyUptimeSchema`. */
interface CountedDay {
  uptime: number | null;
  checks: number;
  counted_checks?: number | undefined;
}

/** Uptime over some days in percent, each day weighed by the checks that its uptime is of. Null without any. */
export function meanUptime(days: readonly CountedDay[]): number | null {
  let checks = 0;
  let sum = 0;
  for (const { uptime, checks: all, counted_checks = all } of days) {
    if (uptime === null) continue;
    checks += counted_checks;
    sum += uptime * counted_checks;
  }
  return checks === 0 ? null : sum / checks;
}
