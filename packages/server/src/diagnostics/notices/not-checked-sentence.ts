import { targetName } from '../../alerting/alert-sentences.ts';
import type { UncheckedMonitor } from '../../results/faults/unchecked-store.ts';

/** More are counted only. */
const mostNamed = 5;

/**
 * '2 monitors are not checked: Shop: https://shop.example.com/ since 12:04 (the proxy cannot be reached); …', the longest first.
 * `now`: milliseconds since the epoch.
 */
export function notCheckedSentence(monitors: readonly UncheckedMonitor[], now: number, timeZone: string): string {
  const named = monitors.toSorted((one, other) => one.since - other.since).slice(0, mostNamed);
  const parts = named.map(
    (monitor) =>
      `${monitor.website_name}: ${targetName(monitor)} since ${timeText(monitor.since, now, timeZone)} (${monitor.reason})`,
  );
  const rest = monitors.length - named.length;
  const all = rest > 0 ? [...parts, `and ${rest} more`] : parts;
  return `${monitors.length === 1 ? '1 monitor is' : `${monitors.length} monitors are`} not checked: ${all.join('; ')}`;
}

/** '12:04'; of another day '9 Mar 23:58'. */
function timeText(at: number, now: number, timeZone: string): string {
  const time = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  const day = new Intl.DateTimeFormat('en-GB', { timeZone, day: 'numeric', month: 'short' });
  return day.format(at) === day.format(now) ? time.format(at) : `${day.format(at)} ${time.format(at)}`;
}
