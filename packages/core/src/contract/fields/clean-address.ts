/**
 * Characters that no screen shows: zero-width spaces, byte order marks, soft hyphens, direction marks. The two joiners
 * are allowed between letters (Persian, Hindi need them) and between parts of emoji.
 */
const invisible =
  /(?!\u200c|\u200d|\ufe0f)\p{Default_Ignorable_Code_Point}|(?<![^\x00-\x7f])(?:\u200c|\u200d|\ufe0f)|(?:\u200c|\u200d)(?![^\x00-\x7f])/gu;
const control = /[\p{Control}\p{Line_Separator}\p{Paragraph_Separator}]/u;
const oddSpace = /[^\P{Space_Separator} ]/u;
const lineEnds = /[\r\n\u2028\u2029]+/;

const names: Readonly<Record<string, string>> = {
  '\t': 'a tab',
  '\n': 'a line break',
  '\r': 'a line break',
  '\u00a0': 'a no-break space',
  '\u00ad': 'a soft hyphen',
  '\u200b': 'a zero-width space',
  '\ufeff': 'a byte order mark',
};

/** A pasted host name or email address without surrounding spaces and invisible characters. */
export const cleanAddress = (text: string): string => text.replace(invisible, '').trim();

/** A pasted URL. Also drops line breaks and the spaces around them, because programs break long addresses. */
export const cleanUrl = (text: string): string =>
  cleanAddress(
    text
      .split(lineEnds)
      .map((line) => line.trim())
      .join(''),
  ).replace(/\t/g, '');

/** Name of the first invisible character, or space other than U+0020: 'a no-break space (U+00A0)'; null without one. */
export function findInvisible(text: string): string | null {
  const [character] = control.exec(text) ?? oddSpace.exec(text) ?? new RegExp(invisible, 'u').exec(text) ?? [];
  if (character === undefined) return null;
  const code = `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
  return `${names[character] ?? 'an invisible character'} (${code})`;
}
