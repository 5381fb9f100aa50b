import type { Language } from '@upvigil/core/contract/names/languages';
import type { LocalFigures } from '@upvigil/core/languages/local-figures';
import type { Words } from '@upvigil/core/languages/words';

/** Translated texts of the document. Signed-in pages and shared components use their English defaults. */
interface Spoken extends Omit<Words, 'documents' | 'causes'> {
  figures: LocalFigures;
  language: Language;
}

let spoken: Partial<Spoken> = {};

/** Sets the texts for everything rendered from now on. A document has one language, from its address. */
export function speak(words: Partial<Spoken>): void {
  spoken = words;
}

/** Texts of a part in the document's language; `english` without a translation. */
export const inLanguage = <Part extends keyof Spoken, Other>(part: Part, english: Other): Spoken[Part] | Other =>
  spoken[part] ?? english;
