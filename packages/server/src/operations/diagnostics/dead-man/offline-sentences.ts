/** '12:04' in a time zone; with the day where both are not of the same: '9 Mar 23:58'. Milliseconds since the epoch. */
function timesOfDay(began: number, ended: number, timeZone: string): [began: string, ended: string] {
  const time = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  const day = new Intl.DateTimeFormat('en-GB', { timeZone, day: 'numeric', month: 'short' });
  if (day.format(began) === day.format(ended)) return [time.format(began), time.format(ended)];
  const whole = (at: number): string => `${day.format(at)} ${time.format(at)}`;
  return [whole(began), whole(ended)];
}

export const offlineSince = (began: number, timeZone: string): string =>
  `offline since ${timesOfDay(began, began, timeZone)[0]}`;

/** `unjudged`: monitors of which a check was not judged. */
export function offlineOver(began: number, ended: number, timeZone: string, unjudged: number): string {
  const monitors = unjudged === 1 ? '1 monitor was' : `${unjudged} monitors were`;
  return `offline ${timesOfDay(began, ended, timeZone).join(' to ')}; ${monitors} not judged`;
}
