import { shortDuration } from '../format/short-duration.ts';
import { secondMs } from '../time.ts';

/** `period` in seconds. */
interface Schedule {
  period: number | null;
  cron: string | null;
  time_zone: string;
}

const dayWords = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

const listOf = (words: readonly string[]): string => new Intl.ListFormat('en').format(words);

/**
 * 'every 5 min', 'every day at 03:00 Europe/Berlin', 'every Mon and Thu at 03:00 UTC'. A cron expression of another
 * shape is shown as it is.
 */
export function scheduleInWords({ period, cron, time_zone }: Schedule): string {
  if (cron === null) return `every ${shortDuration((period ?? 0) * secondMs)}`;
  return `${cronInWords(cron.trim().split(/\s+/)) ?? cron} ${time_zone}`;
}

function cronInWords([minute = '', hour = '', date = '', month = '', day = '']: string[]): string | null {
  if (month !== '*' || (date !== '*' && day !== '*')) return null;
  const everyDay = date === '*' && day === '*';
  if (everyDay && hour === '*') return withinHour(minute);
  const step = /^\*\/(\d+)$/.exec(hour)?.[1];
  if (everyDay && step !== undefined && 24 % Number(step) === 0 && minute === '0') return `every ${step} h`;
  const times = timesOfDay(minute, hour);
  const days = daysInWords(date, day);
  return times === null || days === null ? null : `${days} at ${times}`;
}

function withinHour(minute: string): string | null {
  if (minute === '*') return 'every min';
  const step = /^\*\/(\d+)$/.exec(minute)?.[1];
  if (step !== undefined) return 60 % Number(step) === 0 ? `every ${step} min` : null;
  return /^\d+$/.test(minute) ? `every hour at :${minute.padStart(2, '0')}` : null;
}

function timesOfDay(minute: string, hours: string): string | null {
  if (!/^\d+$/.test(minute) || !/^\d+(,\d+){0,3}$/.test(hours)) return null;
  return listOf(hours.split(',').map((hour) => `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`));
}

function daysInWords(date: string, day: string): string | null {
  if (date !== '*') return /^\d+$/.test(date) ? `every month on day ${date}` : null;
  if (day === '*') return 'every day';
  const range = /^([0-7])-([0-7])$/.exec(day);
  if (range !== null) return `${dayWords[Number(range[1])]} to ${dayWords[Number(range[2])]}`;
  return /^[0-7](,[0-7])*$/.test(day)
    ? `every ${listOf(day.split(',').map((of) => dayWords[Number(of)] ?? of))}`
    : null;
}
