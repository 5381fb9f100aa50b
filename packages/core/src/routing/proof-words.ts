import { defaults } from '../defaults.ts';

const dayMs = 86_400_000;

const daysSince = (time: string, now: number): number => Math.max(0, Math.floor((now - Date.parse(time)) / dayMs));

/** Whether it is so long ago that messages were known to arrive that nobody should rely on it. `now` in ms since the epoch. */
export const isUnproven = (provenAt: string | null, now: number): boolean =>
  provenAt === null || daysSince(provenAt, now) >= defaults.unprovenDays;

/** 'Proven 12 days ago', 'Not proven for 45 days', 'Never proven'. */
export function proofWords(provenAt: string | null, now: number): string {
  if (provenAt === null) return 'Never proven';
  const days = daysSince(provenAt, now);
  if (isUnproven(provenAt, now)) return `Not proven for ${days} days`;
  if (days === 0) return 'Proven today';
  return `Proven ${days === 1 ? '1 day' : `${days} days`} ago`;
}
