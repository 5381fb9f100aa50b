/** A check of a monitor and its start in milliseconds. */
interface Begun {
  id: number;
  at: number;
}

/**
 * Lateness of each check in milliseconds. A monitor's checks are due at a fixed rate, so the earliest one in its
 * interval, over the whole run, shows the due times.
 */
export function withLateness<Check extends Begun>(
  checks: readonly Check[],
  intervalMilliseconds: number,
): (Check & { late: number })[] {
  const byMonitor = new Map<number, Check[]>();
  for (const check of checks) {
    const others = byMonitor.get(check.id);
    if (others) others.push(check);
    else byMonitor.set(check.id, [check]);
  }
  return [...byMonitor.values()].flatMap((ofMonitor) => {
    const first = ofMonitor[0]?.at ?? 0;
    const offset = ({ at }: Begun): number =>
      at - first - Math.round((at - first) / intervalMilliseconds) * intervalMilliseconds;
    const earliest = Math.min(...ofMonitor.map(offset));
    return ofMonitor.map((check) => ({ ...check, late: offset(check) - earliest }));
  });
}
