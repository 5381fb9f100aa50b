import { dayMs, hourMs, minuteMs } from '../time.ts';
/** A duration in ms for a column: '12 s', '42 min', '1 h 43 min', '2 d 4 h'. */
export function shortDuration(ms: number): string {
  const minutes = Math.floor(ms / minuteMs);
  if (minutes < 1) return `${Math.max(0, Math.floor(ms / 1000))} s`;
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return joined(hours, 'h', minutes % 60, 'min');
  return joined(Math.floor(hours / 24), 'd', hours % 24, 'h');
}

/** An interval in seconds, exact below an hour: '90 s', '5 min', '1 d'. */
export const shortInterval = (seconds: number): string =>
  seconds < 3600 && seconds % 60 !== 0 ? `${seconds} s` : shortDuration(seconds * 1000);

/** Duration of something that still lasts, in ms. Without seconds, because pages do not refresh every second. */
export const durationSoFar = (ms: number): string => (ms < minuteMs ? '<1 min' : shortDuration(ms));

const joined = (many: number, unit: string, few: number, fewUnit: string): string =>
  `${many} ${unit}${few ? ` ${few} ${fewUnit}` : ''}`;

const unitsMs = [dayMs, hourMs, minuteMs, 1000];

/** Parses a typed duration, in ms: '90s', '30m', '1h', '1h 30min', '2d'. Null for zero and for any other text. */
export function parseDuration(text: string): number | null {
  const parts = /^(?:(\d{1,4}) ?d)? ?(?:(\d{1,5}) ?h)? ?(?:(\d{1,6}) ?m(?:in)?)? ?(?:(\d{1,7}) ?s)?$/i.exec(
    text.trim(),
  );
  const ms = (parts ?? []).slice(1).reduce((sum, count, at) => sum + Number(count ?? 0) * (unitsMs[at] ?? 0), 0);
  return ms > 0 ? ms : null;
}
