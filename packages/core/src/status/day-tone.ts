import type { InfoTone, Tone } from './tone.ts';
import { uptimeTone } from './uptime-level.ts';

/** A day as strips tell it. */
interface Day {
  uptime: number | null;
  checks?: number;
  maintenance_checks?: number | undefined;
}

/** Colour of a day: blue where work took place and nothing that counts failed, else that of its uptime. */
export function dayTone({ uptime, maintenance_checks = 0 }: Day): Tone | InfoTone {
  return maintenance_checks > 0 && (uptime === null || uptime === 100) ? 'info' : uptimeTone(uptime);
}

/** What stands for a tone where there are letters only: a day in maintenance, in a terminal without other characters. */
export const infoSign = '~';
