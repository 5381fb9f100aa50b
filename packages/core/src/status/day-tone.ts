import type { InfoTone, Tone } from './tone.ts';
import { uptimeTone } from './uptime-level.ts';

/** The fields of a day that determine its colour. */
interface Day {
  uptime: number | null;
  checks?: number;
  maintenance_checks?: number | undefined;
  slow_seconds?: number | undefined;
}

/** Blue for maintenance without a counted failure; else the colour of the uptime. */
export function dayTone({ uptime, maintenance_checks = 0, slow_seconds = 0 }: Day): Tone | InfoTone {
  const tone = uptimeTone(uptime);
  if (slow_seconds > 0 && tone === 'up') return 'warn';
  return maintenance_checks > 0 && (uptime === null || uptime === 100) ? 'info' : tone;
}

/** Symbol of the blue tone in terminals without Unicode. */
export const infoSign = '~';
