import { widthOf } from './fit.ts';
import { wrapMeasured } from './wrap-measured.ts';

/** Breaks prose between words into lines of at most `width` columns. */
export const wrapWords = (text: string, width: number): string[] => wrapMeasured(text, width, widthOf);

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Breaks a line at `width` columns without losing or moving a character. */
export function breakLine(text: string, width: number): string[] {
  if (widthOf(text) <= width) return [text];
  const lines: string[] = [];
  let line = '';
  let used = 0;
  for (const { segment } of graphemes.segment(text)) {
    const wide = widthOf(segment);
    if (used + wide > width && line !== '') {
      lines.push(line);
      line = '';
      used = 0;
    }
    line += segment;
    used += wide;
  }
  return [...lines, line];
}
