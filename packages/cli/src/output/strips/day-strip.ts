import type { DailyUptime } from '@upvigil/core/contract/public-status';
import { defaults } from '@upvigil/core/defaults';
import { dayTone } from '@upvigil/core/status/day-tone';
import type { InfoTone, Tone } from '@upvigil/core/status/tone';
import { type Glyphs, glyphsFor } from '../glyphs.ts';
import type { Span } from '../paint.ts';
import { stripOf } from './strip-of.ts';

/** The newest days, oldest first. A day without data is never shown as good. */
function tones(days: DailyUptime): (Tone | InfoTone)[] {
  const count = defaults.dayStripDays;
  const known = days.slice(-count).map(dayTone);
  return [...Array<Tone | InfoTone>(Math.max(0, count - known.length)).fill('none'), ...known];
}

/** A day strip in ASCII: `.` good, `!` 95 to 99 percent, `x` below, `~` maintenance, `?` no data. */
export const asciiStrip = (days: DailyUptime): string =>
  tones(days)
    .map((tone) => glyphsFor(false).strip[tone])
    .join('');

export const stripSpans = (days: DailyUptime, glyphs: Glyphs): Span[] => stripOf(tones(days), glyphs);

/** Whether one of the shown days is maintenance, which the legend then names. */
export const hasMaintenanceDay = (days: DailyUptime): boolean => tones(days).includes('info');
