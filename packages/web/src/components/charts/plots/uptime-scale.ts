import { valueTicks } from './chart-scale.ts';
import type { ValueScale } from './value-scale.ts';

export type UptimeScaleName = 'stretched' | 'linear';

const whole = 100;

/**
 * Uptime in percent and its position from 0 to 100. The axis is stretched, because most values are between 95 and 100.
 */
const stops = [
  { percent: 0, place: 0 },
  { percent: 90, place: 30 },
  { percent: 95, place: 50 },
  { percent: 99, place: 78 },
  { percent: whole, place: whole },
] as const;

/** Position of an uptime on the stretched axis, 0 to 100. */
export function stretchedPlace(percent: number): number {
  const value = Math.min(whole, Math.max(0, percent));
  const upper = stops.findIndex((stop) => stop.percent >= value);
  const to = stops[upper] ?? stops[4];
  const from = stops[upper - 1] ?? to;
  if (from === to) return to.place;
  return from.place + ((value - from.percent) / (to.percent - from.percent)) * (to.place - from.place);
}

const percentAt = (place: number): number => stops.find((stop) => stop.place === place)?.percent ?? place;

/** Both scales range from 0 to 100. */
export const uptimeScales: Record<UptimeScaleName, ValueScale> = {
  stretched: {
    place: stretchedPlace,
    ticksFor: () => stops.map(({ place }) => place),
    formatTick: (place) => `${percentAt(place)}%`,
    breakAt: stops[1].place / 2,
  },
  linear: {
    place: (percent) => percent,
    ticksFor: () => valueTicks(whole, 5),
    formatTick: (percent) => `${percent}%`,
  },
};
