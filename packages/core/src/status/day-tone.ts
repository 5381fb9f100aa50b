import type { InfoTone, Tone } from './tone.ts';
import { uptimeTone } from './uptime-level.ts';

/** A day as strips show it. */
interface Day {
  uptime: number | null;
  checks?: number;
  maintenance_checks?: number | undefined;
}

/** Colour of a day: blue where work took place and nothing that counts failed, else that of its uptime. */
export function dayTone({ uptime, maintenance_checks = 0 }: Day): Tone | InfoTone {
  return maintenance_checks > 0 && (uptime === null || uptime === 100) ? 'info' : uptimeTone(uptime);
}

/** The letter of a tone for terminals without other characters, such as a day in maintenance. */
export const infoSign = '~';
