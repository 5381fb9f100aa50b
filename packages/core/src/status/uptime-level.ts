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
