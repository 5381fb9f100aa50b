import { stripLine } from '@upvigil/core/format/foreign-text';
import type { PublicRun } from '../view/maintenance-runs.ts';
import type { PublicView } from '../view/public-view.ts';
import { english, type Locale } from './locale.ts';
import { runPagePath } from './report-paths.ts';
import type { Surroundings } from './report-text.ts';

/** Public maintenance for calendar programs (RFC 5545): recent, current and planned runs. */
export const calendarPath = '/maintenance.ics';

export const calendar = (view: PublicView, locale: Locale = english): string =>
  calendarOf(view.runs, { ...view, locale });

/** A single run, to add to a calendar. */
export const runCalendar = (run: PublicRun, surroundings: Surroundings): string => calendarOf([run], surroundings);

function calendarOf(runs: readonly PublicRun[], { brand, base_url, locale }: Surroundings): string {
  const name = locale.texts.documents.calendarName({ brand });
  const lines = [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Upvigil//Maintenance//EN', 'CALSCALE:GREGORIAN'],
    ...['METHOD:PUBLISH', `NAME:${escapeText(name)}`, `X-WR-CALNAME:${escapeText(name)}`],
    // Polling interval of subscribers.
    ...['REFRESH-INTERVAL;VALUE=DURATION:PT1H', 'X-PUBLISHED-TTL:PT1H'],
    ...runs.flatMap((run) => eventOf(run, base_url, locale)),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

/** The id stays the same, so that a calendar moves the event instead of adding another. */
function eventOf(run: PublicRun, base_url: string, { query, texts }: Locale): string[] {
  const { websites, services } = run.affected;
  const names = [...websites.map(({ name }) => name), ...services];
  const about = [
    run.body,
    ...(names.length === 0 ? [] : [texts.documents.affects({ names: names.join(', ') })]),
  ].filter((text) => text !== '');
  const address = base_url + runPagePath(run.id) + query;
  return [
    'BEGIN:VEVENT',
    `UID:maintenance-${run.id}@${new URL(base_url).hostname}`,
    `DTSTAMP:${stamp(run.updated_at)}`,
    `LAST-MODIFIED:${stamp(run.updated_at)}`,
    `DTSTART:${stamp(run.starts_at)}`,
    `DTEND:${stamp(run.ends_at)}`,
    `SUMMARY:${escapeText(run.title)}`,
    ...(about.length === 0 ? [] : [`DESCRIPTION:${escapeText(about.join('\n\n'))}`]),
    `URL:${address}`,
    // The event blocks nobody's time.
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ];
}

/** '20270328T013000Z' */
const stamp = (time: number): string => new Date(time).toISOString().replace(/\.\d+|[-:]/g, '');

/** A TEXT value (section 3.3.11): escapes line breaks. */
const escapeText = (text: string): string =>
  text
    .split(/\r\n|[\r\n\u2028\u2029\u0085]/)
    .map((line) => stripLine(line).replace(/[\\;,]/g, (character) => `\\${character}`))
    .join('\\n');

/** Octets of a line without its end (section 3.1). */
const lineOctets = 75;

/** Folds a long line; continuation lines begin with a space. Does not split characters. */
function folded(line: string): string {
  const lines: string[] = [];
  let part = '';
  let octets = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > lineOctets) {
      lines.push(part);
      part = ' ';
      octets = 1;
    }
    part += character;
    octets += size;
  }
  return [...lines, part].join('\r\n');
}
