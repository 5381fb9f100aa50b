import type { Language } from '@upvigil/core/contract/names/languages';
import type { LocalFigures } from '@upvigil/core/languages/local-figures';
import type { Words } from '@upvigil/core/languages/words';

/** Translated texts of the document. Signed-in pages and shared components use their English defaults. */
interface Catalogue extends Omit<Words, 'documents' | 'causes'> {
  figures: LocalFigures;
  language: Language;
}

let current: Partial<Catalogue> = {};

/** Sets the texts for everything rendered from now on. A document has one language, from its address. */
export function setCatalogue(catalogue: Partial<Catalogue>): void {
  current = catalogue;
}

/** Texts of a part in the document's language; `english` without a translation. */
export const translated = <Part extends keyof Catalogue, Other>(part: Part, english: Other): Catalogue[Part] | Other =>
  current[part] ?? english;
