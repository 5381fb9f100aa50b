import type { Silence } from '@upvigil/core/contract/silences';
import { formatTime } from '../components/time/time-format.ts';

/** Omits the date of today: '18:24', '21 Nov, 18:24'. */
export function untilWords(until: string, now: number): string {
  const isToday = new Date(until).toDateString() === new Date(now).toDateString();
  const clock = formatTime(until, 'hourMinute');
  return isToday ? clock : `${formatTime(until, 'dayMonth')}, ${clock}`;
}

export const nameOfSilence = ({ website_name, monitor_name }: Pick<Silence, 'website_name' | 'monitor_name'>): string =>
  monitor_name ?? website_name;
