import type { Words } from '@upvigil/core/languages/words';
import { translated } from './catalogue.ts';

/** Texts that only public pages use. @throws before the catalogue is loaded, which happens before the first render */
export function publicTexts<Part extends 'pages' | 'detail' | 'share'>(part: Part): Words[Part] {
  const words = translated(part, null) as Words[Part] | null;
  if (words === null) throw new Error(`The words of ${part} are not loaded`);
  return words;
}
