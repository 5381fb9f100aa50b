import { escapeHtml } from '@upvigil/core/format/meta-tag';

/** A piece of HTML, inserted into other HTML without escaping. */
export class Html {
  constructor(private readonly source: string) {}

  toString(): string {
    return this.source;
  }
}

type Part = Html | string | number | null | readonly Part[];

/** HTML with values: text is escaped, lists are joined, null is left out. */
export const html = (strings: TemplateStringsArray, ...values: readonly Part[]): Html =>
  new Html(strings.reduce((before, string, at) => before + sourceOf(values[at - 1] ?? null) + string));

function sourceOf(part: Part): string {
  if (typeof part === 'string') return escapeHtml(part);
  if (part === null) return '';
  return Array.isArray(part) ? part.map(sourceOf).join('') : String(part);
}

export const joined = (parts: readonly Part[], separator: string): Part =>
  parts.flatMap((part, at) => (at === 0 ? [part] : [separator, part]));

/**
 * A sentence with pieces of HTML. `sentence` gets a placeholder for each piece and puts it where the language wants
 * it.
 */
export function sentenceHtml(sentence: (...marks: string[]) => string, ...pieces: readonly Html[]): Html {
  const marks = pieces.map((_, at) => String.fromCharCode(at + 1));
  const source = `${html`${sentence(...marks)}`}`;
  return new Html(marks.reduce((before, mark, at) => before.replace(mark, () => `${pieces[at]}`), source));
}
