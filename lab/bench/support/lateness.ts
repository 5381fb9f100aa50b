/** A check of the monitor with that id, begun at that time in milliseconds. */
interface Begun {
  id: number;
  at: number;
}

/**
 * How late each check was, milliseconds. A monitor's checks are due at a fixed rate, so its earliest one, seen over
 * the whole run, shows when the others were.
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
