import type { Alert } from '@upvigil/core/contract/alerts';
import { breakLine } from '../../../output/break-text.ts';
import { type Line, line, span } from '../../../output/paint.ts';
import type { Size } from '../../frame/layout.ts';
import { frame, rule, sides } from '../../frame/layout.ts';
import { isCompact, type Stage } from '../../frame/screen-parts.ts';
import { alertHead } from '../../overlays.ts';
import type { Overlay } from '../../view-state.ts';

type Evidence = Extract<Overlay, { kind: 'evidence' }>;

const margin = 1;

/** What the check of an alert saw, over the screen: as `upvigil alerts show` prints it, as much as there is room for. */
export function evidenceFrame(overlay: Evidence, alert: Alert | undefined, title: Line, stage: Stage): Line[] {
  const { size, glyphs } = stage;
  const rows = rowsOf(overlay, size);
  const room = roomFor(size);
  const top = within(overlay.top, rows.length, room);
  const head = alert ? alertHead(alert, glyphs) : [line(' This alert is gone'), line('')];
  const about = isCompact(size) ? head.slice(0, 1) : [...head, rule(size.columns, glyphs)];
  const body = bodyLines(overlay, rows.slice(top, top + room), glyphs.ellipsis);
  const position = rows.length > room ? `${top + 1}-${Math.min(rows.length, top + room)} of ${rows.length} ` : '';
  const hints = [`${glyphs.upDown} scroll`, 'Tab who was told', 'Esc back'];
  // What leads out stands first where not all fits.
  const shown = isCompact(size) ? hints.toReversed() : hints;
  const foot = [sides([span(` ${shown.join('   ')}`)], [span(position, 'quiet')], size.columns, glyphs.ellipsis)];
  return frame({ head: [title, ...about], body, foot }, size, glyphs.ellipsis);
}

function bodyLines({ seen }: Evidence, rows: readonly string[], ellipsis: string): Line[] {
  if (seen === null) return [line(` Loading${ellipsis}`)];
  if ('failure' in seen) return [line(span(` ${seen.failure}`, 'bad'))];
  return rows.map((text) => line(`${' '.repeat(margin)}${text}`));
}

/** The top line after scrolling by so many lines, on a terminal of this size. */
export const scrolledTo = (overlay: Evidence, size: Size, by: number): number => {
  const [count, room] = [rowsOf(overlay, size).length, roomFor(size)];
  return within(within(overlay.top, count, room) + by, count, room);
};

/** Broken anew for each size, so that nothing is lost when the terminal gets narrower. */
const rowsOf = ({ seen }: Evidence, { columns }: Size): string[] =>
  seen && 'lines' in seen ? seen.lines.flatMap((text) => breakLine(text, Math.max(1, columns - margin))) : [];

/** Lines for the text: all but title, what the alert is, and keys. */
const roomFor = (size: Size): number => Math.max(1, size.rows - (isCompact(size) ? 3 : 5));

const within = (top: number, count: number, room: number): number => Math.max(0, Math.min(top, count - room));
