import type { Words } from '@upvigil/core/languages/words';
import { inLanguage } from './spoken.ts';

/** Words that only public pages have. @throws before they are loaded, which is before anything is drawn */
export function publicWords<Part extends 'pages' | 'detail' | 'share'>(part: Part): Words[Part] {
  const words = inLanguage(part, null) as Words[Part] | null;
  if (words === null) throw new Error(`The words of ${part} are not loaded`);
  return words;
}
