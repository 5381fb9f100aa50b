import { dayMs } from '@upvigil/core/time';

/** A confirmed outage of one monitor. Milliseconds since the epoch. */
export interface Outage {
  started_at: number;
  /** Null while it lasts. */
  ended_at: number | null;
  /** The end of the maintenance in which it began; absent when it began outside maintenance. */
  maintained_until?: number;
  /** A slow period, in which the monitor was up; absent for an outage. */
  isSlow?: true;
}

/** Cuts off the part of each outage during the maintenance in which it began. */
export const outsideMaintenance = (outages: readonly Outage[], now: number): Outage[] =>
  outages.flatMap((outage) => {
    const { started_at, ended_at, maintained_until: until } = outage;
    if (until === undefined) return [outage];
    return (ended_at ?? now) <= until ? [] : [{ ...outage, started_at: Math.max(started_at, until) }];
  });

/** The outages of one monitor, and the days on which it was checked. */
export interface MonitorOutages {
  outages: readonly Outage[];
  hasChecks(dayStart: number): boolean;
}

/** Total outages of one day. */
interface DayOutages {
  /** Seconds in which one or more monitors had a confirmed outage. */
  down_seconds: number;
  /** Outages of all monitors that began or lasted on the day. */
  outages: number;
}

/**
 * Outages on each of these consecutive days, over some monitors, until now. A day without checks of a monitor has no
 * outage of it, even when one began before and ended after. Time in which several monitors are down counts once.
 */
export function outagesByDay(
  monitors: readonly MonitorOutages[],
  { firstDay, days, now }: { firstDay: number; days: number; now: number },
): DayOutages[] {
  const spans: [from: number, to: number][][] = Array.from({ length: days }, () => []);
  for (const { outages, hasChecks } of monitors) {
    for (const { started_at, ended_at } of outages) {
      const end = Math.min(ended_at ?? now, now);
      const last = Math.min(days - 1, Math.floor((Math.max(end - 1, started_at) - firstDay) / dayMs));
      for (let at = Math.max(0, Math.floor((started_at - firstDay) / dayMs)); at <= last; at++) {
        const start = firstDay + at * dayMs;
        if (!hasChecks(start)) continue;
        spans[at]?.push([Math.max(started_at, start), Math.min(end, start + dayMs)]);
      }
    }
  }
  return spans.map((ofDay) => ({ down_seconds: Math.round(unionOf(ofDay) / 1000), outages: ofDay.length }));
}

/** Time covered by one or more of these spans. */
export function unionOf(spans: readonly (readonly [from: number, to: number])[]): number {
  let sum = 0;
  let covered = Number.NEGATIVE_INFINITY;
  for (const [from, to] of spans.toSorted(([one], [other]) => one - other)) {
    sum += Math.max(0, to - Math.max(from, covered));
    covered = Math.max(covered, to);
  }
  return sum;
}
