import type { Words } from '@upvigil/core/languages/words';
import { inLanguage } from './spoken.ts';

/** Texts that only public pages use. @throws before the catalogue is loaded, which happens before the first render */
export function publicWords<Part extends 'pages' | 'detail' | 'share'>(part: Part): Words[Part] {
  const words = inLanguage(part, null) as Words[Part] | null;
  if (words === null) throw new Error(`The words of ${part} are not loaded`);
  return words;
}
