import type { Notice } from '@upvigil/core/contract/notices';
import { secondMs } from '@upvigil/core/time';
import type { Glyphs } from '../../output/glyphs.ts';
import { type Line, type Role, type Span, span } from '../../output/paint.ts';
import { timeOfDay } from '../../output/times.ts';
import { bindingsOf, type KeyBinding, type KeyScope } from '../keys/key-map.ts';
import type { LiveState } from '../live/live-data.ts';
import type { StatusLine, ViewState } from '../view-state.ts';
import type { Size } from './layout.ts';
import { cutSpans, rule, sides, spansWidth } from './layout.ts';
import { noticeSpans } from './notice-parts.ts';

/** What every screen is drawn with. */
export interface Stage {
  size: Size;
  glyphs: Glyphs;
  view: ViewState;
  brand: string;
  /** Those that last. */
  notices: readonly Notice[];
  /** Milliseconds since the epoch. */
  now: number;
}

/** How fresh the shown data is. `failure` is what to say when the last read failed. */
export interface Freshness extends Pick<LiveState<unknown>, 'loadedAt' | 'isLoading' | 'nextAt'> {
  failure: { sentence: string; at: number } | null;
}

const tinyColumns = 40;
const narrowColumns = 60;
const shortRows = 15;
const wideColumns = 100;
const wideRows = 30;

/** Whether the terminal is too small for tables: each thing then gets one line. */
export const isCompact = ({ columns, rows }: Size): boolean => columns < narrowColumns || rows < shortRows;
/** Whether there is room for every column, and for figures side by side. */
export const isWide = ({ columns, rows }: Size): boolean => columns >= wideColumns && rows >= wideRows;

const spinMs = 120;

/** 'Updated 18:24:07', or that it is loading, or why the data is old. */
export function freshnessSpans({ loadedAt, isLoading, nextAt, failure }: Freshness, stage: Stage): Span[] {
  const { glyphs, now, size } = stage;
  const seconds =
    nextAt === null
      ? null
      : Math.max(0, Math.ceil((nextAt - Math.max(now, loadedAt ?? 0, failure?.at ?? 0)) / secondMs));
  if (failure) {
    const retry = isLoading || seconds === null ? ', retrying' : `, retry in ${seconds}s`;
    return [span(`${glyphs.state.down} ${timeOfDay(failure.at)} ${failure.sentence}${retry}`, 'bad')];
  }
  if (loadedAt === null) {
    const spinner = glyphs.spinner[Math.floor(now / spinMs) % glyphs.spinner.length] ?? '';
    return isLoading ? [span(`${spinner} Loading${glyphs.ellipsis}`)] : [];
  }
  const updated = span(size.columns < tinyColumns ? timeOfDay(loadedAt) : `Updated ${timeOfDay(loadedAt)}`);
  return isWide(size) && seconds !== null ? [updated, span(`   next in ${seconds}s`, 'quiet')] : [updated];
}

/** The first line: brand, title, notices, what is shown, and how old it is. Where there is little room, a failure stays. */
export function titleLine(stage: Stage, title: string, about: string, freshness: Freshness): Line {
  const { size, glyphs, brand, notices } = stage;
  const right = freshnessSpans(freshness, stage);
  const warning = noticeSpans(notices, size.columns - spansWidth(right) - title.length - 2, glyphs);
  const titleWidth = title.length + spansWidth(warning);
  const aboutSpans = about === '' ? [] : [span(about), span('   ')];
  const roomForAbout = size.columns - spansWidth(right) - titleWidth - 4;
  const full = spansWidth(aboutSpans) <= roomForAbout ? [...aboutSpans, ...right] : right;
  const roomForBrand = size.columns - spansWidth(full) - titleWidth - 4;
  const brandSpans = brand !== '' && brand.length <= roomForBrand ? [span(brand), span('  ')] : [];
  return sides([span(' '), ...brandSpans, span(title, 'strong'), ...warning], full, size.columns, glyphs.ellipsis);
}

const statusLineRoles: Record<StatusLine['tone'], Role> = { good: 'good', warn: 'warn', bad: 'bad', plain: 'plain' };

/** The line above the keys: the filter, what just happened, or a rule. */
export function statusLineOf({ size, glyphs, view }: Stage): Line {
  const { filter, isFiltering, statusLine } = view;
  if (isFiltering)
    return { spans: cutSpans([span(` /${filter}`, 'strong'), span('_')], size.columns, glyphs.ellipsis) };
  if (statusLine)
    return {
      spans: cutSpans([span(` ${statusLine.text}`, statusLineRoles[statusLine.tone])], size.columns, glyphs.ellipsis),
    };
  if (filter === '') return rule(size.columns, glyphs);
  const text = ` /${filter}   Esc shows all again `;
  const rest = Math.max(0, size.columns - text.length);
  return { spans: cutSpans([span(text), span(glyphs.rule.repeat(rest), 'quiet')], size.columns, glyphs.ellipsis) };
}

/** The last line: keys that do something here, as many as there is room for, and always those for help and quit. */
export function keyLine(scope: KeyScope, { size, glyphs, view }: Stage): Line {
  const gap = size.columns >= wideColumns ? '  ' : ' ';
  if (view.isFiltering)
    return { spans: cutSpans([span(` Enter keep${gap}Esc show all`)], size.columns, glyphs.ellipsis) };
  const hints = bindingsOf(scope)
    .filter(({ hint, action }) => hint && action !== 'help' && action !== 'quit')
    .map((binding) => `${shownKey(binding, glyphs)} ${binding.hint}`);
  const long = keysThatFit(hints, `? help${gap}q quit`, gap, size.columns);
  // Where the words for help and quit would take the place of other keys, only their letters are shown.
  const short = keysThatFit(hints, `? q`, gap, size.columns);
  const text = long.count === short.count ? long.text : short.text;
  return { spans: cutSpans([span(text)], size.columns, glyphs.ellipsis) };
}

const shownKey = ({ shown }: KeyBinding, glyphs: Glyphs): string =>
  shown === 'enter' ? glyphs.enter : shown === 'upDown' ? glyphs.upDown : shown;

function keysThatFit(
  hints: readonly string[],
  end: string,
  gap: string,
  columns: number,
): { text: string; count: number } {
  for (let count = hints.length; count > 0; count -= 1) {
    const text = ` ${[...hints.slice(0, count), end].join(gap)}`;
    if (text.length <= columns) return { text, count };
  }
  return { text: ` ${end}`, count: 0 };
}

/** A heading of one part of a screen, with what it covers at its right. */
export const heading = (text: string, about: string, { size, glyphs }: Stage): Line =>
  sides(
    [span(` ${text}`, 'strong')],
    about === '' ? [] : [span(about, 'quiet'), span(' ')],
    size.columns,
    glyphs.ellipsis,
  );

/** '10 of 12 websites   ↓ 2 more' where not all are shown. */
export function moreText(shown: { start: number; end: number }, total: number, noun: string, glyphs: Glyphs): string {
  if (shown.end - shown.start >= total) return '';
  const below = total - shown.end;
  const more = below > 0 ? `   ${glyphs.more} ${below} more` : '';
  return `${shown.start + 1}-${shown.end} of ${total} ${noun}${more}`;
}
