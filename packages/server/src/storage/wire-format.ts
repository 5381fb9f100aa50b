import type { Flag } from './tables/columns.ts';

/** Milliseconds since the epoch as ISO 8601 in UTC. */
export const timeOf = (milliseconds: number): string => new Date(milliseconds).toISOString();
export const timeOrNull = (milliseconds: number | null): string | null =>
  milliseconds === null ? null : timeOf(milliseconds);

export const secondsOrNull = (microseconds: number | null): number | null =>
  microseconds === null ? null : microseconds / 1e6;

export const flagOf = (value: boolean): Flag => (value ? 1 : 0);
export const truthOrNull = (flag: Flag | null): boolean | null => (flag === null ? null : flag === 1);
