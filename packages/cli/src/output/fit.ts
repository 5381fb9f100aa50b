import stringWidth from 'string-width';

/** ASCII, Latin letters and Upvigil's glyphs take one column each. Other text must be measured. */
const narrow = /^[ -~\u00a1-\u00ac\u00ae-\u02ff‹›…↑↓⏎✓✗─-╿▀-▟▲\u2800-\u28ff]*$/;
const isNarrow = (text: string): boolean => narrow.test(text);

/** Columns that a text takes on a terminal. */
export const widthOf = (text: string): number => (isNarrow(text) ? text.length : stringWidth(text));

/** Width in columns of the widest text. */
export const longest = (texts: readonly string[]): number =>
  texts.reduce((most, text) => Math.max(most, widthOf(text)), 0);

/** Cuts text to at most `width` columns; the ellipsis marks the cut. */
export function cut(text: string, width: number, ellipsis: string): string {
  if (width <= 0) return '';
  if (widthOf(text) <= width) return text;
  const room = width - widthOf(ellipsis);
  if (isNarrow(text)) return text.slice(0, Math.max(0, room)) + ellipsis;
  let kept = '';
  let used = 0;
  const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  for (const { segment } of graphemes.segment(text)) {
    used += stringWidth(segment);
    if (used > room) break;
    kept += segment;
  }
  return kept + ellipsis;
}

/** Cuts the middle out of a text, so that its beginning and its end stay. */
export function cutMiddle(text: string, width: number, ellipsis: string): string {
  if (widthOf(text) <= width) return text;
  const room = width - widthOf(ellipsis);
  if (room <= 0) return cut(text, width, ellipsis);
  const begin = cut(text, Math.ceil(room / 2), '');
  return begin + ellipsis + keepEnd(text, Math.floor(room / 2));
}

/** The last graphemes that fit into `width` columns. */
function keepEnd(text: string, width: number): string {
  const graphemes = [...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text)];
  let used = 0;
  const from = graphemes.findLastIndex(({ segment }) => {
    used += widthOf(segment);
    return used > width;
  });
  return graphemes
    .slice(from + 1)
    .map(({ segment }) => segment)
    .join('');
}

export type Align = 'left' | 'right';

/** Cuts or pads text to exactly `width` columns. */
export function fit(text: string, width: number, ellipsis: string, align: Align = 'left'): string {
  const shown = cut(text, width, ellipsis);
  const padding = ' '.repeat(Math.max(0, width - widthOf(shown)));
  return align === 'left' ? shown + padding : padding + shown;
}
