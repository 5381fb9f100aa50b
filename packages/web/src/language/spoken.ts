import type { Language } from '@upvigil/core/contract/names/languages';
import type { LocalFigures } from '@upvigil/core/languages/local-figures';
import type { Words } from '@upvigil/core/languages/words';

/** What this document says in another language than English, in which signed-in pages and components are written. */
interface Spoken extends Omit<Words, 'documents' | 'causes'> {
  figures: LocalFigures;
  language: Language;
}

let spoken: Partial<Spoken> = {};

/** From now on, everything that is drawn is in these words. A document speaks one language: that of its address. */
export function speak(words: Partial<Spoken>): void {
  spoken = words;
}

/** The words of a part in the language of this document, which are `english` unless it speaks another. */
export const inLanguage = <Part extends keyof Spoken, Other>(part: Part, english: Other): Spoken[Part] | Other =>
  spoken[part] ?? english;
