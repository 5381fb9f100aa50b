import type { Figures } from '@upvigil/core/languages/english-figures';
import type { Language } from '@upvigil/core/languages/languages';
import type { Words } from '@upvigil/core/languages/words';

/** What this document says in another language than English, in which signed-in pages and components are written. */
interface Spoken extends Omit<Words, 'documents' | 'causes'> {
  figures: Figures;
  language: Language;
}

let spoken: Partial<Spoken> = {};

/** From now on, everything that is drawn is in these words. A document speaks one language: that of its address. */
export function speak(words: Partial<Spoken>): void {
  spoken = words;
}

/** The words of a part in the language of this document, which are `english` unless it speaks another. */
export const inLanguage = <Part extends keyof Spoken>(part: Part, english: Spoken[Part]): Spoken[Part] =>
  spoken[part] ?? english;

/** Words that only public pages have, and load before anything is drawn. */
export function publicWords<Part extends 'pages' | 'detail'>(part: Part): Words[Part] {
  const words = spoken[part] as Words[Part] | undefined;
  if (!words) throw new Error(`The words of ${part} are not loaded`);
  return words;
}
