import { durationSoFar } from '@upvigil/core/format/short-duration';
import { boundsOfDay, type TimeSpan } from '@upvigil/core/time-ranges';
import { dayName, formatTime } from '../../../components/time/time-format.ts';
import type { OutageFigures } from './outage-figures.ts';

/** 'in the last 24 hours', 'yesterday', 'on Wednesday 25 November'. */
export function rangeWords(span: TimeSpan, now: number): string {
  if (typeof span === 'number') return span === 1 ? 'in the last hour' : `in the last ${span} hours`;
  const name = dayName(boundsOfDay(span).from, now);
  return /day$/.test(name) ? name.toLowerCase() : `on ${name}`;
}

interface Loaded {
  span: TimeSpan;
  now: number;
  /** Time of the oldest alert if the list is incomplete; otherwise null. */
  cutOff: number | null;
  loaded: number;
}

/** '4 open, longest 42 min · 6 ended in the last 24 hours', with a note if the list is incomplete. */
export function headWords({ open, longestMs, ended }: OutageFigures, { span, now, cutOff, loaded }: Loaded): string {
  const opened = open === 0 ? 'None open' : `${open} open, longest ${durationSoFar(longestMs)}`;
  const counted = `${opened} · ${ended} ended`;
  if (cutOff === null) return `${counted} ${rangeWords(span, now)}`;
  return `${counted} since ${formatTime(cutOff, 'dateTime')}: only the newest ${loaded} alerts are loaded`;
}
