/** A length of time in ms for a column: '12 s', '42 min', '1 h 43 min', '2 d 4 h'. */
export function shortDuration(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 1) return `${Math.max(0, Math.floor(ms / 1000))} s`;
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return joined(hours, 'h', minutes % 60, 'min');
  return joined(Math.floor(hours / 24), 'd', hours % 24, 'h');
}

/** How long something has lasted that still does, in ms. No seconds: nobody looks again each second. */
export const durationSoFar = (ms: number): string => (ms < 60_000 ? '<1 min' : shortDuration(ms));

const joined = (many: number, unit: string, few: number, fewUnit: string): string =>
  `${many} ${unit}${few ? ` ${few} ${fewUnit}` : ''}`;
