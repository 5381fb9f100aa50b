/**
 * The capacity of a message. Bytes are UTF-8; characters are UTF-16 code units, of which there are as many as
 * providers count, or more.
 */
export interface Room {
  most: number;
  unit: 'characters' | 'bytes';
}

export const sizeOf = (text: string, unit: Room['unit']): number =>
  unit === 'bytes' ? Buffer.byteLength(text) : text.length;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** Longer grapheme clusters are cut in the middle: they are unreadable anyway. */
const longestSign = 64;

/** What stands for the part that was cut. SMS have no '…' in their default alphabet. */
type Mark = '…' | '...';

/** Cuts a text to fit, between grapheme clusters, so that no emoji is split. A cut text ends with the mark. */
export function cutToFit(text: string, { most, unit }: Room, mark: Mark = '…'): string {
  if (sizeOf(text, unit) <= most) return text;
  const room = most - sizeOf(mark, unit);
  if (room < 0) return '';
  const furthest = unit === 'characters' ? room : charactersWithin(text, room);
  // Drops the whole grapheme at the cut. The search starts there, because a long text has thousands before it.
  const sign = graphemes.segment(text.slice(0, furthest + longestSign)).containing(furthest);
  const isTooLong = sign === undefined || furthest - sign.index > longestSign;
  return whole(text.slice(0, isTooLong ? furthest : sign.index)).trimEnd() + mark;
}

/** Removes a lone surrogate at the end. */
const whole = (text: string): string => text.replace(/\p{Surrogate}$/u, '');

/** How many characters of a text fit into `mostBytes`. */
function charactersWithin(text: string, mostBytes: number): number {
  // Each character has one byte or more, so text beyond this never fits.
  const bytes = Buffer.from(text.slice(0, mostBytes));
  let end = Math.min(bytes.length, mostBytes);
  while (end < bytes.length && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.subarray(0, end).toString().length;
}

/** Characters kept at the end of a text without its middle. */
const keptEnd = 60;

/** Cuts the middle of a text, between grapheme clusters. */
export function cutMiddle(text: string, most: number, mark: Mark): string {
  if (text.length <= most) return text;
  const from = text.length - Math.min(keptEnd, Math.floor(most / 2));
  const sign = graphemes.segment(text).containing(from);
  const isWhole = sign === undefined || sign.index === from || sign.segment.length > longestSign;
  const end = text.slice(isWhole ? from : sign.index + sign.segment.length).replace(/^\p{Surrogate}/u, '');
  return cutToFit(text, { most: most - end.length, unit: 'characters' }, mark) + end;
}
