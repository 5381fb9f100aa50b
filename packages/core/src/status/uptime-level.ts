import { defaults } from '../defaults.ts';
import type { Tone } from './tone.ts';

/** 99 or more green, 95 to below 99 yellow, below 95 red, no checks grey. */
export function uptimeTone(percent: number | null): Tone {
  if (percent === null) return 'none';
  if (percent >= defaults.uptimeLevels.goodPercent) return 'up';
  return percent >= defaults.uptimeLevels.fairPercent ? 'warn' : 'down';
}

/** Successful / all x 100, cut (not rounded) to 2 decimals, so that 100 means no failure. Null without checks. */
export function uptimePercent(successful: number, total: number): number | null {
  if (total === 0) return null;
  return Math.floor((successful * 10_000) / total) / 100;
}

/** The fields of `dailyUptimeSchema` that the mean needs. */
interface CountedDay {
  uptime: number | null;
  checks: number;
  counted_checks?: number | undefined;
}

/** Mean uptime in percent, each day weighted by its counted checks. Null without any. */
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
