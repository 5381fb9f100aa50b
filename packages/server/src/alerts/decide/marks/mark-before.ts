import type { AlertType } from '@upvigil/core/contract/names/alerts';
import { shortDuration } from '@upvigil/core/format/short-duration';
import { limits } from '@upvigil/core/limits';
import { minuteMs } from '@upvigil/core/time';
import type { MarkRow } from '../../../storage/tables/maintenance-tables.ts';

/** The fields of a mark that an outage needs. */
export type TimedMark = Pick<MarkRow, 'label' | 'website_id' | 'at'>;

/** Milliseconds. */
export const markWindowMs = limits.markMinutes * minuteMs;

/**
 * The text about the newest deployment before an outage of a website: 'DOWN 42 s after v1.4.2'; null without a recent
 * one. `beganAt`: milliseconds since the epoch. `marks`: in any order.
 */
export function markBefore(
  type: AlertType,
  websiteId: number,
  beganAt: number,
  marks: readonly TimedMark[],
): string | null {
  let newest: TimedMark | null = null;
  for (const mark of marks) {
    const isNear = mark.at <= beganAt && mark.at > beganAt - markWindowMs;
    const isMeant = mark.website_id === null || mark.website_id === websiteId;
    if (isNear && isMeant && (newest === null || mark.at >= newest.at)) newest = mark;
  }
  return newest && `${type} ${shortDuration(beganAt - newest.at)} after ${newest.label}`;
}
