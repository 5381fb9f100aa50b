import { widthOf } from './fit.ts';

/** Prose in lines of at most `width` columns, broken between words. A word that is longer stands alone. */
export function wrapWords(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const current = lines.at(-1);
    if (current !== undefined && widthOf(current) + 1 + widthOf(word) <= width)
      lines[lines.length - 1] = `${current} ${word}`;
    else lines.push(word);
  }
  return lines;
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** A line of which nothing may be lost or moved, broken where the screen ends. */
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
