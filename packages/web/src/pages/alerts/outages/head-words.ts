import { durationSoFar } from '@upvigil/core/format/short-duration';
import { formatTime } from '../../../components/time/time-format.ts';
import type { OutageFigures } from './outage-figures.ts';

export const rangeWords = (hours: number): string => (hours === 1 ? 'in the last hour' : `in the last ${hours} hours`);

interface Loaded {
  hours: number;
  /** Time of the oldest alert if the list is incomplete; otherwise null. */
  cutOff: number | null;
  loaded: number;
}

/** '4 open, longest 42 min · 6 ended in the last 24 hours', with a note if the list is incomplete. */
export function headWords({ open, longestMs, ended }: OutageFigures, { hours, cutOff, loaded }: Loaded): string {
  const opened = open === 0 ? 'None open' : `${open} open, longest ${durationSoFar(longestMs)}`;
  const counted = `${opened} · ${ended} ended`;
  if (cutOff === null) return `${counted} ${rangeWords(hours)}`;
  return `${counted} since ${formatTime(cutOff, 'dateTime')}: only the newest ${loaded} alerts are loaded`;
}
