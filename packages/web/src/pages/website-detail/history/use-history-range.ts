import { dayMs } from '@upvigil/core/time';
import {
  boundsOfDay,
  dayBeside,
  dayQuery,
  type HistoryRangeId,
  historyRangeIds,
  isPastDay,
  type LocalDay,
  localDay,
  type TimeWindow,
  timeRanges,
  windowOfRange,
  windowOfSpan,
} from '@upvigil/core/time-ranges';
import { useCallback, useMemo } from 'react';
import { useRouterQuery } from '../../../components/lists/use-router-query.ts';
import { dayName, formatTime } from '../../../components/time/time-format.ts';

/** The time that histories show: a range that ends now, or one local day ('2026-11-25'). */
export type HistoryChoice = { range: HistoryRangeId } | { day: LocalDay };

const usual = { range: '24h' } as const satisfies HistoryChoice;

/** The chosen time, kept in the address as `?range=` or `?day=`. Other values count as the last 24 hours. */
export function useHistoryRange(): [HistoryChoice, (choice: HistoryChoice) => void] {
  const [params, change] = useRouterQuery();
  const range = params.get('range');
  const day = params.get('day');
  const choice = useMemo(() => readChoice(range, day), [range, day]);
  const choose = useCallback(
    (next: HistoryChoice) =>
      change(() => ({
        day: 'day' in next ? next.day : null,
        range: 'day' in next || next.range === usual.range ? null : next.range,
      })),
    [change],
  );
  return [choice, choose];
}

function readChoice(range: string | null, day: string | null): HistoryChoice {
  if (day !== null && isPastDay(day, Date.now())) return { day };
  const id = historyRangeIds.find((one) => one === range);
  return id ? { range: id } : usual;
}

/** The monitor or URL whose checks determine the first day. Times as in the API. */
export interface Checked {
  created_at: string;
  last_check_time: string | null;
}

/** The day that a history opens with: yesterday, the last day with checks if that is earlier, or today for a new monitor. */
export function openingDay({ created_at, last_check_time }: Checked, now: number): LocalDay {
  const today = localDay(now);
  if (last_check_time === null || localDay(Date.parse(created_at)) === today) return today;
  const last = localDay(Date.parse(last_check_time));
  const yesterday = dayBeside(today, -1);
  return last < yesterday ? last : yesterday;
}

/** Whether the shown data is complete. */
export const isOver = (choice: HistoryChoice, now: number): boolean =>
  'day' in choice && boundsOfDay(choice.day).to <= now;

/** A choice as a query of the server. */
export function historyQuery(choice: HistoryChoice): { hours?: number; range?: HistoryRangeId; until?: string } {
  if ('range' in choice) return choice;
  return dayQuery(boundsOfDay(choice.day));
}

/** The times that a choice means. `now` in ms since the epoch. */
export function historyWindow(choice: HistoryChoice, now: number): TimeWindow {
  if ('range' in choice) return windowOfRange(choice.range, now);
  return windowOfSpan(choice.day, now);
}

/** 'Last 30 Days', 'Yesterday', 'Wednesday 25 November'. */
export function historyTitle(choice: HistoryChoice, now: number): string {
  if ('range' in choice) return timeRanges[choice.range].label;
  const start = boundsOfDay(choice.day).from;
  return now - start < 300 * dayMs ? dayName(start, now) : formatTime(start, 'date');
}

/** '24h uptime', '30d uptime'; of a day 'Uptime'. */
export const uptimeLabel = (choice: HistoryChoice): string => ('range' in choice ? `${choice.range} uptime` : 'Uptime');
